-- Notes of one's own from which the sections of a template are proposed (decision 0110). Only the user who added them reads them:
-- no owner, admin, supervisor, viewer, job or function reaches a row, and app_worker has no grant.
create table template_examples (
  id uuid primary key default app.new_id(),
  template_id uuid not null references note_templates on delete cascade,
  author_id uuid not null references users on delete cascade,
  -- Encrypted by the application under a key of its own: the database never has the text in clear.
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
