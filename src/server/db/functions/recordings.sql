-- False for visitors of a demo practice that other machines can reach.
create or replace function app.may_upload() returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select may_upload from auth_sessions where id = app.session_id()), true)
$$;
grant execute on function app.may_upload to app_web, app_worker;

-- A sign-in that views as another user cannot send chunks, so it cannot start a recording, not even while the viewing starts.
create or replace function app.no_recording_while_viewing() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$ begin
  if app.session_id() is null then return new; end if;
  perform app.lock_own_starts();
  if exists (select from public.viewings where auth_session_id = app.session_id()) then
    raise exception 'viewing_read_only' using errcode = '25006';
  end if;
  return new;
end $$;

create or replace function app.add_storage(holder uuid, change bigint) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into storage_used (holder_id, bytes) values (holder, change)
    on conflict (holder_id) do update set bytes = storage_used.bytes + excluded.bytes
$$;

-- A recording counts while it is stored; an upload counts until it becomes a recording or is deleted.
create or replace function app.count_storage() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare is_upload boolean := tg_table_name = 'uploads';
begin
  if tg_op <> 'INSERT' and not (is_upload and to_jsonb(old)->>'session_id' is not null) then
    perform app.add_storage(coalesce(old.organization_id, old.therapist_id), -old.size);
  end if;
  if tg_op <> 'DELETE' and not (is_upload and to_jsonb(new)->>'session_id' is not null) then
    perform app.add_storage(coalesce(new.organization_id, new.therapist_id), new.size);
  end if;
  return null;
end $$;

-- Stored bytes of an organization of the caller; of the caller's clients without an organization if `org` is null. Live recordings in progress
-- count with the bytes that they have so far: storage_used counts them only from their end.
create or replace function app.storage_of(org uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, public as $$
  select case when org is null or org = any (app.uuids('app.member_orgs')) then
    coalesce((select bytes from storage_used where holder_id = coalesce(org, app.user_id())), 0)
    + coalesce((select sum(bytes) from live_recordings where ended_at is null
      and case when org is null then organization_id is null and therapist_id = app.user_id() else organization_id = org end), 0)::bigint
  else 0 end
$$;
grant execute on function app.storage_of to app_web, app_worker;

-- Deletes uploads that were not finished within a week, with their chunks, and records each in the anonymous audit chain. Returns their number.
create or replace function app.clean_uploads() returns integer
language sql volatile security definer set search_path = pg_catalog, public as $$
  with gone as (
    delete from uploads where session_id is null and created_at < now() - interval '7 days' returning id, client_id, organization_id
  ), recorded as (
    insert into audit_events (action, resource_type, resource_id, client_id, organization_id)
      select 'upload.expired', 'recording', id, client_id, organization_id from gone returning 1
  )
  select count(*)::int from recorded
$$;
grant execute on function app.clean_uploads to app_worker;

-- File name of a session's stored audio, for a job without a user. Null if there is none.
create or replace function app.stored_recording(session uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare name text;
begin
  perform set_config('app.session_to_change', session::text, true);
  select storage_name into name from public.recordings where session_id = session and state = 'stored';
  perform set_config('app.session_to_change', '', true);
  return name;
end $$;
grant execute on function app.stored_recording to app_worker;

-- Appends chunks to a live recording of the caller that has not ended, if they follow its last chunk, in the same segment or a new one.
-- Returns the stored position; nulls if they were not appended. Concurrent requests with the same chunk run one after another; only the first
-- appends.
create or replace function app.append_live_chunk(session uuid, n integer, count integer, segment integer, ends_ms integer, can_begin boolean,
  media_type text, sha256 bytea, seal bytea, data bytea, at timestamptz, largest bigint, out kept_chunks integer, out kept_ms integer)
language plpgsql volatile set search_path = pg_catalog, public as $$
declare org uuid;
begin
  update live_recordings r set
    next_chunk = r.next_chunk + append_live_chunk.count,
    next_segment = append_live_chunk.segment + 1,
    bytes = r.bytes + octet_length(append_live_chunk.data),
    saved_ms = greatest(r.saved_ms, append_live_chunk.ends_ms),
    last_chunk_at = at
  where r.session_id = session and r.therapist_id = app.user_id() and r.ended_at is null and r.next_chunk = append_live_chunk.n
    and (r.next_segment = append_live_chunk.segment + 1 or (r.next_segment <= append_live_chunk.segment and can_begin))
    and r.bytes + octet_length(append_live_chunk.data) <= largest
  returning r.organization_id, r.next_chunk, r.saved_ms into org, kept_chunks, kept_ms;
  if found then
    insert into live_chunks (session_id, n, count, organization_id, therapist_id, segment, media_type, sha256, data, seal)
      values (session, append_live_chunk.n, append_live_chunk.count, org, app.user_id(), append_live_chunk.segment,
        append_live_chunk.media_type, append_live_chunk.sha256, append_live_chunk.data, append_live_chunk.seal);
  end if;
end $$;
grant execute on function app.append_live_chunk to app_web;

-- Appends chunks of many live recordings in one transaction, each in the scope of its own caller: row-level security checks every row.
-- Returns the appended chunks. Other chunks change nothing; their requests determine the reason (decision 0097). `contents` holds for each chunk
-- its hash, its seal and its encrypted data, from `start`.
create or replace function app.append_live_chunks(chunks jsonb, contents bytea, at timestamptz, largest bigint)
returns table (item integer, kept_chunks integer, kept_ms integer)
language plpgsql volatile set search_path = pg_catalog, public set lock_timeout = '200ms' as $$
declare
  ended text[] := array(select app.ended_sign_ins(array(select value->>'token' from jsonb_array_elements(chunks))));
  c record; actor app.actor; entered text := '';
begin
  -- In a fixed order, so that two processes do not deadlock.
  for c in select * from jsonb_to_recordset(chunks) as c(item integer, token text, ip text, agent text, session_id uuid, n integer,
      count integer, segment integer, ends_ms integer, can_begin boolean, media_type text, start integer, size integer)
    where not token = any (ended) order by token, session_id, n
  loop
    if c.token <> entered then
      perform set_config('app.viewer_id', '', true), set_config('app.viewed_org', '', true);
      actor := app.enter_session(c.token, c.ip, c.agent);
      entered := c.token;
    end if;
    continue when actor.viewer_id is not null or actor.lacks_second_factor;
    item := c.item;
    select a.kept_chunks, a.kept_ms into kept_chunks, kept_ms
      from app.append_live_chunk(c.session_id, c.n, c.count, c.segment, c.ends_ms, c.can_begin, c.media_type, substr(contents, c.start, 32),
        substr(contents, c.start + 32, 32), substr(contents, c.start + 64, c.size), at, largest) a;
    if kept_chunks is not null then return next; end if;
  end loop;
end $$;
grant execute on function app.append_live_chunks to app_web;
