-- Failed sessions as operators see them, by organization and never by client, and having them processed again.

create index sessions_failed on sessions (id) where status = 'failed';

create policy run_again on sessions for update to app_owner using (status = 'failed') with check (status = 'processing');
-- An updated row must be readable, too.
create policy run_again_read on session_progress for select to app_owner using (stage in ('failed', 'queued'));
create policy run_again on session_progress for update to app_owner using (stage = 'failed') with check (stage = 'queued');

-- Sessions that may succeed the next time. What holds too little speech, or is no recording, would fail in the same way.
create function app.failed_sessions() returns table (session_id uuid, user_id uuid, client_id uuid, organization_id uuid, error_code text, failed_at timestamptz)
language sql stable set search_path = pg_catalog, public as $$
  select s.id, s.therapist_id, s.client_id, s.organization_id, p.error_code, p.updated_at
  from sessions s join session_progress p on p.session_id = s.id join users u on u.id = s.therapist_id
  where s.status = 'failed' and p.stage = 'failed' and u.is_active
    and coalesce(p.error_code, '') not in ('too_little_speech', 'file_unsupported', 'transcription_empty', 'recording_missing')
$$;

-- Marks a failed session as queued; false when it is not failed any more. Its job is sent in the same transaction.
create function app.queue_failed_session(target uuid) returns boolean language plpgsql volatile set search_path = pg_catalog, public as $$
begin
  update sessions set status = 'processing' where id = target and status = 'failed';
  if not found then return false; end if;
  update session_progress set stage = 'queued', percent = 0, error = null, error_code = null where session_id = target and stage = 'failed';
  return true;
end $$;

-- The newest 50, and how many there are.
create function app.admin_failed_sessions() returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.failed_sessions_listed', 'session', null, null, null, '{}');
  return jsonb_build_object('total', (select count(*) from app.failed_sessions()), 'items',
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.session_id, 'organization', o.name, 'errorCode', f.error_code,
        'failedAt', app.json_utc(f.failed_at)) order by f.failed_at desc, f.session_id), '[]')
      from (select * from app.failed_sessions() order by failed_at desc, session_id limit 50) f
      left join organizations o on o.id = f.organization_id));
end $$;

-- Queues one failed session, or all when `target` is null; answers whose job is to be sent.
create function app.admin_run_again(target uuid) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare f record; queued jsonb := '[]';
begin
  perform app.admin_only();
  for f in select * from app.failed_sessions() where target is null or session_id = target loop
    if app.queue_failed_session(f.session_id) then
      perform app.admin_acts('admin.session_run_again', 'session', f.session_id, f.client_id, f.organization_id, '{}');
      queued := queued || jsonb_build_object('sessionId', f.session_id, 'userId', f.user_id);
    end if;
  end loop;
  return queued;
end $$;

revoke execute on function app.failed_sessions, app.queue_failed_session, app.admin_failed_sessions, app.admin_run_again from public;
grant execute on function app.admin_failed_sessions, app.admin_run_again to app_web;
