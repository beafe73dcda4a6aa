-- A GiST index of PostgreSQL 18.4 may lose rows: a scan that a nested loop begins again keeps in mind what it
-- found dead in the only page of the index, and marks it dead in another page when that one was split in
-- between. So no query may read this index. The constraint looks once for each row, which is safe; of its
-- columns only expressions are left, which no condition of a query names, and each of which is its column.
-- The number of timetable and thing first, as in 0029: identifiers are told apart by their first 53 bits
-- only, which those of many have in common.
alter table "occupancy" drop constraint "occupancy_apart";

-- What was missed until now is occupied, and what overlaps without a conflict becomes an open one.
delete from "occupancy";
insert into "occupancy" (timetable_id, resource, meeting_id, kind, occurrences, guarded)
  select o.timetable_id, o.resource, o.meeting_id, o.kind, o.occurrences, o.occurrences
  from occupied o join timetable t on t.id = o.timetable_id where t.status in ('DRAFT', 'PUBLISHED');
analyze "occupancy";
create temporary table missed on commit drop as
  select a.timetable_id, a.resource, a.kind, a.meeting_id as first_meeting_id,
    b.meeting_id as second_meeting_id, a.occurrences * b.occurrences as slots,
    least(x.series_id, y.series_id) as first_series_id, greatest(x.series_id, y.series_id) as second_series_id
  from occupancy a join occupancy b on b.timetable_id = a.timetable_id and b.resource = a.resource
      and a.meeting_id < b.meeting_id and a.occurrences && b.occurrences
    join class_assignment x on x.timetable_id = a.timetable_id and x.meeting_id = a.meeting_id
    join class_assignment y on y.timetable_id = b.timetable_id and y.meeting_id = b.meeting_id
    left join conflict_pair p on p.timetable_id = a.timetable_id and p.resource = a.resource
      and p.first_meeting_id = a.meeting_id and p.second_meeting_id = b.meeting_id
  where p.slots is distinct from a.occurrences * b.occurrences;
insert into conflict (id, timetable_id, first_series_id, second_series_id, kind, status)
  select gen_random_uuid(), timetable_id, first_series_id, second_series_id, kind, 'OPEN'
  from missed group by 2, 3, 4, 5
  on conflict (timetable_id, first_series_id, second_series_id, kind) do update
    set status = 'OPEN', method = null, note = null, resolved_by_id = null, resolved_at = null,
      dismissed_at = null, version = conflict.version + 1;
insert into conflict_pair (conflict_id, timetable_id, resource, first_meeting_id, second_meeting_id, slots)
  select c.id, m.timetable_id, m.resource, m.first_meeting_id, m.second_meeting_id, m.slots
  from missed m join conflict c using (timetable_id, first_series_id, second_series_id, kind)
  on conflict (timetable_id, resource, first_meeting_id, second_meeting_id) do update
    set conflict_id = excluded.conflict_id, slots = excluded.slots;
update occupancy o set guarded = o.occurrences - p.slots
  from (select timetable_id, resource, second_meeting_id, range_agg(slots) as slots from conflict_pair
    where first_meeting_id <> second_meeting_id group by 1, 2, 3) p
  where p.timetable_id = o.timetable_id and p.resource = o.resource and p.second_meeting_id = o.meeting_id;

alter table "occupancy" add constraint "occupancy_apart" exclude using gist (
  uuid_hash_extended("resource", uuid_hash_extended("timetable_id", 0)) with =,
  least("timetable_id") with =, least("resource") with =, least("guarded") with &&)
  deferrable initially deferred;
comment on constraint "occupancy_apart" on "occupancy" is 'Nothing is held twice; no query reads its index.';
