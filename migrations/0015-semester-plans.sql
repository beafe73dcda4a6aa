-- Which teaching classes a plan of the semester made, and which of their meetings it did without later.
alter table "teaching_class" add column "planned_kind" varchar(32) null;
alter table "meeting" add column "is_replaced" boolean not null default false;
