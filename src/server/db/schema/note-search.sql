-- One row per note of a session that took place, for sorting and searching the list of all notes (decision 0013). Triggers maintain
-- it (functions/note-index.sql).
create table note_search (
  session_id uuid primary key references notes on delete cascade,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  session_date date not null,
  start_time time not null,
  words text[] not null
);
create index note_search_of_therapist on note_search (therapist_id, session_date desc, start_time desc,
  session_id desc) include (organization_id);
create index note_search_of_organization on note_search (organization_id, session_date desc, start_time desc,
  session_id desc) include (therapist_id);
-- fastupdate is off, because every search would have to scan its pending list.
create index note_search_words on note_search using gin (app.note_keys(organization_id, therapist_id, session_date,
  words)) with (fastupdate=off);

alter table note_search enable row level security;
alter table note_search force row level security;
create policy visible on note_search for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on note_search for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on note_search for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on note_search for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
-- Owner and admins may rename clients of their organization, which changes the words of their notes.
create policy organization_update on note_search for update to app_web
  using (organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]));
create policy session_is_own on note_search as restrictive for insert to app_web, app_worker
  with check (exists (
    select from sessions s
    where s.id = note_search.session_id and s.therapist_id = note_search.therapist_id
      and s.organization_id is not distinct from note_search.organization_id));
-- Text search is not leakproof, so under row-level security it cannot use an index. app.search_notes therefore searches as the owner,
-- within one organization or one therapist that the caller may see.
create policy definer on note_search for select to app_owner using (true);
create policy still_member on note_search as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on note_search for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on note_search for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy correction_insert on note_search for insert to app_owner with check (session_id = (select app.session_to_change()));
create policy correction_update on note_search for update to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on note_search for delete to app_owner using (session_id = (select app.session_to_change()));
create policy viewing_insert on note_search as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on note_search as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on note_search as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on note_search as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert, delete on note_search to app_web, app_worker;
grant update (session_date, start_time, words) on note_search to app_web, app_worker;
