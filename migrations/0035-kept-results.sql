-- A result that could not be stored at the end of its task is kept with it. Tasks that failed before have what
-- they found, but for what the verifier refused.
alter table "scheduling_task" add column "is_result_kept" boolean not null default false;
update "scheduling_task" set "is_result_kept" = true
where "status" = 'FAILED' and "best" is not null and "snapshot" is not null
  and "failure_zh" not like '求解结果未通过独立校验%';
