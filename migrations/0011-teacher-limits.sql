-- How much a teacher teaches at most, and when never; how long the way between two campuses is.
alter table "teacher" add column "weekly_periods_max" int null;
alter table "teacher" add column "daily_periods_max" int null;
alter table "teacher" add column "forbidden_times" varchar(255) null;
alter table "campus" add column "travel_periods" int not null default 1;
