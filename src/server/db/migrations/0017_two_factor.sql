-- A second factor at sign-in: codes of an authenticator app with recovery codes, and passkeys (better-auth's twoFactor and passkey).

-- Whether a code is asked for after the password.
alter table users add column two_factor_enabled boolean not null default false;
grant update (two_factor_enabled) on users to app_auth;

-- When a second factor was last given in this session; null in one that rests on a password alone.
alter table auth_sessions add column second_factor_at timestamptz;

create table auth_two_factors (
  id uuid primary key default app.new_id(),
  user_id uuid not null unique references users,
  -- Both sealed with the key of the session cookies.
  secret text not null,
  backup_codes text not null,
  -- False until the first code of the new authenticator was given.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Codes that were given lately: none works twice (RFC 6238, section 5.2).
create table auth_used_codes (
  user_id uuid not null references users,
  code_hash text not null,
  -- From then on the code is out of date by itself.
  ends_at timestamptz not null,
  primary key (user_id, code_hash)
);
create index on auth_used_codes (ends_at);

create table auth_passkeys (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 100),
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  -- Kept by a password manager, on more than one device.
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on auth_passkeys (user_id, created_at);

do $$ declare t text; begin
  foreach t in array array['auth_two_factors', 'auth_used_codes', 'auth_passkeys'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy definer on %I to app_owner using (true) with check (true)', t);
    execute format('create policy auth on %I to app_auth using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to app_auth', t);
  end loop;
  -- The accounts of the demo practice are shared: nobody locks the others out.
  foreach t in array array['auth_two_factors', 'auth_passkeys'] loop
    execute format($p$create policy not_of_the_demo on %I as restrictive for insert to app_auth
      with check (user_id::text not like 'de300000-0000-8000-8000-%%')$p$, t);
  end loop;
end $$;

-- A person's own passkeys, without what verifies them, and not to whoever views their data.
create policy own on auth_passkeys for select to app_web using (user_id = (select app.user_id()));
grant select (id, user_id, name, backed_up, created_at, last_used_at) on auth_passkeys to app_web;
select app.follow_viewing('auth_passkeys', 'nothing');

create type app.second_factor as (has_password boolean, has_code boolean, has_passkey boolean, is_used boolean);

-- The second factor of the person whose session this is, and whether it was given in this session.
create function app.second_factor() returns app.second_factor language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from auth_accounts a where a.user_id = u.id and a.password is not null),
    u.two_factor_enabled,
    exists (select from auth_passkeys p where p.user_id = u.id),
    s.second_factor_at is not null
  from auth_sessions s join users u on u.id = s.user_id
  where s.id = app.session_id() and u.id = app.user_id()
$$;

-- Whether the caller may administer the platform: by role, and with a second factor that is set up and was given in this session.
create function app.is_platform_admin() returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select role = 'admin' and is_active from users where id = app.user_id())
    and (select is_used and (has_code or has_passkey) from app.second_factor()), false)
$$;

revoke execute on function app.second_factor, app.is_platform_admin from public;
grant execute on function app.second_factor, app.is_platform_admin to app_web;
