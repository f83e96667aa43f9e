-- Foreign keys are checked without row-level security: every other column that points at a row must point at one's own, too.

-- The session that an upload became.
create policy session_is_own on uploads as restrictive for insert to app_web, app_worker with check (session_id is null or exists (
  select from sessions s where s.id = session_id and s.client_id = uploads.client_id and s.therapist_id = uploads.therapist_id));
create policy session_is_own_update on uploads as restrictive for update to app_web, app_worker using (true) with check (session_id is null or exists (
  select from sessions s where s.id = session_id and s.client_id = uploads.client_id and s.therapist_id = uploads.therapist_id));

create policy upload_clinic on upload_chunks as restrictive for insert to app_web, app_worker with check (exists (
  select from uploads u where u.id = upload_id and u.organization_id is not distinct from upload_chunks.organization_id));

-- The upload that a recording came from.
create policy upload_is_own on recordings as restrictive for insert to app_web, app_worker with check (upload_id is null or exists (
  select from uploads u where u.id = upload_id and u.therapist_id = recordings.therapist_id));

-- The client of a note is the client of its session.
create policy client_is_own on notes as restrictive for insert to app_web, app_worker with check (exists (
  select from sessions s where s.id = session_id and s.client_id = notes.client_id));

-- Nobody writes a version in another's name.
create policy author_is_self on note_versions as restrictive for insert to app_web, app_worker
  with check (author_id is null or author_id = (select app.user_id()));

-- Nobody writes into another clinic's audit trail.
create policy own_clinic on audit_events as restrictive for insert to app_web, app_worker, app_auth
  with check (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));

-- Sign-up makes plain accounts, whatever it is sent.
create policy plain_account on users as restrictive for insert to app_auth with check (role = 'user' and is_active and stripe_customer_id is null);
