-- Note templates of one user or of an organization. The built-in note types are code.
create table note_templates (
  id uuid primary key default app.new_id(),
  -- The user whose template it is; null for one of the organization.
  owner_id uuid references users,
  organization_id uuid references organizations,
  name text not null check (length(name) between 1 and 80),
  base_type text not null,
  -- Checked by the contract. A note stores the sections that it was drafted with.
  sections jsonb not null,
  version integer not null default 1 check (version > 0),
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  -- Name of the template that it was copied from.
  origin text,
  created_at timestamptz not null default now(),
  check (num_nonnulls(owner_id, organization_id) = 1)
);
create index note_templates_owner_id_idx on note_templates (owner_id);
create index note_templates_organization_id_idx on note_templates (organization_id);

alter table note_templates enable row level security;
alter table note_templates force row level security;
create policy visible on note_templates for select to app_web
  using (coalesce(
    owner_id = (select app.user_id())
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]), false));
create policy own on note_templates for insert to app_web
  with check (coalesce(
    owner_id = (select app.user_id())
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]), false));
create policy own_update on note_templates for update to app_web
  using (coalesce(
    owner_id = (select app.user_id())
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]), false));
create policy viewing_insert on note_templates as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on note_templates as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_select on note_templates as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewer_id()) is null));

grant select, insert on note_templates to app_web;
grant update (name, base_type, sections, version, status) on note_templates to app_web;

-- The template that a note, a version or a request was made with: {id, version, name, sections}.
alter table notes add column template jsonb;
alter table note_versions add column template jsonb;
alter table note_requests add column template jsonb;
grant update (template) on notes to app_web, app_worker;
