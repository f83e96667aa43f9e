create or replace function app.transfer_series() returns trigger language plpgsql volatile as $$ begin
  update session_series set therapist_id = new.therapist_id where client_id = new.id;
  return null;
end $$;

-- Rejects a row that was inserted for a client during its transfer. The policy checked the row before the transfer; the check of the foreign
-- key then waited until the transfer ended.
create or replace function app.reject_transferred_client() returns trigger language plpgsql volatile as $$ begin
  if not exists (select from clients where id = new.client_id and therapist_id = new.therapist_id) then
    raise exception 'the client was transferred to another therapist' using errcode = '42501';
  end if;
  return null;
end $$;
grant execute on function app.reject_transferred_client to app_web, app_worker;

-- Fails the pending work of a therapist who has left, so that the next therapist can restart it. A recording in progress
-- stays open and can be ended.
create or replace function app.fail_pending_work(ids uuid[], interrupted text) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  update note_requests set state = 'failed' where session_id = any (ids) and state = 'open';
  update notes set state = 'failed', error = interrupted where session_id = any (ids) and state = 'generating';
  update insights set state = 'failed', error = interrupted where session_id = any (ids) and state = 'analyzing';
  update session_progress p set stage = case when n.version > 0 then 'complete' else 'failed' end, percent = case when n.version > 0 then 100 else p.percent end,
    error_code = case when n.version = 0 then 'unexpected' end, error = case when n.version = 0 then interrupted end, updated_at = now()
    from sessions s join notes n on n.session_id = s.id where s.id = any (ids) and s.status = 'processing' and p.session_id = s.id;
  update sessions s set status = case when n.version > 0 then 'completed' else 'failed' end
    from notes n where n.session_id = s.id and s.id = any (ids) and s.status = 'processing';
$$;

-- Name of a therapist, and the number of unsigned notes that they could still sign. Counts notes of the sessions in `ids`, or of all sessions
-- of the organization if `ids` is null, except those with a recording in progress. Null if there are none, or if the therapist has left or is
-- deactivated.
create or replace function app.unsigned_notes(org uuid, therapist uuid, ids uuid[]) returns jsonb
language sql stable set search_path = pg_catalog, public as $$
  select jsonb_build_object('name', u.first_name || ' ' || u.last_name, 'count', count(*)) from users u
  join sessions s on s.therapist_id = u.id and s.rendered_by = u.id and s.organization_id = org and (ids is null or s.id = any (ids))
    and s.status <> 'cancelled' and not exists (select from live_recordings r where r.session_id = s.id and r.ended_at is null)
  join notes n on n.session_id = s.id and n.status in ('draft', 'returned')
  where u.id = therapist and app.is_active_member(org, therapist) group by u.id
$$;

-- `failure` is null on success, else the error code and the values of its message; `former` is the therapist before the transfer. Does not
-- check the caller. Rejected while the client has work in progress. If the current therapist is not an active member, pending work fails with the message `interrupted` instead.
-- Unsigned notes that the current therapist could still sign need `may_stay_unsigned`.
create or replace function app.apply_transfer(org uuid, client uuid, therapist uuid, interrupted text, may_stay_unsigned boolean,
  out failure jsonb, out former uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare current_therapist uuid; ids uuid[]; refusal text; unsigned jsonb; t text;
begin
  perform set_config('app.transfer_org', org::text, true);
  select c.therapist_id into current_therapist from public.clients c where c.id = client and c.organization_id = org for update;
  -- From here on the client gets no new session. Locks existing rows in the same order as other writers.
  ids := array(select s.id from public.sessions s where s.client_id = client and s.organization_id = org);
  foreach t in array array['notes', 'recordings', 'live_recordings'] loop
    execute format('select from public.%I where session_id = any ($1) for update', t) using ids;
  end loop;
  perform 1 from public.sessions s where s.id = any (ids) for update;
  if current_therapist is null then
    refusal := 'client_missing';
  elsif not app.is_active_member(org, therapist) then
    refusal := 'transfer_target';
  elsif current_therapist <> therapist then
    if not app.is_active_member(org, current_therapist) then
      perform app.fail_pending_work(ids, interrupted);
    elsif exists (select from public.sessions s where s.id = any (ids) and s.status = 'recording')
      or app.have_jobs(ids) then
      refusal := 'client_busy';
    elsif not may_stay_unsigned then
      unsigned := app.unsigned_notes(org, current_therapist, ids);
      if unsigned is not null then refusal := 'client_unsigned'; end if;
    end if;
    if refusal is null then
      update public.clients set therapist_id = therapist where id = client;
      update public.uploads set therapist_id = therapist where client_id = client;
      update public.upload_chunks set therapist_id = therapist where upload_id in (select id from public.uploads where client_id = client);
      update public.sessions set therapist_id = therapist where id = any (ids);
      -- Notes come first: a writer of a note locks its row, so after this update all versions are visible.
      foreach t in array array['notes', 'note_versions', 'note_requests', 'note_review_items', 'note_search', 'transcripts', 'recordings',
        'session_progress', 'insights', 'note_copies', 'live_recordings', 'live_chunks'] loop
        execute format('update public.%I set therapist_id = $1 where session_id = any ($2)', t) using therapist, ids;
      end loop;
    end if;
  end if;
  perform set_config('app.transfer_org', '', true);
  failure := case when refusal is not null then jsonb_build_object('code', refusal, 'values', coalesce(unsigned, '{}')) end;
  former := current_therapist;
end $$;

-- app.apply_transfer for owner and admins of the organization.
create or replace function app.move_client(org uuid, client uuid, therapist uuid, interrupted text, may_stay_unsigned boolean,
  out failure jsonb, out former uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org);
begin
  if refusal is not null then
    failure := jsonb_build_object('code', refusal);
    return;
  end if;
  select t.failure, t.former into move_client.failure, move_client.former
    from app.apply_transfer(org, client, therapist, interrupted, may_stay_unsigned) t;
end $$;
grant execute on function app.move_client to app_web;

-- For processes of the previous version.
create or replace function app.transfer_client(org uuid, client uuid, therapist uuid, interrupted text, may_stay_unsigned boolean) returns jsonb
language sql volatile security definer set search_path = pg_catalog, public as $$
  select app.may_change();
  select t.failure from app.move_client(org, client, therapist, interrupted, may_stay_unsigned) t;
$$;
grant execute on function app.transfer_client(uuid, uuid, uuid, text, boolean) to app_web;

-- For processes of the previous version.
create or replace function app.transfer_client(org uuid, client uuid, therapist uuid, interrupted text) returns text
language sql volatile security definer set search_path = pg_catalog, public as $$
  select app.may_change();
  select app.transfer_client(org, client, therapist, interrupted, true)->>'code';
$$;
grant execute on function app.transfer_client(uuid, uuid, uuid, text) to app_web;
