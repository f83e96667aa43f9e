-- Links that an organization shares; every member manages them (spec admin §2, §3 and §6).
create table resources (
  -- Time-ordered, so that sorting by id lists the newest first.
  id uuid primary key default app.new_id(),
  organization_id uuid not null references organizations,
  created_by uuid not null references users,
  title text not null check (length(title) between 1 and 200),
  -- As browsers write addresses: http or https only, without user name and password.
  url text not null check (length(url) <= 2000 and url ~ '^https?://[^/?#@[:space:][:cntrl:]\\]+([/?#][^[:space:][:cntrl:]]*)?$'),
  description text check (length(description) between 1 and 2000),
  created_at timestamptz not null default now(),
  -- A deleted link can be restored for 30 days.
  deleted_at timestamptz,
  -- Id of the request that added the link.
  request_id uuid
);
create unique index resources_request on resources (created_by, request_id) where request_id is not null;
create index resources_organization_id_id_idx on resources (organization_id, id desc) where deleted_at is null;
create index resources_organization_id_deleted_at_idx on resources (organization_id, deleted_at desc) where deleted_at is not null;

alter table resources enable row level security;
alter table resources force row level security;
create policy member on resources to app_web
  using (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]))
  with check (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
create policy author_is_self on resources as restrictive for insert to app_web with check (created_by = (select app.user_id()));
create policy long_deleted on resources as restrictive for delete to app_web
  using (coalesce(deleted_at < (now() - interval '30 days'), false));
create policy viewing_insert on resources as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on resources as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on resources as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on resources as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert, delete on resources to app_web;
grant update (title, url, description, deleted_at) on resources to app_web;
