-- A record that a platform admin opened by stating a reason: for one sign-in, until `expires_at`. Only the audit trail holds the reason.
create table admin_grants (
  auth_session_id uuid not null references auth_sessions on delete cascade,
  kind text not null check (kind in ('client', 'session')),
  resource_id uuid not null,
  expires_at timestamptz not null,
  primary key (auth_session_id, kind, resource_id)
);

alter table admin_grants enable row level security;
alter table admin_grants force row level security;
create policy definer on admin_grants to app_owner using (true) with check (true);
