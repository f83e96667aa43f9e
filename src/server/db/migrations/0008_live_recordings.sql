-- Sessions recorded in a browser: an append-only sequence of numbered chunks, each acknowledged after it is durable.

alter table sessions drop constraint sessions_status_check;
alter table sessions add constraint sessions_status_check
  check (status in ('scheduled', 'recording', 'processing', 'completed', 'failed', 'cancelled'));

create table live_recordings (
  session_id uuid primary key references sessions,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  -- Made by the sender: a repeated start begins no second session.
  request_id uuid not null,
  -- The first chunk that is not held yet.
  next_chunk integer not null default 0 check (next_chunk >= 0),
  next_segment integer not null default 0 check (next_segment >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  saved_ms integer not null default 0 check (saved_ms >= 0),
  last_chunk_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (therapist_id, request_id)
);
-- Updated with every chunk: room for the new row beside the old one.
alter table live_recordings set (fillfactor = 50);
create index live_recordings_unfinished on live_recordings (therapist_id, created_at desc) where ended_at is null;

create table live_chunks (
  session_id uuid not null references live_recordings on delete cascade,
  -- Number of the first of `count` chunks in a row.
  n integer not null check (n >= 0),
  count integer not null check (count > 0),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  -- What one MediaRecorder wrote from its start to its end is a file of its own.
  segment integer not null check (segment >= 0),
  media_type text not null check (length(media_type) <= 200),
  sha256 bytea not null,
  data bytea not null,
  primary key (session_id, n)
);
-- Audio does not compress.
alter table live_chunks alter data set storage external;

create trigger touch before update on live_recordings for each row execute function app.touch();

do $$ declare t text; begin
  foreach t in array array['live_recordings', 'live_chunks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    -- Nobody but the therapist hears or follows a session while it is recorded.
    execute format($p$create policy visible on %I for select to app_web, app_worker using (therapist_id = (select app.user_id()))$p$, t);
    execute format($p$create policy own on %I for insert to app_web, app_worker with check (therapist_id = (select app.user_id())
      and (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])))$p$, t);
    execute format($p$create policy own_update on %I for update to app_web, app_worker using (therapist_id = (select app.user_id()))$p$, t);
    execute format($p$create policy own_delete on %I for delete to app_web, app_worker using (therapist_id = (select app.user_id()))$p$, t);
  end loop;
end $$;

create policy session_is_own on live_recordings as restrictive for insert to app_web, app_worker with check (exists (
  select from sessions s where s.id = session_id and s.therapist_id = live_recordings.therapist_id
    and s.organization_id is not distinct from live_recordings.organization_id));
create policy recording_is_own on live_chunks as restrictive for insert to app_web, app_worker with check (exists (
  select from live_recordings r where r.session_id = live_chunks.session_id and r.therapist_id = live_chunks.therapist_id
    and r.organization_id is not distinct from live_chunks.organization_id));

grant select, insert on live_recordings, live_chunks to app_web, app_worker;
grant update (next_chunk, next_segment, bytes, saved_ms, last_chunk_at, ended_at) on live_recordings to app_web, app_worker;
grant delete on live_chunks to app_web, app_worker;
