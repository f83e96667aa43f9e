-- Copy profiles of users: how a note is copied to their EHR. Built-in profiles are code.
create table copy_profiles (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 60),
  -- Field labels by section: [{section, label}].
  mapping jsonb not null,
  -- Facts about the session that a copy begins with.
  header jsonb not null,
  bullets text not null check (bullets in ('•', '-', 'none')),
  blank_lines boolean not null,
  -- The most characters that one field takes.
  max_chars integer check (max_chars between 100 and 1000000),
  ascii_only boolean not null,
  html boolean not null,
  created_at timestamptz not null default now()
);
create unique index copy_profiles_user_id_name_key on copy_profiles (user_id, lower(name));

alter table copy_profiles enable row level security;
alter table copy_profiles force row level security;
create policy own on copy_profiles to app_web
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
create policy viewing_insert on copy_profiles as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on copy_profiles as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on copy_profiles as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on copy_profiles as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, insert, delete on copy_profiles to app_web;
grant update (name, mapping, header, bullets, blank_lines, max_chars, ascii_only, html) on copy_profiles to app_web;

-- Which version of a note was copied, by whom and when. Rows never change, except their therapist in a transfer.
create table note_copies (
  id uuid primary key default app.new_id(),
  session_id uuid not null references notes on delete cascade,
  version integer not null,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  -- Name of the profile at that time, and its id: the key of a built-in profile, or the id of a row of copy_profiles, which may be deleted.
  profile text not null check (length(profile) between 1 and 60),
  profile_id text not null check (length(profile_id) between 1 and 100),
  is_draft boolean not null,
  -- Hash of the whole copied text, in UTF-8.
  sha256 bytea not null check (length(sha256) = 32),
  copied_by uuid not null references users,
  copied_at timestamptz not null default now()
);
create index note_copies_session_id_copied_at_idx on note_copies (session_id, copied_at desc);
create index note_copies_copied_by_copied_at_idx on note_copies (copied_by, copied_at desc);

alter table note_copies enable row level security;
alter table note_copies force row level security;
create policy visible on note_copies for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
-- Every reader of a note may copy it, in their own name.
create policy copier_is_self on note_copies for insert to app_web, app_worker with check (copied_by = (select app.user_id()));
create policy note_is_visible on note_copies as restrictive for insert to app_web, app_worker
  with check (exists (
    select from notes n
    where n.session_id = note_copies.session_id and n.therapist_id = note_copies.therapist_id
      and n.organization_id is not distinct from note_copies.organization_id));
create policy still_member on note_copies as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on note_copies for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on note_copies for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy viewing_insert on note_copies as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on note_copies as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on note_copies as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on note_copies as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on note_copies to app_web, app_worker;
