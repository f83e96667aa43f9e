-- The house: ids, who is asking, accounts, organizations, the audit trail.
-- Runs as app_owner. app_web, app_worker and app_auth own nothing and cannot bypass row-level security.

create schema app;
grant usage on schema app to app_web, app_worker, app_auth;

-- RFC 9562 version 7: time-ordered, so that new rows go to the end of every index. Built in only from PostgreSQL 18 on.
create function app.new_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

create function app.touch() returns trigger language plpgsql as $$ begin new.updated_at := now(); return new; end $$;

-- Scope of the transaction. A setting that was set once reads '' after its transaction, not null.
create function app.user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;
create function app.uuids(name text) returns uuid[] language sql stable parallel safe
  return coalesce(nullif(current_setting(name, true), ''), '{}')::uuid[];

create table users (
  id uuid primary key default app.new_id(),
  email text not null unique check (email = lower(email) and email like '%_@_%'),
  email_verified boolean not null default false,
  name text not null default '',
  image text,
  role text not null default 'user' check (role in ('user', 'admin')),
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  clinic_name text not null default '' check (length(clinic_name) <= 200),
  phone_office text not null default '' check (length(phone_office) <= 40),
  license_type text not null default 'Other' check (license_type in
    ('Other', 'Support Staff / Technician', 'Non-licensed Intern', 'Masters', 'Doctoral', 'Registered Nurse', 'Nurse Practitioner', 'Physician')),
  default_note_type text not null default 'SOAP' check (default_note_type in
    ('SOAP', 'DAP', 'BIRP', 'GIRP', 'Intake', 'Case Management', 'SIRP', 'PIRP', 'Internal Family Systems', 'EMDR')),
  welcome_video_seen boolean not null default false,
  notification_settings jsonb not null default '{"low_sessions_remaining": true, "homework_completed": true, "client_transferred": true}',
  time_zone text not null default 'UTC',
  stripe_customer_id text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth_sessions (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on auth_sessions (user_id);

create table auth_accounts (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on auth_accounts (user_id);

create table auth_verifications (
  id uuid primary key default app.new_id(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on auth_verifications (identifier);

create table auth_rate_limits (
  id uuid primary key default app.new_id(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

create table organizations (
  id uuid primary key default app.new_id(),
  name text not null check (length(name) between 1 and 200),
  owner_id uuid not null references users,
  subscription_plan text not null default 'free' check (subscription_plan in ('free', 'basic', 'pro', 'enterprise')),
  subscription_status text not null default 'trial' check (subscription_status in ('active', 'trial', 'inactive', 'canceled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on organizations (owner_id);

create table organization_members (
  id uuid primary key default app.new_id(),
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'supervisor', 'therapist')),
  managed_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, user_id)
);
create index on organization_members (user_id);
create index on organization_members (managed_by) where managed_by is not null;

create table audit_heads (chain uuid primary key, seq bigint not null, hash bytea not null);

create table audit_events (
  -- Filled by the trigger, whatever the writer says: chain, seq, at, actor_id, ip_address, user_agent and both hashes.
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
  previous_hash bytea not null default '',
  hash bytea not null default '',
  primary key (chain, seq)
);
create index on audit_events (organization_id, at desc);
create index on audit_events (client_id, at desc) where client_id is not null;

create function app.audit_hash(e audit_events) returns bytea language sql immutable parallel safe as $$
  select sha256(e.previous_hash || convert_to(jsonb_build_array(e.chain, e.seq, extract(epoch from e.at), e.actor_id, e.organization_id, e.action,
    e.resource_type, e.resource_id, e.client_id, e.details, e.ip_address, e.user_agent)::text, 'UTF8'))
$$;

-- One chain an actor: each event carries the hash of the one before, and the head says how long the chain is.
create function app.chain_audit_event() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare head public.audit_heads;
begin
  new.actor_id := app.user_id();
  new.chain := coalesce(new.actor_id, '00000000-0000-0000-0000-000000000000');
  new.at := clock_timestamp();
  new.ip_address := nullif(current_setting('app.ip_address', true), '');
  new.user_agent := nullif(current_setting('app.user_agent', true), '');
  insert into public.audit_heads values (new.chain, 0, '') on conflict do nothing;
  select * into head from public.audit_heads where chain = new.chain for update;
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := app.audit_hash(new);
  update public.audit_heads set seq = new.seq, hash = new.hash where chain = new.chain;
  return new;
end $$;
create trigger chain before insert on audit_events for each row execute function app.chain_audit_event();

do $$ declare t text; begin
  foreach t in array array['users', 'auth_sessions', 'auth_accounts', 'auth_verifications', 'organizations', 'organization_members'] loop
    execute format('create trigger touch before update on %I for each row execute function app.touch()', t);
  end loop;
end $$;

-- Who is asking: sets the scope of this transaction from a session token and answers who it is.
-- Raises 'not_signed_in' for an unknown or ended session and for a deactivated account.
create function app.set_scope(uid uuid) returns void language sql volatile security definer set search_path = pg_catalog, public as $$
  select
    set_config('app.user_id', uid::text, true),
    set_config('app.member_orgs', (select coalesce(array_agg(organization_id), '{}')::text from organization_members where user_id = uid), true),
    set_config('app.admin_orgs', (select coalesce(array_agg(organization_id), '{}')::text from organization_members
      where user_id = uid and role in ('owner', 'admin')), true),
    set_config('app.therapists', (select array_append(coalesce(array_agg(m.user_id), '{}'), uid)::text from organization_members m
      where m.managed_by = uid and exists (select from organization_members s
        where s.organization_id = m.organization_id and s.user_id = uid and s.role = 'supervisor')), true)
$$;

create type app.actor as (user_id uuid, platform_role text, organization_id uuid, organization_role text, time_zone text);

create function app.actor_of(uid uuid) returns app.actor language sql stable security definer set search_path = pg_catalog, public as $$
  select u.id, u.role, m.organization_id, m.role, u.time_zone
  from users u left join lateral (select organization_id, role from organization_members where user_id = u.id order by created_at, id limit 1) m on true
  where u.id = uid and u.is_active
$$;

create function app.enter_session(session_token text, ip text, agent text) returns app.actor
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare s public.auth_sessions; found_actor app.actor;
begin
  select * into s from public.auth_sessions where token = session_token and expires_at > now();
  if s.id is not null then found_actor := app.actor_of(s.user_id); end if;
  if found_actor.user_id is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  -- A session in use lives on: twelve hours from its last quarter of an hour.
  if s.updated_at < now() - interval '15 minutes' then
    update public.auth_sessions set expires_at = now() + interval '12 hours' where id = s.id;
  end if;
  perform set_config('app.ip_address', coalesce(ip, ''), true), set_config('app.user_agent', coalesce(left(agent, 300), ''), true);
  perform app.set_scope(s.user_id);
  return found_actor;
end $$;

-- A job acts as the person who asked for it, for as long as the account is active.
create function app.enter_user(uid uuid) returns app.actor language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare found_actor app.actor := app.actor_of(uid);
begin
  if found_actor.user_id is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform app.set_scope(uid);
  return found_actor;
end $$;

-- The caller's own organization: renamed when they own one, created when they are in none (core specification, section 4).
create function app.name_own_organization(org_name text) returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me uuid := app.user_id(); org uuid;
begin
  if me is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform 1 from public.users where id = me for update;
  select id into org from public.organizations where owner_id = me order by created_at limit 1;
  if org is not null then
    update public.organizations set name = org_name where id = org;
  elsif not exists (select from public.organization_members where user_id = me) then
    insert into public.organizations (name, owner_id) values (org_name, me) returning id into org;
    insert into public.organization_members (organization_id, user_id, role) values (org, me, 'owner');
    perform app.set_scope(me);
  end if;
  return org;
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.new_id, app.touch, app.user_id, app.uuids, app.audit_hash to app_web, app_worker, app_auth;
grant execute on function app.enter_session, app.name_own_organization to app_web;
grant execute on function app.enter_user to app_worker;

-- Row-level security: enabled and forced everywhere. app_owner passes where the functions above act for it.
do $$ declare t text; begin
  foreach t in array array['users', 'auth_sessions', 'auth_accounts', 'auth_verifications', 'auth_rate_limits', 'organizations',
    'organization_members', 'audit_heads', 'audit_events'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy definer on %I to app_owner using (true) with check (true)', t);
  end loop;
  foreach t in array array['users', 'auth_sessions', 'auth_accounts', 'auth_verifications', 'auth_rate_limits'] loop
    execute format('create policy auth on %I to app_auth using (true) with check (true)', t);
  end loop;
end $$;

grant select, insert on users to app_auth;
grant update (email, email_verified, name, image, updated_at) on users to app_auth;
grant select, insert, update, delete on auth_sessions, auth_accounts, auth_verifications, auth_rate_limits to app_auth;

create policy same_organization on users for select to app_web, app_worker using (coalesce(id = (select app.user_id())
  or id in (select user_id from organization_members where organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])), false));
create policy self on users for update to app_web using (id = (select app.user_id())) with check (id = (select app.user_id()));
grant select on users to app_web, app_worker;
grant update (name, first_name, last_name, clinic_name, phone_office, license_type, default_note_type, welcome_video_seen,
  notification_settings, time_zone) on users to app_web;

create policy member on organizations for select to app_web, app_worker using (id = any ((select app.uuids('app.member_orgs'))::uuid[]));
create policy member on organization_members for select to app_web, app_worker
  using (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
grant select on organizations, organization_members to app_web, app_worker;

-- Anyone may add to their own chain; the trail is read by the person and by their organization's owner and admins.
create policy append on audit_events for insert to app_web, app_worker, app_auth with check (true);
create policy readable on audit_events for select to app_web, app_worker using (coalesce(actor_id = (select app.user_id())
  or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]), false));
grant insert, select on audit_events to app_web, app_worker;
grant insert on audit_events to app_auth;
