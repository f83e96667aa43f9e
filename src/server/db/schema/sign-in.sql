create table auth_sessions (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When a second factor was last verified in this sign-in; null if only a password was given.
  second_factor_at timestamptz,
  -- Set from SIGN_IN_MAX_DAYS. Use never extends a sign-in beyond this time.
  ends_at timestamptz not null default now() + interval '30 days',
  -- Null for sign-ins from before this column existed.
  signed_in_with text check (signed_in_with in ('password', 'authenticator', 'recovery code', 'passkey', 'demo')),
  -- False for visitors of a demo practice that other machines can reach: they cannot upload.
  may_upload boolean not null default true,
  -- When and how the user last confirmed their identity in this sign-in, e.g. to sign a note.
  confirmed_at timestamptz,
  confirmed_with text check (confirmed_with in ('password', 'passkey', 'totp')),
  constraint auth_sessions_end check (expires_at <= ends_at)
);
create index auth_sessions_user_id_idx on auth_sessions (user_id);

create trigger touch before update on auth_sessions for each row execute function app.touch();

alter table auth_sessions enable row level security;
alter table auth_sessions force row level security;
create policy definer on auth_sessions to app_owner using (true) with check (true);
create policy auth on auth_sessions to app_auth using (true) with check (true);
-- The admin panel shows when an account was last used.
create policy admin_panel on auth_sessions for select to app_admin using (true);

grant select, insert, update, delete on auth_sessions to app_auth;
grant select (user_id, updated_at) on auth_sessions to app_admin;

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
create index auth_accounts_user_id_idx on auth_accounts (user_id);

create trigger touch before update on auth_accounts for each row execute function app.touch();

alter table auth_accounts enable row level security;
alter table auth_accounts force row level security;
create policy definer on auth_accounts to app_owner using (true) with check (true);
create policy auth on auth_accounts to app_auth using (true) with check (true);
-- Accounts of the demo practice (features/demo/members-and-clients.ts) never get a password, not even by a reset: no visitor can take them over.
create policy no_demo_password on auth_accounts as restrictive for insert to app_auth
  with check (user_id::text not like 'de300000-0000-8000-8000-%');

grant select, insert, update, delete on auth_accounts to app_auth;

