-- Oldest release beside: 0.1.0
-- A change may mean something for its readers that none of its items says: other dates by the calendar, other
-- times of periods, further teachers. And mails are in the language in which a person reads notices.
alter table "change" add column "effects" jsonb null;
alter table "notice_preference" add column "language" varchar(2) null;
