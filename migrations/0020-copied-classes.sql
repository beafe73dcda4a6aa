-- Teaching classes know what they were copied from, so that no semester gets the copy of one twice.
alter table "teaching_class" add column "copied_from_id" uuid null;
alter table "teaching_class" add constraint "teaching_class_copied_from_id_foreign" foreign key ("copied_from_id") references "teaching_class" ("id") on update no action on delete set null;
create index "teaching_class_copied_from_index" on "teaching_class" ("copied_from_id");
create unique index "teaching_class_semester_copied_from_unique" on "teaching_class" ("semester_id", "copied_from_id");
