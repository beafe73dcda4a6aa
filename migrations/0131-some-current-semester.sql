-- Oldest release beside: 0.1.0
-- Where semesters are enabled one is current, as if it had been so since they were made: the one that is
-- held today, else the next one, else the last one.
update semester set is_current = true
where not exists (select from semester where is_current) and id = (
  select id from semester where is_enabled
  order by current_date between start_date and end_date desc, current_date > end_date,
    abs(start_date - current_date), created_at, id limit 1);
