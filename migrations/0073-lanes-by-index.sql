-- Each row of who attends looks up its lanes by an index: joined, small tables were read for every meeting.
create or replace function attended_lanes("teaching_class" uuid)
  returns table ("resource" uuid, "lanes" int[]) language sql stable parallel safe as $$
  select g.administrative_class_id, array_agg(distinct lane)
  from teaching_class_group g cross join unnest(case when g.class_group_id is null
    then (select c.lanes from administrative_class c where c.id = g.administrative_class_id)
    else (select p.lanes from class_group p where p.id = g.class_group_id) end) as lane
  where g.teaching_class_id = "teaching_class" group by g.administrative_class_id
  union all
  select "teaching_class", '{0}'::int[] where not exists (
    select from teaching_class_group g where g.teaching_class_id = "teaching_class")
$$;
