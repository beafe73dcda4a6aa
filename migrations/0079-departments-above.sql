-- A department and those above it. As a function it costs statements nothing where they do not come to ask for it,
-- which a search of their own within them would.
create function "departments_above"("department" uuid) returns setof uuid language sql stable parallel safe as $$
  with recursive above (id) as (
    select department union select d.parent_id from above a join "department" d on d.id = a.id)
  select id from above where id is not null
$$;
