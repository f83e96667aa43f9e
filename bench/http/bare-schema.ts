// The tables of the bare server, copied from the practice: only what its jobs need, with one policy for each table.

export const bareSchema = `
  drop schema if exists bare cascade;
  create schema bare;
  create table bare.sign_ins as select token, user_id, organization_id from auth_sessions join organization_members using (user_id);
  alter table bare.sign_ins add primary key (token);
  create table bare.clients as select id, organization_id, therapist_id, first_name, last_name, pronouns, email, phone, status, treatment_approach from clients;
  alter table bare.clients add primary key (id);
  create index on bare.clients (therapist_id, status, lower(last_name), lower(first_name), id);
  create table bare.sessions as select id, organization_id, therapist_id, client_id, date, start_time, end_time, type, setting_type, status from sessions;
  alter table bare.sessions add primary key (id);
  create index on bare.sessions (client_id, date desc);
  create index on bare.sessions (therapist_id, date);
  create table bare.notes as select session_id, organization_id, therapist_id, client_id, note_type, state, version, sections, safety, now() as updated_at from notes;
  alter table bare.notes add primary key (session_id);
  create table bare.note_versions (session_id uuid, version integer, at timestamptz default now(), therapist_id uuid, sections jsonb, primary key (session_id, version));
  create table bare.audit_events (id bigint generated always as identity primary key, at timestamptz default now(), therapist_id uuid, organization_id uuid,
    action text, resource_type text, resource_id uuid, client_id uuid);
  do $$ begin create role bare_web; exception when duplicate_object then null; end $$;
  grant usage on schema bare to bare_web;
  grant select on bare.sign_ins, bare.clients, bare.sessions, bare.notes, bare.note_versions to bare_web;
  grant update on bare.notes to bare_web;
  grant insert on bare.note_versions, bare.audit_events to bare_web;
  ${['clients', 'sessions', 'notes', 'note_versions', 'audit_events']
    .map(
      (table) => `alter table bare.${table} enable row level security;
  create policy own on bare.${table} to bare_web using (therapist_id = (select current_setting('bare.therapist')::uuid))
    with check (therapist_id = (select current_setting('bare.therapist')::uuid));`,
    )
    .join('\n')}
  analyze bare.sign_ins, bare.clients, bare.sessions, bare.notes;
`
