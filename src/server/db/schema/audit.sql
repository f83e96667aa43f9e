create table audit_heads (
  chain uuid primary key,
  seq bigint not null,
  hash bytea not null
);

alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy definer on audit_heads to app_owner using (true) with check (true);

create table audit_events (
  -- The trigger `chain` sets chain, seq, at, actor_id, ip_address, user_agent and both hashes, whatever the writer supplies.
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  at timestamptz not null default now(),
  actor_id uuid,
  organization_id uuid,
  action text not null,
  resource_type text not null,
  resource_id uuid,
  client_id uuid,
  details jsonb not null default '{}',
  ip_address text,
  user_agent text,
  previous_hash bytea not null default '\x',
  hash bytea not null default '\x',
  primary key (chain, seq)
);
create index audit_events_organization_id_at_idx on audit_events (organization_id, at desc);
create index audit_events_client_id_at_idx on audit_events (client_id, at desc) where client_id is not null;
create index audit_events_of_person on audit_events (organization_id, actor_id, at desc);
create index audit_events_of_action on audit_events (organization_id, action, at desc);
create index audit_events_refused on audit_events (at desc) where action in ('access.refused', 'account.sign_in_failed',
  'account.second_factor_failed', 'account.password_refused');
create index audit_events_refused_to on audit_events (actor_id, at desc) where action in ('access.refused', 'account.sign_in_failed',
  'account.second_factor_failed', 'account.password_refused');
create index audit_events_access_justified on audit_events (at desc) where action = 'admin.access_justified';

create trigger chain before insert on audit_events for each row execute function app.chain_audit_event();

alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy definer on audit_events to app_owner using (true) with check (true);
-- Callers append to their own chain. They read their own events; owner and admins also read those of their organization.
create policy append on audit_events for insert to app_web, app_worker, app_auth with check (true);
create policy readable on audit_events for select to app_web, app_worker
  using (coalesce(actor_id = (select app.user_id()) or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]), false));
-- A caller cannot insert an event of an organization that they do not belong to.
create policy own_organization on audit_events as restrictive for insert to app_web, app_worker, app_auth
  with check (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
create policy admin_panel on audit_events for select to app_admin using (action in ('admin.access_justified', 'access.refused',
  'account.sign_in_failed', 'account.second_factor_failed', 'account.password_refused'));
create policy admin_panel_append on audit_events for insert to app_admin
  with check (starts_with(action, 'admin.') and (select app.is_platform_admin()));
create policy still_member on audit_events as restrictive for select to app_web, app_worker
  using (coalesce(organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]), false));
-- Inserts stay allowed while viewing as another user: viewing is audited.
create policy viewing_select on audit_events as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on audit_events to app_web, app_worker;
grant insert on audit_events to app_auth;
grant select (chain, seq, at, actor_id, organization_id, action, resource_type, resource_id, client_id, details, ip_address, user_agent)
  on audit_events to app_admin;
grant insert on audit_events to app_admin;

create type app.trail_event as (
  at text,
  chain uuid,
  seq bigint,
  actor_id uuid,
  actor_name text,
  action text,
  about text,
  client_id uuid,
  viewing_as text,
  ip_address text
);
