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
  -- Entered by the clinician. Null if none was entered; notes then omit it.
  treatment_approach text check (length(treatment_approach) between 1 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_keys tsvector generated always as (app.search_keys((first_name || ' ') || last_name, coalesce(email, ''))) stored
);
create index clients_of_therapist_by_status on clients (therapist_id, status, lower(last_name), lower(first_name),
  id) include (organization_id);
create index clients_of_therapist on clients (therapist_id, lower(last_name), lower(first_name), id) include (organization_id);
create index clients_of_organization_by_status on clients (organization_id, status, lower(last_name), lower(first_name),
  id) include (therapist_id);
create index clients_of_organization on clients (organization_id, lower(last_name), lower(first_name), id) include (therapist_id);
create index clients_search on clients using gin (search_keys);
create index clients_newest on clients (created_at desc, id desc);
create index clients_newest_by_status on clients (status, created_at desc, id desc);

create trigger touch before update on clients for each row execute function app.touch();
create trigger index_client after update of first_name, last_name on clients for each row when (old.first_name <> new.first_name
  or old.last_name <> new.last_name) execute function app.index_client();
create trigger transfer_series after update of therapist_id on clients for each row when (old.therapist_id <> new.therapist_id) execute function
  app.transfer_series();

alter table clients enable row level security;
alter table clients force row level security;
create policy visible on clients for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on clients for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on clients for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on clients for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
-- Owner and admins edit the clients of their organization.
create policy organization_update on clients for update to app_web
  using (organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]));
create policy still_member on clients as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on clients for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on clients for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy platform_admin on clients for select to app_owner using (true);
create policy platform_admin_update on clients for update to app_owner using (id = (select app.admin_record()));
create policy correction_update on clients for update to app_owner
  using ((select app.session_to_change()) is not null and therapist_id = (select app.user_id()));
-- Locks a client, and changes nothing: app.lock_record.
create policy record_lock on clients for update to app_owner
  using (id = nullif(current_setting('app.record_to_lock', true), '')::uuid) with check (false);
-- Email and phone of a client require a reason: app.admin_client_contact.
create policy admin_panel on clients for select to app_admin using (true);
create policy viewing_insert on clients as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on clients as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on clients as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on clients as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on clients to app_web, app_worker;
grant update (first_name, last_name, pronouns, email, phone, status, treatment_approach) on clients to app_web;
grant select (id, organization_id, therapist_id, first_name, last_name, status, created_at, updated_at, search_keys) on clients to app_admin;
