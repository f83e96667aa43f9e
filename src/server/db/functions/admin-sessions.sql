-- Whether an opened session has a recording, and its number of notes. Returns no row unless the caller has opened the session by
-- stating a reason. Counts notes without reading their text: a note with text has a version.
create or replace function app.admin_session_contents(target uuid) returns table (access_until timestamptz, has_recording boolean,
  notes_count integer)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare until timestamptz := app.admin_access('session', target);
begin
  if until is null then return; end if;
  perform set_config('app.admin_record', target::text, true);
  return query select until, s.recording_url is not null,
      (select count(*)::integer from notes n where n.session_id = s.id and n.version > 0)
    from sessions s where s.id = target;
  perform set_config('app.admin_record', '', true);
end $$;
grant execute on function app.admin_session_contents to app_admin;

-- Queues one failed session, or all failed sessions if `target` is null. Returns the session and user of each job to enqueue.
create or replace function app.admin_run_again(target uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare f record; queued jsonb := '[]';
begin
  perform app.require_platform_admin();
  -- In a fixed order, so that two admins do not deadlock.
  for f in select * from app.failed_sessions() where target is null or session_id = target order by session_id loop
    if app.queue_failed_session(f.session_id) then
      perform app.write_admin_event('admin.session_run_again', 'session', f.session_id, f.client_id, f.organization_id, '{}');
      queued := queued || jsonb_build_object('sessionId', f.session_id, 'userId', f.user_id);
    end if;
  end loop;
  return queued;
end $$;
grant execute on function app.admin_run_again to app_admin;
