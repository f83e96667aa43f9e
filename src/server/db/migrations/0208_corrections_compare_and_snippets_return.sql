-- The function takes the facts that the user saw, which calls of the previous version leave out. It is created again from functions/*.sql.
drop function if exists app.correct_session(uuid, uuid, date, time, time, text, text, text);

-- A job that writes the first draft for the next therapist of a client also identifies the speakers.
drop policy own on transcript_edits;
create policy own on transcript_edits for insert to app_web
  with check (edited_by = (select app.user_id()) and exists (select from sessions s where s.id = transcript_edits.session_id
    and s.therapist_id = (select app.user_id()) and (s.rendered_by is null or s.rendered_by = (select app.user_id())))
    and exists (select from transcripts t where t.session_id = transcript_edits.session_id and t.revision = transcript_edits.revision));
create policy own_job on transcript_edits for insert to app_worker
  with check (edited_by = (select app.user_id()) and exists (select from sessions s where s.id = transcript_edits.session_id
    and s.therapist_id = (select app.user_id()))
    and exists (select from transcripts t where t.session_id = transcript_edits.session_id and t.revision = transcript_edits.revision));

-- A deleted snippet can be restored for 30 days.
alter table snippets add column deleted_at timestamptz;
drop index snippets_own;
drop index snippets_shared;
create unique index snippets_own on snippets (owner_id, trigger) where organization_id is null and deleted_at is null;
create unique index snippets_shared on snippets (organization_id, trigger) where organization_id is not null and deleted_at is null;
create index snippets_deleted on snippets (deleted_at) where deleted_at is not null;
grant update (deleted_at) on snippets to app_web;

-- A request that is sent again after a lost response adds nothing.
alter table note_templates add column request_id uuid;
create unique index note_templates_request on note_templates (coalesce(owner_id, organization_id), request_id) where request_id is not null;
alter table resources add column request_id uuid;
create unique index resources_request on resources (created_by, request_id) where request_id is not null;
