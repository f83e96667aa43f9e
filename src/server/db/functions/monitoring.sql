-- Counts of the whole installation for Prometheus. They name no organization, user or record.
create or replace function app.installation_figures() returns table (waiting_sessions integer, failed_sessions integer,
  last_backup_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select count(*) filter (where error_code = 'speech_unavailable')::integer, count(*)::integer,
    (select max(finished_at) from backups where failure is null)
  from app.failed_sessions()
$$;
grant execute on function app.installation_figures to app_web, app_worker;

-- How far the write-ahead log is archived; no row if it is not archived. Attend's own archiver reports in `wal_archive`; PostgreSQL
-- reports for every other archive, and for the folder from which Attend takes the files. is_failing is true if the last attempt
-- failed, or if no file was archived for twice `archive_timeout` plus four minutes, counted from the start of PostgreSQL at the earliest.
create or replace function app.wal_archive_state(started_at timestamptz default pg_postmaster_start_time())
  returns table (archived_at timestamptz, failures bigint, failure text, is_failing boolean)
language sql stable security definer set search_path = pg_catalog, public as $$
  with stated as (
    select case when own.only_one then own.archived_at else last_archived_time end as archived_at,
      failed_count + coalesce(own.failures, 0) as failures,
      own.failure,
      own.failure is not null or coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as has_failed,
      (select setting::integer from pg_settings where name = 'archive_timeout') as timeout
    from pg_stat_archiver left join wal_archive own on current_setting('archive_library', true) = 'basic_archive'
    where current_setting('archive_mode') <> 'off'
  )
  select s.archived_at, s.failures, s.failure, s.has_failed or s.timeout > 0
    and greatest(s.archived_at, started_at) < now() - make_interval(secs => 2 * s.timeout + 240)
  from stated s
$$;
grant execute on function app.wal_archive_state to app_web, app_worker, app_admin;

-- Saves the heartbeat of a process. Also removes the processes that it replaces: those with the same machine, roles and jobs, without a
-- heartbeat in the last minute and since the start of this process. Removes processes without a heartbeat for a day, too.
create or replace function app.report_process(process uuid, on_host text, with_pid integer, with_roles text[], with_version text,
  used_memory bigint, engine_states jsonb, with_jobs text default null) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare began timestamptz;
begin
  insert into processes (id, host, pid, roles, version, memory, engines, worker_jobs)
    values (process, on_host, with_pid, with_roles, with_version, used_memory, engine_states, with_jobs)
    on conflict (id) do update set heartbeat_at = now(), memory = excluded.memory, engines = excluded.engines
    returning began_at into began;
  delete from processes p where p.id <> process and (p.heartbeat_at < now() - interval '1 day'
    or p.host = on_host and p.roles = with_roles and (p.worker_jobs is null or p.worker_jobs = with_jobs) and p.heartbeat_at < began and p.heartbeat_at < now() - interval '1 minute');
end $$;
grant execute on function app.report_process to app_web, app_worker;

-- Removes a process that was stopped.
create or replace function app.end_process(process uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  delete from processes where id = process
$$;
grant execute on function app.end_process to app_web, app_worker;
