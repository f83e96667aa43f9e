-- Texts that a clinician inserts into notes by typing a trigger. Snippets with an organization are shared in it.
create table snippets (
  id uuid primary key default app.new_id(),
  owner_id uuid not null references users,
  organization_id uuid references organizations,
  trigger text not null check (trigger ~ '^[a-z0-9-]{2,20}$'),
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted snippet can be restored for 30 days.
  deleted_at timestamptz
);
create unique index snippets_own on snippets (owner_id, trigger) where organization_id is null and deleted_at is null;
create unique index snippets_shared on snippets (organization_id, trigger) where organization_id is not null and deleted_at is null;
create index snippets_deleted on snippets (deleted_at) where deleted_at is not null;

create trigger touch before update on snippets for each row execute function app.touch();

alter table snippets enable row level security;
alter table snippets force row level security;
create policy member on snippets for select to app_web
  using (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id is null and owner_id = (select app.user_id()));
create policy own on snippets for insert to app_web
  with check (owner_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on snippets for update to app_web using (owner_id = (select app.user_id()));
create policy own_delete on snippets for delete to app_web using (owner_id = (select app.user_id()));
-- Owner and admins change and delete the shared snippets of their organization.
create policy organization_update on snippets for update to app_web
  using (organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]));
create policy organization_delete on snippets for delete to app_web
  using (organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]));
create policy viewing_insert on snippets as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on snippets as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on snippets as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on snippets as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert, delete on snippets to app_web;
grant update (trigger, body, deleted_at) on snippets to app_web;
