-- Links that an organization shares (billing, organization, admin specification, sections 2, 3 and 6: every member manages them).
create table resources (
  -- Time-ordered, so that the newest come first by id.
  id uuid primary key default app.new_id(),
  organization_id uuid not null references organizations,
  created_by uuid not null references users,
  title text not null check (length(title) between 1 and 200),
  -- As browsers write addresses; http and https only, and nobody's password.
  url text not null check (length(url) <= 2000 and url ~ '^https?://[^/?#@[:space:][:cntrl:]\\]+([/?#][^[:space:][:cntrl:]]*)?$'),
  description text check (length(description) between 1 and 2000),
  created_at timestamptz not null default now(),
  -- Can be taken back for 30 days.
  deleted_at timestamptz
);
create index on resources (organization_id, id desc) where deleted_at is null;
create index on resources (organization_id, deleted_at desc) where deleted_at is not null;
alter table resources enable row level security;
alter table resources force row level security;
create policy member on resources for all to app_web using (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]))
  with check (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
create policy author_is_self on resources as restrictive for insert to app_web with check (created_by = (select app.user_id()));
create policy long_deleted on resources as restrictive for delete to app_web using (coalesce(deleted_at < now() - interval '30 days', false));
grant select, insert, delete, update (title, url, description, deleted_at) on resources to app_web;
select app.follow_viewing('resources', 'organization');
