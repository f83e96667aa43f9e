-- A small clinic for the fixture of the upgrade test. Everything is invented. The password is `password` of test/accounts.ts.

insert into users (id, email, email_verified, name, first_name, last_name, clinic_name, time_zone) values
  ('01900000-0000-7000-8000-000000000001', 'owner@example.test', true, 'Olive North', 'Olive', 'North', 'Harbour Clinic', 'Europe/Berlin'),
  ('01900000-0000-7000-8000-000000000002', 'therapist@example.test', true, 'Tom Reed', 'Tom', 'Reed', 'Harbour Clinic', 'UTC'),
  ('01900000-0000-7000-8000-000000000003', 'former@example.test', true, 'Finn Lake', 'Finn', 'Lake', '', 'UTC');
insert into auth_accounts (user_id, account_id, provider_id, password)
  select id, id::text, 'credential', :password from users;
insert into organizations (id, name, owner_id, subscription_plan) values
  ('01900000-0000-7000-8000-000000000010', 'Harbour Clinic', '01900000-0000-7000-8000-000000000001', 'pro');
insert into organization_members (organization_id, user_id, role) values
  ('01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000001', 'owner'),
  ('01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000002', 'therapist');
insert into former_members (organization_id, user_id) values
  ('01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000003');
update users set current_organization_id = '01900000-0000-7000-8000-000000000010' where last_name = 'Reed';
insert into clients (id, organization_id, therapist_id, first_name, last_name, email) values
  ('01900000-0000-7000-8000-000000000020', '01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000002',
    'Mara', 'Quill', 'mara@example.test');
insert into sessions (id, organization_id, therapist_id, client_id, date, start_time, end_time, status) values
  ('01900000-0000-7000-8000-000000000030', '01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000002',
    '01900000-0000-7000-8000-000000000020', '2026-03-02', '09:00', '09:50', 'completed');
insert into session_progress (session_id, organization_id, therapist_id, stage, percent) values
  ('01900000-0000-7000-8000-000000000030', '01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000002', 'complete', 100);
insert into transcripts (session_id, organization_id, therapist_id, utterances, language, engine, has_times) values
  ('01900000-0000-7000-8000-000000000030', '01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000002',
    '[{"id": "u1", "speaker": "client", "label": "Client", "start": 0, "end": 4, "text": "I slept better this week."}]', 'en', 'fixture', true);
insert into notes (session_id, organization_id, therapist_id, client_id, session_date, state, version, sections) values
  ('01900000-0000-7000-8000-000000000030', '01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000002',
    '01900000-0000-7000-8000-000000000020', '2026-03-02', 'ready', 1,
    '[{"title": "Subjective", "content": "Slept better this week.", "statements": []}]');
insert into note_versions (session_id, version, organization_id, therapist_id, note_type, reason, author_id, sections, drafter)
  select session_id, version, organization_id, therapist_id, note_type, 'edited', therapist_id, sections, 'none' from notes;
insert into invitations (organization_id, email, role, invited_by) values
  ('01900000-0000-7000-8000-000000000010', 'guest@example.test', 'therapist', '01900000-0000-7000-8000-000000000001');
insert into resources (organization_id, created_by, title, url) values
  ('01900000-0000-7000-8000-000000000010', '01900000-0000-7000-8000-000000000002', 'Sleep diary', 'https://example.org/sleep-diary');
insert into audit_events (organization_id, action, resource_type, client_id) values
  ('01900000-0000-7000-8000-000000000010', 'client.read', 'client', '01900000-0000-7000-8000-000000000020');
