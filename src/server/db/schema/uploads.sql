create table uploads (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  client_id uuid not null references clients,
  file_name text not null check (length(file_name) <= 255),
  media_type text not null check (length(media_type) <= 200),
  size bigint not null check (size > 0),
  setting_type text not null check (setting_type in ('in-person', 'telehealth')),
  session_id uuid references sessions on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The stated time of a session that was held before the upload; null if it was held at the time of the upload.
  held_date date,
  held_start time,
  participants text[] not null default '{}' check (cardinality(participants) <= 12),
  appointment_id uuid,
  constraint uploads_check check ((held_date is null) = (held_start is null))
);
create index uploads_therapist_id_created_at_idx on uploads (therapist_id, created_at);
create index uploads_session_id_idx on uploads (session_id);
create index uploads_unfinished on uploads (created_at) where session_id is null;

create trigger touch before update on uploads for each row execute function app.touch();
create trigger reject_transferred_client after insert on uploads for each row execute function app.reject_transferred_client();
create trigger count_storage after insert or delete or update of size, organization_id, therapist_id,
  session_id on uploads for each row execute function app.count_storage();

alter table uploads enable row level security;
alter table uploads force row level security;
create policy visible on uploads for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on uploads for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on uploads for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on uploads for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy client_is_own on uploads as restrictive for insert to app_web, app_worker
  with check (exists (
    select from clients c
    where c.id = uploads.client_id and c.therapist_id = uploads.therapist_id
      and c.organization_id is not distinct from uploads.organization_id));
create policy correction on uploads for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_update on uploads for update to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on uploads for delete to app_owner using (session_id = (select app.session_to_change()));
-- app_owner sees and deletes only uploads that were not finished within a week (app.clean_uploads).
create policy abandoned on uploads for select to app_owner using (session_id is null and created_at < (now() - interval '7 days'));
create policy abandoned_delete on uploads for delete to app_owner using (session_id is null and created_at < (now() - interval '7 days'));
-- The session that an upload became belongs to the same client and therapist.
create policy session_is_own on uploads as restrictive for insert to app_web, app_worker
  with check (session_id is null or exists (
    select from sessions s
    where s.id = uploads.session_id and s.client_id = uploads.client_id and s.therapist_id = uploads.therapist_id));
create policy session_is_own_update on uploads as restrictive for update to app_web, app_worker
  using (true)
  with check (session_id is null or exists (
    select from sessions s
    where s.id = uploads.session_id and s.client_id = uploads.client_id and s.therapist_id = uploads.therapist_id));
create policy still_member on uploads as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on uploads for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on uploads for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy may_upload on uploads as restrictive for insert to app_web with check ((select app.may_upload()));
create policy viewing_insert on uploads as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on uploads as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on uploads as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on uploads as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert, delete on uploads to app_web, app_worker;
grant update (session_id) on uploads to app_web, app_worker;

create table upload_chunks (
  upload_id uuid not null references uploads on delete cascade,
  n integer not null check (n >= 0),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  sha256 bytea not null,
  data bytea not null,
  -- Audio is encrypted before it reaches the database. The seal contains what decryption needs besides the key; null for old chunks.
  seal bytea check (octet_length(seal) = 32),
  primary key (upload_id, n)
);
-- Audio does not compress: store it outside the row as it is.
alter table upload_chunks alter data set storage external;

alter table upload_chunks enable row level security;
alter table upload_chunks force row level security;
create policy visible on upload_chunks for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on upload_chunks for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on upload_chunks for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on upload_chunks for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy upload_is_own on upload_chunks as restrictive for insert to app_web, app_worker
  with check (exists (select from uploads u where u.id = upload_chunks.upload_id and u.therapist_id = upload_chunks.therapist_id));
create policy upload_organization on upload_chunks as restrictive for insert to app_web, app_worker
  with check (exists (
    select from uploads u
    where u.id = upload_chunks.upload_id and u.organization_id is not distinct from upload_chunks.organization_id));
create policy still_member on upload_chunks as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on upload_chunks for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on upload_chunks for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy may_upload on upload_chunks as restrictive for insert to app_web with check ((select app.may_upload()));
-- Lets `npm run secret:rotate`, which signs in as app_owner, seal chunks under the current secret (decision 0033).
create policy operator on upload_chunks for select to app_owner
  using (seal is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy operator_update on upload_chunks for update to app_owner
  using (seal is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy viewing_insert on upload_chunks as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on upload_chunks as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on upload_chunks as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on upload_chunks as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert, delete on upload_chunks to app_web, app_worker;
