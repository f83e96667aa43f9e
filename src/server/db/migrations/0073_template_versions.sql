-- Earlier versions of templates, for comparison. Rows never change.
create table note_template_versions (
  template_id uuid not null references note_templates,
  version integer not null check (version > 0),
  name text not null check (length(name) between 1 and 80),
  base_type text not null,
  sections jsonb not null,
  replaced_at timestamptz not null default now(),
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
