-- Clients, sessions and everything that hangs on a session. Each table carries organization_id and therapist_id, so that
-- no policy joins. Columns that say whose a row is are never granted for update.

create table clients (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  pronouns text not null default 'N/A' check (pronouns in ('N/A', 'She/Her', 'He/Him', 'They/Them')),
  email text check (length(email) <= 254),
  phone text check (length(phone) <= 40),
  status text not null default 'active' check (status in ('active', 'archived')),
  treatment_approach text not null default 'CBT' check (length(treatment_approach) between 1 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index clients_of_therapist_by_status on clients (therapist_id, status, lower(last_name), lower(first_name), id) include (organization_id);
create index clients_of_therapist on clients (therapist_id, lower(last_name), lower(first_name), id) include (organization_id);
create index clients_of_organization_by_status on clients (organization_id, status, lower(last_name), lower(first_name), id) include (therapist_id);
create index clients_of_organization on clients (organization_id, lower(last_name), lower(first_name), id) include (therapist_id);

create table sessions (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  client_id uuid not null references clients,
  date date not null,
  start_time time not null,
  end_time time not null,
  type text not null default 'Individual' check (length(type) between 1 and 60),
  setting_type text not null default 'telehealth' check (setting_type in ('in-person', 'telehealth')),
  status text not null default 'scheduled' check (status in ('scheduled', 'processing', 'completed', 'failed', 'cancelled')),
  source text not null default 'uploaded' check (source in ('recorded', 'uploaded', 'transcript')),
  recording_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_client on sessions (client_id, date desc, start_time desc, id desc) include (organization_id, therapist_id);
create index sessions_of_therapist on sessions (therapist_id, date desc, id desc) include (organization_id);
create index sessions_of_organization on sessions (organization_id, date desc, id desc) include (therapist_id);

create table uploads (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  client_id uuid not null references clients,
  file_name text not null check (length(file_name) <= 255),
  media_type text not null check (length(media_type) <= 200),
  size bigint not null check (size > 0),
  setting_type text not null check (setting_type in ('in-person', 'telehealth')),
  session_id uuid references sessions,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on uploads (therapist_id, created_at);
create index on uploads (session_id);

create table upload_chunks (
  upload_id uuid not null references uploads on delete cascade,
  n integer not null check (n >= 0),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  sha256 bytea not null,
  data bytea not null,
  primary key (upload_id, n)
);
-- Audio does not compress: stored as it is, outside the row.
alter table upload_chunks alter data set storage external;

create table recordings (
  session_id uuid primary key references sessions,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  upload_id uuid references uploads,
  file_name text not null,
  -- What it is, found by looking at it, not by its name.
  media_type text not null,
  size bigint not null,
  duration_seconds double precision,
  -- Name in the file store; null while the bytes still stand in upload_chunks.
  storage_name text,
  state text not null default 'received' check (state in ('received', 'stored', 'unreadable')),
  recorded_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session_progress (
  session_id uuid primary key references sessions,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  stage text not null check (stage in ('queued', 'preparing', 'transcribing', 'processing', 'complete', 'failed')),
  percent double precision not null default 0 check (percent between 0 and 100),
  error_code text,
  error text,
  updated_at timestamptz not null default now()
);

create table transcripts (
  session_id uuid primary key references sessions,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  utterances jsonb not null,
  language text not null,
  engine text not null,
  has_times boolean not null,
  -- Name of the raw imported file in the file store.
  original_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table notes (
  session_id uuid primary key references sessions,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  client_id uuid not null references clients,
  session_date date not null,
  note_type text not null default 'SOAP',
  state text not null default 'waiting' check (state in ('waiting', 'generating', 'ready', 'failed')),
  error text,
  sections jsonb not null default '[]',
  version integer not null default 0,
  drafter text not null default 'none' check (drafter in ('extractive', 'language-model', 'none')),
  coverage jsonb,
  safety jsonb not null default '[]',
  note_type_change_count integer not null default 0 check (note_type_change_count >= 0),
  note_enhance_count integer not null default 0 check (note_enhance_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notes_of_therapist on notes (therapist_id, session_date desc, session_id desc) include (organization_id);
create index notes_of_organization on notes (organization_id, session_date desc, session_id desc) include (therapist_id);
create index notes_of_client on notes (client_id, session_date desc);

create table note_versions (
  session_id uuid not null references notes,
  version integer not null,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  note_type text not null,
  reason text not null check (reason in ('drafted', 'edited', 'type changed', 'enhanced', 'restored')),
  author_id uuid references users,
  sections jsonb not null,
  drafter text not null,
  coverage jsonb,
  created_at timestamptz not null default now(),
  primary key (session_id, version)
);

-- What a drafting job is asked to do. Instructions are clinical text, so they stand here and not in the queue.
create table note_requests (
  id uuid primary key default app.new_id(),
  session_id uuid not null references notes,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  kind text not null check (kind in ('draft', 'type change', 'enhancement')),
  note_type text not null,
  instructions text,
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Two tabs or a reload start one job.
create unique index note_requests_open on note_requests (session_id) where state = 'open';

do $$ declare t text; begin
  foreach t in array array['clients', 'sessions', 'uploads', 'recordings', 'session_progress', 'transcripts', 'notes', 'note_requests'] loop
    execute format('create trigger touch before update on %I for each row execute function app.touch()', t);
  end loop;

  foreach t in array array['clients', 'sessions', 'uploads', 'upload_chunks', 'recordings', 'session_progress', 'transcripts', 'notes',
    'note_versions', 'note_requests'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    -- coalesce keeps the planner from turning the filter into a bitmap union: the query's own predicate picks the index.
    execute format($p$create policy visible on %I for select to app_web, app_worker using (coalesce(
      organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]) or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false))$p$, t);
    -- Only the therapist who holds the session writes its record; seeing it does not allow changing it.
    execute format($p$create policy own on %I for insert to app_web, app_worker with check (therapist_id = (select app.user_id())
      and (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])))$p$, t);
    execute format($p$create policy own_update on %I for update to app_web, app_worker using (therapist_id = (select app.user_id()))$p$, t);
    execute format($p$create policy own_delete on %I for delete to app_web, app_worker using (therapist_id = (select app.user_id()))$p$, t);
  end loop;

  -- Foreign keys are checked without row-level security: what a row hangs on must be the writer's too.
  foreach t in array array['sessions', 'uploads'] loop
    execute format($p$create policy client_is_own on %I as restrictive for insert to app_web, app_worker with check (exists (
      select from clients c where c.id = client_id and c.therapist_id = %I.therapist_id and c.organization_id is not distinct from %I.organization_id))$p$, t, t, t);
  end loop;
  foreach t in array array['recordings', 'session_progress', 'transcripts', 'notes', 'note_versions', 'note_requests'] loop
    execute format($p$create policy session_is_own on %I as restrictive for insert to app_web, app_worker with check (exists (
      select from sessions s where s.id = session_id and s.therapist_id = %I.therapist_id and s.organization_id is not distinct from %I.organization_id))$p$, t, t, t);
  end loop;
  create policy upload_is_own on upload_chunks as restrictive for insert to app_web, app_worker with check (exists (
    select from uploads u where u.id = upload_id and u.therapist_id = upload_chunks.therapist_id));
end $$;

-- Owner and admin keep the clients of their organization in order.
create policy organization_update on clients for update to app_web
  using (organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]));

grant select, insert on clients, sessions, uploads, upload_chunks, recordings, session_progress, transcripts, notes, note_versions, note_requests
  to app_web, app_worker;
grant update (first_name, last_name, pronouns, email, phone, status, treatment_approach) on clients to app_web;
grant update (date, start_time, end_time, type, setting_type, status, source, recording_url) on sessions to app_web, app_worker;
grant update (session_id) on uploads to app_web, app_worker;
grant update (media_type, size, duration_seconds, storage_name, state) on recordings to app_web, app_worker;
grant update (stage, percent, error_code, error, updated_at) on session_progress to app_web, app_worker;
grant update (utterances, language, engine, has_times, original_name) on transcripts to app_web, app_worker;
grant update (note_type, state, error, sections, version, drafter, coverage, safety, note_type_change_count, note_enhance_count) on notes
  to app_web, app_worker;
grant update (state) on note_requests to app_web, app_worker;
grant delete on uploads, upload_chunks to app_web, app_worker;

-- Live progress: ids and figures only.
create function app.notify_progress() returns trigger language plpgsql as $$ begin
  perform pg_notify('progress', json_build_object('sessionId', new.session_id, 'stage', new.stage, 'percent', new.percent)::text);
  return null;
end $$;
revoke execute on function app.notify_progress from public;
grant execute on function app.notify_progress to app_web, app_worker;
create trigger notify after insert or update on session_progress for each row execute function app.notify_progress();
