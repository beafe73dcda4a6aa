-- Oldest release beside: 0.1.0
-- What a notice tells of may be about one week alone.
alter table "notice_item" add column "week" int null;
