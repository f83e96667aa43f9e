-- Corrections of a session: functions/corrections.sql (decision 0054).

-- Policies need this function now.
create or replace function app.session_to_change() returns uuid language sql stable
  return nullif(current_setting('app.session_to_change', true), '')::uuid;

create policy correction_update on sessions for update to app_owner using (id = (select app.session_to_change()));
create policy correction on notes for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_update on notes for update to app_owner using (session_id = (select app.session_to_change()));
create policy correction on uploads for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_update on uploads for update to app_owner using (session_id = (select app.session_to_change()));
create policy correction_insert on note_search for insert to app_owner with check (session_id = (select app.session_to_change()));
create policy correction_update on note_search for update to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on note_search for delete to app_owner using (session_id = (select app.session_to_change()));
create policy correction_update on clients for update to app_owner
  using ((select app.session_to_change()) is not null and therapist_id = (select app.user_id()));
