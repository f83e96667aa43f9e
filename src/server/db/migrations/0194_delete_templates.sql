-- Templates can be deleted, with their versions and example notes.
alter table note_template_versions drop constraint note_template_versions_template_id_fkey,
  add constraint note_template_versions_template_id_fkey foreign key (template_id) references note_templates on delete cascade;
create policy own_delete on note_templates for delete to app_web
  using (coalesce(
    owner_id = (select app.user_id())
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]), false));
create policy viewing_delete on note_templates as restrictive for delete to app_web using ((select app.may_change()));
grant delete on note_templates to app_web;