create table auth_verifications (
  id uuid primary key default app.new_id(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_identifier_idx on auth_verifications (identifier);

create trigger touch before update on auth_verifications for each row execute function app.touch();

alter table auth_verifications enable row level security;
alter table auth_verifications force row level security;
create policy definer on auth_verifications to app_owner using (true) with check (true);
create policy auth on auth_verifications to app_auth using (true) with check (true);

grant select, insert, update, delete on auth_verifications to app_auth;

-- Used only by earlier versions, which may run during an update.
create table auth_rate_limits (
  id uuid primary key default app.new_id(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

alter table auth_rate_limits enable row level security;
alter table auth_rate_limits force row level security;
create policy definer on auth_rate_limits to app_owner using (true) with check (true);
create policy auth on auth_rate_limits to app_auth using (true) with check (true);

grant select, insert, update, delete on auth_rate_limits to app_auth;

-- Counts attempts in a time window, e.g. failed sign-ins of an account from any IP address, or requests of an address to a route.
create table auth_tries (
  -- Hash of the name of the counter, e.g. with an email address, so that unknown addresses are not stored.
  account text primary key,
  count integer not null,
  window_ends timestamptz not null,
  subject text
);
comment on column auth_tries.subject is 'Hash of the account whose completed password reset clears the row.';
create index auth_tries_window_ends_idx on auth_tries (window_ends);
create index auth_tries_subject_idx on auth_tries (subject) where subject is not null;

alter table auth_tries enable row level security;
alter table auth_tries force row level security;
create policy auth on auth_tries to app_auth using (true) with check (true);
create policy definer on auth_tries to app_owner using (true) with check (true);

grant select, insert, update, delete on auth_tries to app_auth;

create table auth_two_factors (
  id uuid primary key default app.new_id(),
  user_id uuid not null unique references users,
  -- Secret and backup codes are encrypted with the key of the session cookies.
  secret text not null,
  backup_codes text not null,
  -- False until the first code of a new authenticator was verified.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

alter table auth_two_factors enable row level security;
alter table auth_two_factors force row level security;
create policy definer on auth_two_factors to app_owner using (true) with check (true);
create policy auth on auth_two_factors to app_auth using (true) with check (true);
-- Accounts of the demo practice are shared: visitors cannot lock each other out.
create policy not_demo on auth_two_factors as restrictive for insert to app_auth
  with check (user_id::text not like 'de300000-0000-8000-8000-%');
create policy verified_only on auth_two_factors as restrictive for insert to app_auth
  with check (exists (select from users u where u.id = auth_two_factors.user_id and u.email_verified));

grant select, insert, update, delete on auth_two_factors to app_auth;

-- Codes of authenticator apps that were used recently: no code is accepted twice (RFC 6238, section 5.2).
create table auth_used_codes (
  user_id uuid not null references users,
  code_hash text not null,
  -- When the code expires.
  ends_at timestamptz not null,
  primary key (user_id, code_hash)
);
create index auth_used_codes_ends_at_idx on auth_used_codes (ends_at);

alter table auth_used_codes enable row level security;
alter table auth_used_codes force row level security;
create policy definer on auth_used_codes to app_owner using (true) with check (true);
create policy auth on auth_used_codes to app_auth using (true) with check (true);

grant select, insert, update, delete on auth_used_codes to app_auth;

create table auth_passkeys (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 100),
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  -- Whether a password manager syncs the passkey to other devices.
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index auth_passkeys_user_id_created_at_idx on auth_passkeys (user_id, created_at);

alter table auth_passkeys enable row level security;
alter table auth_passkeys force row level security;
create policy definer on auth_passkeys to app_owner using (true) with check (true);
create policy auth on auth_passkeys to app_auth using (true) with check (true);
-- Accounts of the demo practice are shared: visitors cannot lock each other out.
create policy not_demo on auth_passkeys as restrictive for insert to app_auth
  with check (user_id::text not like 'de300000-0000-8000-8000-%');
-- The user's own passkeys without the public keys, hidden while another user views as this user.
create policy own on auth_passkeys for select to app_web using (user_id = (select app.user_id()));
-- Passkeys and authenticators remain after a password reset, so an unverified account cannot add them.
create policy verified_only on auth_passkeys as restrictive for insert to app_auth
  with check (exists (select from users u where u.id = auth_passkeys.user_id and u.email_verified));
create policy viewing_insert on auth_passkeys as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on auth_passkeys as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on auth_passkeys as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on auth_passkeys as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select (id, user_id, name, backed_up, created_at, last_used_at) on auth_passkeys to app_web;
grant select, insert, update, delete on auth_passkeys to app_auth;

-- A new email address takes effect once its confirmation code is entered. One pending change per user.
create table auth_email_changes (
  user_id uuid primary key references users,
  email text not null check (email = lower(email) and length(email) <= 254),
  -- HMAC of user, address and code; null after the code was used.
  code_hash bytea,
  wrong_codes integer not null default 0,
  ends_at timestamptz not null,
  -- Codes sent since `sent_since`: limits the mails to an address that may be a stranger's.
  sent integer not null default 1,
  sent_since timestamptz not null default now()
);

alter table auth_email_changes enable row level security;
alter table auth_email_changes force row level security;
create policy definer on auth_email_changes to app_owner using (true) with check (true);
create policy auth on auth_email_changes to app_auth using (true) with check (true);

grant select, insert, update, delete on auth_email_changes to app_auth;

create table email_codes (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  -- HMAC with a key of the application: a plain hash of eight digits could be guessed.
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null default now() + interval '01:00:00'
);

alter table email_codes enable row level security;
alter table email_codes force row level security;
create policy definer on email_codes to app_owner using (true) with check (true);

create type app.second_factor as (has_password boolean, has_code boolean, has_passkey boolean, is_used boolean);
