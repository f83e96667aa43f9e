create table recordings (
  session_id uuid primary key references sessions on delete cascade,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  upload_id uuid references uploads on delete set null,
  file_name text not null,
  -- Detected from the content, not from the file name.
  media_type text not null,
  size bigint not null,
  duration_seconds double precision,
  -- Name in the file store; null while the data is still in upload_chunks or live_chunks.
  storage_name text,
  state text not null default 'received' check (state in ('received', 'stored', 'unreadable')),
  recorded_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether the file ends before the recording did.
  is_cut_off boolean not null default false,
  -- All names under which a job began to write a file. A transfer may have separated some from the recording; a deletion erases all.
  written_names text[] not null default '{}'
);

create trigger touch before update on recordings for each row execute function app.touch();
create trigger count_storage after insert or delete or update of size, organization_id,
  therapist_id on recordings for each row execute function app.count_storage();

alter table recordings enable row level security;
alter table recordings force row level security;
create policy visible on recordings for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on recordings for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on recordings for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on recordings for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy session_is_own on recordings as restrictive for insert to app_web, app_worker
  with check (exists (
    select from sessions s
    where s.id = recordings.session_id and s.therapist_id = recordings.therapist_id
      and s.organization_id is not distinct from recordings.organization_id));
-- The upload from which a recording was made belongs to the same therapist.
create policy upload_is_own on recordings as restrictive for insert to app_web, app_worker
  with check (upload_id is null or exists (
    select from uploads u
    where u.id = recordings.upload_id and u.therapist_id = recordings.therapist_id));
create policy still_member on recordings as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on recordings for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on recordings for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
-- Lets `npm run secret:rotate`, which signs in as app_owner, find the stored files. Security definer functions run as app_owner under
-- another session_user, so this policy shows them nothing.
create policy operator on recordings for select to app_owner
  using (storage_name is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy correction on recordings for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on recordings for delete to app_owner using (session_id = (select app.session_to_change()));
create policy viewing_insert on recordings as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on recordings as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on recordings as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on recordings as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on recordings to app_web, app_worker;
grant update (media_type, size, duration_seconds, storage_name, state, is_cut_off) on recordings to app_web, app_worker;
grant update (written_names) on recordings to app_worker;

-- A session recorded in a browser: numbered chunks, each acknowledged once it is durable (decision 0008). The row changes with every
-- chunk, so half of each page stays free for the new version.
create table live_recordings (
  session_id uuid primary key references sessions on delete cascade,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  -- Generated by the browser: a repeated request does not start a second session.
  request_id uuid not null,
  -- Number of the first chunk that the server does not have yet.
  next_chunk integer not null default 0 check (next_chunk >= 0),
  next_segment integer not null default 0 check (next_segment >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  saved_ms integer not null default 0 check (saved_ms >= 0),
  last_chunk_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether the left channel is the therapist's microphone and the right one the tab of the video visit (decision 0068).
  is_video_visit boolean not null default false,
  -- Where the client was during a video visit, as the therapist stated: the place decides which law applies.
  client_location text check (length(client_location) <= 60),
  constraint live_recordings_therapist_id_request_id_key unique (therapist_id, request_id)
) with (fillfactor = 50);
create index live_recordings_unfinished on live_recordings (therapist_id, created_at desc) where ended_at is null;

create trigger touch before update on live_recordings for each row execute function app.touch();
create trigger no_recording_while_viewing before insert on live_recordings for each row execute function app.no_recording_while_viewing();

alter table live_recordings enable row level security;
alter table live_recordings force row level security;
-- Only the therapist sees a live recording.
create policy visible on live_recordings for select to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own on live_recordings for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on live_recordings for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on live_recordings for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy session_is_own on live_recordings as restrictive for insert to app_web, app_worker
  with check (exists (
    select from sessions s
    where s.id = live_recordings.session_id and s.therapist_id = live_recordings.therapist_id
      and s.organization_id is not distinct from live_recordings.organization_id));
create policy still_member on live_recordings as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on live_recordings for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on live_recordings for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
-- Lets app.closed_organizations see a recording in progress, so that it can be finished after the organization requires a second factor.
create policy in_progress on live_recordings for select to app_owner using (ended_at is null);
create policy may_upload on live_recordings as restrictive for insert to app_web with check ((select app.may_upload()));
create policy correction on live_recordings for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on live_recordings for delete to app_owner using (session_id = (select app.session_to_change()));
create policy viewing_insert on live_recordings as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on live_recordings as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on live_recordings as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on live_recordings as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, insert on live_recordings to app_web, app_worker;
grant update (next_chunk, next_segment, bytes, saved_ms, last_chunk_at, ended_at) on live_recordings to app_web, app_worker;

create table live_chunks (
  session_id uuid not null references live_recordings on delete cascade,
  -- Number of the first of `count` consecutive chunks.
  n integer not null check (n >= 0),
  count integer not null check (count > 0),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  -- A segment is one run of a MediaRecorder, from start to stop, and a separate file.
  segment integer not null check (segment >= 0),
  media_type text not null check (length(media_type) <= 200),
  sha256 bytea not null,
  data bytea not null,
  seal bytea check (octet_length(seal) = 32),
  primary key (session_id, n)
);
-- Audio does not compress, so it is stored as it is. A chunk of usual length stays in its row; in the TOAST table it would need two more
-- rows.
alter table live_chunks alter data set storage external;
alter table live_chunks set (toast_tuple_target = 8160);

alter table live_chunks enable row level security;
alter table live_chunks force row level security;
create policy visible on live_chunks for select to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own on live_chunks for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on live_chunks for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on live_chunks for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy recording_is_own on live_chunks as restrictive for insert to app_web, app_worker
  with check (exists (
    select from live_recordings r
    where r.session_id = live_chunks.session_id and r.therapist_id = live_chunks.therapist_id
      and r.organization_id is not distinct from live_chunks.organization_id));
create policy still_member on live_chunks as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on live_chunks for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on live_chunks for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy operator on live_chunks for select to app_owner using (seal is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy operator_update on live_chunks for update to app_owner
  using (seal is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy viewing_insert on live_chunks as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on live_chunks as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on live_chunks as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on live_chunks as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, insert, delete on live_chunks to app_web, app_worker;

-- Bytes of stored audio. Concurrent uploads lock the row one after another, so together they cannot exceed the limit.
create table storage_used (
  -- An organization; the therapist for clients without an organization.
  holder_id uuid primary key,
  bytes bigint not null default 0,
  -- When owner and admins were notified that little space is left; null again once there is space.
  notified_at timestamptz
);

alter table storage_used enable row level security;
alter table storage_used force row level security;
create policy definer on storage_used to app_owner using (true) with check (true);
