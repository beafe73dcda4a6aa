-- A week has seven days, on each of which people may place meetings. On which of them runs do so is a setting:
-- so far it was every day of the grid. A competition keeps the grid of its instance.
alter table "semester" add column "scheduling_days" int[] not null default '{1,2,3,4,5}';
alter table "semester" alter column "days_per_week" set default 7;
select set_config('class_scheduling.reason', 'migration', true);
update "semester" set "scheduling_days" = array(select generate_series(1, "days_per_week")),
  "days_per_week" = case "rule_profile" when 'STANDARD' then 7 else "days_per_week" end,
  "version" = "version" + 1;
select set_config('class_scheduling.reason', '', true);
