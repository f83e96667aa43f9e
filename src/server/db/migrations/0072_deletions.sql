-- Deletion of what was filed by mistake: functions/corrections.sql (decision 0054).

alter table notes add column transcript_deleted_at timestamptz;

-- A deleted session takes its rows along, except signatures, which keep it from being deleted.
alter table session_progress drop constraint session_progress_session_id_fkey, add constraint session_progress_session_id_fkey foreign key (session_id) references sessions on delete cascade;
alter table uploads drop constraint uploads_session_id_fkey, add constraint uploads_session_id_fkey foreign key (session_id) references sessions on delete cascade;
alter table recordings drop constraint recordings_session_id_fkey, add constraint recordings_session_id_fkey foreign key (session_id) references sessions on delete cascade;
alter table live_recordings drop constraint live_recordings_session_id_fkey, add constraint live_recordings_session_id_fkey foreign key (session_id) references sessions on delete cascade;
alter table transcripts drop constraint transcripts_session_id_fkey, add constraint transcripts_session_id_fkey foreign key (session_id) references sessions on delete cascade;
alter table transcript_corrections drop constraint transcript_corrections_session_id_fkey, add constraint transcript_corrections_session_id_fkey foreign key (session_id) references sessions on delete cascade;
alter table notes drop constraint notes_session_id_fkey, add constraint notes_session_id_fkey foreign key (session_id) references sessions on delete cascade;
alter table note_versions drop constraint note_versions_session_id_fkey, add constraint note_versions_session_id_fkey foreign key (session_id) references notes on delete cascade;
alter table note_requests drop constraint note_requests_session_id_fkey, add constraint note_requests_session_id_fkey foreign key (session_id) references notes on delete cascade;
-- Row-level security would hide the notes from the check of the new constraint.
alter table notes no force row level security;
alter table note_search drop constraint note_search_session_id_fkey, add constraint note_search_session_id_fkey foreign key (session_id) references notes on delete cascade;
alter table notes force row level security;
alter table insights drop constraint insights_session_id_fkey, add constraint insights_session_id_fkey foreign key (session_id) references sessions on delete cascade;
alter table note_review_items drop constraint note_review_items_session_id_fkey, add constraint note_review_items_session_id_fkey foreign key (session_id) references notes on delete cascade;
alter table recordings drop constraint recordings_upload_id_fkey, add constraint recordings_upload_id_fkey foreign key (upload_id)
  references uploads on delete set null;

create policy correction_delete on sessions for delete to app_owner using (id = (select app.session_to_change()));
create policy correction_delete on uploads for delete to app_owner using (session_id = (select app.session_to_change()));
create policy correction on recordings for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on recordings for delete to app_owner using (session_id = (select app.session_to_change()));
create policy correction on live_recordings for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on live_recordings for delete to app_owner using (session_id = (select app.session_to_change()));
create policy correction on transcripts for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on transcripts for delete to app_owner using (session_id = (select app.session_to_change()));
create policy correction on insights for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on insights for delete to app_owner using (session_id = (select app.session_to_change()));
create policy correction on transcript_corrections for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on transcript_corrections for delete to app_owner using (session_id = (select app.session_to_change()));
create policy correction on note_review_items for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on note_review_items for delete to app_owner using (session_id = (select app.session_to_change()));
create policy correction on note_versions for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_update on note_versions for update to app_owner using (session_id = (select app.session_to_change()));
create policy correction on session_progress for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_update on session_progress for update to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on session_progress for delete to app_owner using (session_id = (select app.session_to_change()));

create table deletion_receipts (
  id uuid primary key default app.new_id(),
  -- Who may see the client may see the receipt; it follows a transfer.
  client_id uuid not null references clients,
  -- The session may be deleted.
  session_id uuid not null,
  what text not null check (what in ('recording', 'transcript', 'session')),
  -- A choice, so that it holds no clinical text.
  reason text not null check (reason in ('wrong client', 'duplicate', 'wrong file', 'no consent', 'test')),
  session_date date not null,
  start_time time not null,
  -- What was deleted, each with bytes, sha256 and count where they apply.
  contents jsonb not null,
  deleted_by uuid not null references users,
  deleted_by_name text not null,
  deleted_at timestamptz not null default now(),
  -- Names in the file store that the job erases. They consist of ids.
  files text[] not null,
  files_erased_at timestamptz
);
create index deletion_receipts_client_id_idx on deletion_receipts (client_id, deleted_at desc);

alter table deletion_receipts enable row level security;
alter table deletion_receipts force row level security;
create policy visible on deletion_receipts for select to app_web, app_worker
  using (exists (select from clients c where c.id = deletion_receipts.client_id));
create policy definer on deletion_receipts for insert to app_owner with check (session_id = (select app.session_to_change()));
create policy own_update on deletion_receipts for update to app_worker using (deleted_by = (select app.user_id()) and files_erased_at is null)
  with check (true);

grant select on deletion_receipts to app_web, app_worker;
grant update (files_erased_at) on deletion_receipts to app_worker;
