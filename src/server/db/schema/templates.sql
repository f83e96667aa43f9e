-- Note templates of one user or of an organization. The built-in note types are code.
create table note_templates (
  id uuid primary key default app.new_id(),
  -- The user to whom the template belongs; null for a template of the organization.
  owner_id uuid references users,
  organization_id uuid references organizations,
  name text not null check (length(name) between 1 and 80),
  base_type text not null,
  -- Validated by the contract. A note stores the sections that it was drafted with.
  sections jsonb not null,
  version integer not null default 1 check (version > 0),
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  -- Name of the template that this template was copied from.
  origin text,
  created_at timestamptz not null default now(),
  -- Language of the drafted text.
  language text not null default 'en',
  -- Id of the request that added the template.
  request_id uuid,
  check (num_nonnulls(owner_id, organization_id) = 1)
);
create unique index note_templates_request on note_templates (coalesce(owner_id, organization_id), request_id) where request_id is not null;
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
create policy own_delete on note_templates for delete to app_web
  using (coalesce(
    owner_id = (select app.user_id())
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]), false));
create policy viewing_insert on note_templates as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on note_templates as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on note_templates as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on note_templates as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewer_id()) is null));

grant select, insert, delete on note_templates to app_web;
grant update (name, base_type, sections, version, status, language) on note_templates to app_web;

-- Earlier versions of templates, for comparison. Rows never change.
create table note_template_versions (
  template_id uuid not null references note_templates on delete cascade,
  version integer not null check (version > 0),
  name text not null check (length(name) between 1 and 80),
  base_type text not null,
  sections jsonb not null,
  replaced_at timestamptz not null default now(),
  -- Language of the drafted text.
  language text not null default 'en',
  primary key (template_id, version)
);

alter table note_template_versions enable row level security;
alter table note_template_versions force row level security;
-- A version is visible with its template.
create policy visible on note_template_versions for select to app_web
  using (exists (select from note_templates t where t.id = note_template_versions.template_id));
create policy own on note_template_versions for insert to app_web
  with check (exists (
    select from note_templates t where t.id = note_template_versions.template_id
      and coalesce(t.owner_id = (select app.user_id()) or t.organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]), false)));
create policy viewing_insert on note_template_versions as restrictive for insert to app_web with check ((select app.may_change()));

grant select, insert on note_template_versions to app_web;

-- A user's own notes, from which the sections of a template are proposed (decision 0110). Only the user who added them reads them:
-- no owner, admin, supervisor, viewer, job or function reaches a row, and app_worker has no grant.
create table template_examples (
  id uuid primary key default app.new_id(),
  template_id uuid not null references note_templates on delete cascade,
  author_id uuid not null references users on delete cascade,
  -- Encrypted by the application under a separate key: the database never stores the text in plain form.
  sealed bytea not null check (length(sealed) between 33 and 20000),
  -- Length of the text.
  characters integer not null check (characters between 1 and 6000),
  created_at timestamptz not null default now()
);
create index template_examples_of_author on template_examples (author_id, template_id, created_at, id);
create index template_examples_template_id_idx on template_examples (template_id);

alter table template_examples enable row level security;
alter table template_examples force row level security;
-- An example is visible with its template, so access ends with the membership.
create policy author on template_examples to app_web
  using (author_id = (select app.user_id()) and exists (select from note_templates t where t.id = template_examples.template_id));
create policy template_is_changeable on template_examples as restrictive for insert to app_web
  with check (exists (
    select from note_templates t where t.id = template_examples.template_id
      and coalesce(t.owner_id = (select app.user_id()) or t.organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]), false)));
create policy operator on template_examples for select to app_owner using (pg_has_role(session_user, 'app_owner', 'member'));
create policy operator_update on template_examples for update to app_owner using (pg_has_role(session_user, 'app_owner', 'member'));
create policy viewing_insert on template_examples as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_delete on template_examples as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on template_examples as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, insert, delete on template_examples to app_web;
