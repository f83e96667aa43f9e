-- A client goes to another therapist of the organization, with everything that hangs on one (docs/decisions/0018).

-- The tables' owner sees and changes what it hands over, in the one organization where it does so, and nothing else.
do $$ declare t text; begin
  foreach t in array array['clients', 'sessions', 'uploads', 'upload_chunks', 'recordings', 'session_progress', 'transcripts', 'notes',
    'note_versions', 'note_requests', 'live_recordings', 'live_chunks', 'insights', 'note_search'] loop
    execute format($p$create policy handed_over on %I for select to app_owner using (organization_id = nullif(current_setting('app.hands_over_in', true), '')::uuid)$p$, t);
    execute format($p$create policy handed_over_update on %I for update to app_owner using (organization_id = nullif(current_setting('app.hands_over_in', true), '')::uuid)$p$, t);
  end loop;
end $$;

-- When something was written last does not change with whose it is.
create or replace function app.touch() returns trigger language plpgsql as $$ begin
  if coalesce(current_setting('app.hands_over_in', true), '') = '' then new.updated_at := now(); end if;
  return new;
end $$;

-- What is written for a client while the client is handed over: its foreign key waits for the end of that, its policy has looked before.
create function app.require_held_client() returns trigger language plpgsql as $$ begin
  if not exists (select from clients where id = new.client_id and therapist_id = new.therapist_id) then
    raise exception 'the client has gone to another therapist' using errcode = '42501';
  end if;
  return null;
end $$;
-- Named to run after the foreign keys.
create trigger still_held after insert on sessions for each row execute function app.require_held_client();
create trigger still_held after insert on uploads for each row execute function app.require_held_client();

-- Without asking who is asking. Answers null when it is done, else the code of the failure. Work that is under way belongs to the present
-- therapist: the client stays until it is done, unless they cannot do it any more; then it ends here with a sentence.
create function app.hand_over(org uuid, client uuid, therapist uuid, interrupted text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare holder uuid; ids uuid[]; refusal text; t text;
begin
  perform set_config('app.hands_over_in', org::text, true);
  select c.therapist_id into holder from public.clients c where c.id = client and c.organization_id = org for update;
  -- From here on the client gets no new session. What stands is locked in the order in which others lock it.
  ids := array(select s.id from public.sessions s where s.client_id = client and s.organization_id = org);
  foreach t in array array['notes', 'recordings', 'live_recordings'] loop
    execute format('select from public.%I where session_id = any ($1) for update', t) using ids;
  end loop;
  perform 1 from public.sessions s where s.id = any (ids) for update;
  if holder is null then
    refusal := 'client_missing';
  elsif not app.can_work_in(org, therapist) then
    refusal := 'transfer_target';
  elsif holder <> therapist then
    if not app.can_work_in(org, holder) then
      perform app.end_work(ids, interrupted);
    elsif exists (select from public.sessions s where s.id = any (ids) and s.status = 'recording')
      or exists (select from pgboss.job j where j.name in ('recordings.process', 'transcripts.transcribe', 'notes.draft', 'insights.analyze')
        and j.state < 'completed' and j.data->>'sessionId' = any (ids::text[])) then
      refusal := 'client_busy';
    end if;
    if refusal is null then
      update public.clients set therapist_id = therapist where id = client;
      update public.uploads set therapist_id = therapist where client_id = client;
      update public.upload_chunks set therapist_id = therapist where upload_id in (select id from public.uploads where client_id = client);
      update public.sessions set therapist_id = therapist where id = any (ids);
      -- Notes first: whoever saves one holds its row, so that its versions are all there afterwards.
      foreach t in array array['notes', 'note_versions', 'note_requests', 'note_search', 'transcripts', 'recordings', 'session_progress',
        'insights', 'live_recordings', 'live_chunks'] loop
        execute format('update public.%I set therapist_id = $1 where session_id = any ($2)', t) using therapist, ids;
      end loop;
    end if;
  end if;
  perform set_config('app.hands_over_in', '', true);
  return refusal;
end $$;

create function app.can_work_in(org uuid, person uuid) returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from organization_members m join users u on u.id = m.user_id and u.is_active where m.organization_id = org and m.user_id = person)
$$;

-- What a therapist who has left was at: as if its job had failed, so that the next one takes it up. A recording stays open to be ended.
create function app.end_work(ids uuid[], interrupted text) returns void language sql volatile security definer set search_path = pg_catalog, public as $$
  update note_requests set state = 'failed' where session_id = any (ids) and state = 'open';
  update notes set state = 'failed', error = interrupted where session_id = any (ids) and state = 'generating';
  update insights set state = 'failed', error = interrupted where session_id = any (ids) and state = 'analyzing';
  update session_progress p set stage = case when n.version > 0 then 'complete' else 'failed' end, percent = case when n.version > 0 then 100 else p.percent end,
    error_code = case when n.version = 0 then 'unexpected' end, error = case when n.version = 0 then interrupted end, updated_at = now()
    from sessions s join notes n on n.session_id = s.id where s.id = any (ids) and s.status = 'processing' and p.session_id = s.id;
  update sessions s set status = case when n.version > 0 then 'completed' else 'failed' end
    from notes n where n.session_id = s.id and s.id = any (ids) and s.status = 'processing';
$$;

-- For those in charge of the organization.
create function app.transfer_client(org uuid, client uuid, therapist uuid, interrupted text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org);
begin
  return case when refusal is not null then refusal else app.hand_over(org, client, therapist, interrupted) end;
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.require_held_client to app_web, app_worker;
grant execute on function app.transfer_client to app_web;
