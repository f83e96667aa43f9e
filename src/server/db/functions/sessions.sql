-- Therapists name session types freely; the admin panel groups them.
create or replace function app.session_kind(type text) returns text language sql immutable parallel safe
  return case when lower(type) like '%consult%' then 'consultation' when lower(type) like '%assess%' then 'assessment'
    when lower(type) like '%group%' then 'group' else 'therapy' end;
grant execute on function app.session_kind to app_web, app_worker, app_admin;

create or replace function app.require_own_series() returns trigger language plpgsql volatile as $$ begin
  if not exists (select from session_series s where s.id = new.series_id and s.client_id = new.client_id and s.therapist_id = new.therapist_id) then
    raise exception 'the series belongs to another client or therapist' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace function app.set_rendered_by() returns trigger language plpgsql volatile as $$ begin
  if tg_op = 'UPDATE' and old.rendered_by is not null then
    new.rendered_by := old.rendered_by;
  elsif new.status in ('scheduled', 'cancelled') then
    new.rendered_by := null;
  else
    new.rendered_by := new.therapist_id;
  end if;
  return new;
end $$;
grant execute on function app.set_rendered_by to app_web, app_worker;

-- Sends a notification of live progress, with ids and figures only.
create or replace function app.notify_progress() returns trigger language plpgsql volatile as $$ begin
  perform pg_notify('progress', json_build_object('sessionId', new.session_id, 'stage', new.stage, 'percent', new.percent)::text);
  return null;
end $$;
grant execute on function app.notify_progress to app_web, app_worker;

-- Sessions that were recorded or uploaded in a period. Sessions with a written note are not processed, so no plan counts them. Workers
-- sign in as members of app_worker, under names that depend on the secret.
create or replace function app.count_sessions(org uuid, from_day date, before_day date) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select count(*)::integer from sessions where organization_id = org and date >= from_day and date < before_day
    and status not in ('scheduled', 'cancelled') and source <> 'written'
    and (pg_has_role(session_user, 'app_worker', 'member') or org = any (app.uuids('app.member_orgs')))
$$;
grant execute on function app.count_sessions to app_web, app_worker;

-- True if a job of the session pipeline waits or runs for one of these sessions.
create or replace function app.have_jobs(sessions uuid[]) returns boolean language plpgsql stable set search_path = pg_catalog, public as $$
begin
  return exists (select from pgboss.job
    where name in ('sessions.run_again', 'recordings.process', 'transcripts.transcribe', 'notes.draft', 'insights.analyze')
      and state < 'completed' and data->>'sessionId' = any (sessions::text[]));
end $$;

-- Failed sessions that may succeed when run again. Too little speech or an incomplete file would fail the same way, and a deleted transcript
-- is created again only by the therapist. The job of a therapist who has left could not see the session.
create or replace function app.failed_sessions() returns table (session_id uuid, user_id uuid, client_id uuid, organization_id uuid,
  error_code text, failed_at timestamptz)
language sql stable set search_path = pg_catalog, public as $$
  select s.id, s.therapist_id, s.client_id, s.organization_id, p.error_code, p.updated_at
  from sessions s join session_progress p on p.session_id = s.id join users u on u.id = s.therapist_id
  where s.status = 'failed' and p.stage = 'failed' and u.is_active
    and (s.organization_id is null or exists (select from organization_members m
      where m.organization_id = s.organization_id and m.user_id = s.therapist_id))
    and coalesce(p.error_code, '') not in ('too_little_speech', 'transcript_too_short', 'file_unsupported', 'transcription_empty', 'recording_missing',
      'transcript_missing', 'file_cut_off', 'file_without_index')
$$;
grant execute on function app.failed_sessions to app_admin;

-- Marks a failed session as queued; returns false if it has not failed. The caller enqueues the job in the same transaction.
create or replace function app.queue_failed_session(target uuid) returns boolean
language plpgsql volatile set search_path = pg_catalog, public as $$
begin
  update sessions set status = 'processing' where id = target and status = 'failed';
  if not found then return false; end if;
  update session_progress set stage = 'queued', percent = 0, error = null, error_code = null where session_id = target and stage = 'failed';
  return true;
end $$;

-- Queues the sessions that failed because no speech engine was set up. The caller enqueues the jobs in the same transaction. Workers sign in
-- as members of app_worker.
create or replace function app.queue_waiting_sessions() returns table (session_id uuid, user_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  if not pg_has_role(session_user, 'app_worker', 'member') then return; end if;
  for session_id, user_id in select f.session_id, f.user_id from app.failed_sessions() f where f.error_code = 'speech_unavailable' loop
    if app.queue_failed_session(session_id) then return next; end if;
  end loop;
end $$;
grant execute on function app.queue_waiting_sessions to app_worker;

-- Rejects changes of the facts of a session that were signed with its note, even if the signature no longer applies. Waits for a signature
-- in progress.
create or replace function app.lock_signed_session() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare is_locked boolean; before text := current_setting('app.note_to_sign', true);
begin
  perform set_config('app.note_to_sign', old.id::text, true);
  perform from notes where session_id = old.id for share;
  is_locked := exists (select from note_signatures where session_id = old.id);
  perform set_config('app.note_to_sign', coalesce(before, ''), true);
  if is_locked then raise exception 'signed records do not change' using errcode = '55000'; end if;
  return new;
end $$;
grant execute on function app.lock_signed_session to app_web, app_worker;
