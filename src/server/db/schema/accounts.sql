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
  license_type text not null default 'Other' check (license_type in ('Other', 'Support Staff / Technician', 'Non-licensed Intern',
    'Masters', 'Doctoral', 'Registered Nurse', 'Nurse Practitioner', 'Physician')),
  default_note_type text not null default 'SOAP' check (default_note_type in ('SOAP', 'DAP', 'BIRP', 'GIRP', 'Intake', 'Case Management',
    'SIRP', 'PIRP', 'Internal Family Systems', 'EMDR')),
  welcome_video_seen boolean not null default false,
  notification_settings jsonb not null default '{"client_transferred": true, "homework_completed": true, "low_sessions_remaining": true}',
  time_zone text not null default 'UTC',
  stripe_customer_id text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether sign-in asks for an authenticator code after the password.
  two_factor_enabled boolean not null default false,
  -- The organization in which a member of several organizations currently acts.
  current_organization_id uuid,
  search_keys tsvector generated always as (app.search_keys(first_name || ' ' || last_name || ' ' || email, clinic_name)) stored,
  -- Letters after the name, e.g. 'LCSW'; printed and stored with signatures.
  credentials text not null default '' check (length(credentials) <= 60),
  license_number text not null default '' check (length(license_number) <= 60),
  license_state text not null default '' check (length(license_state) <= 60),
  -- National Provider Identifier, United States.
  npi text not null default '' check (npi ~ '^([0-9]{10})?$'),
  -- True if the user's notes in every organization need a co-signature.
  is_prelicensed boolean not null default false
);
create index users_search on users using gin (search_keys);
create index users_newest on users (created_at desc, id desc);

create trigger touch before update on users for each row execute function app.touch();

alter table users enable row level security;
alter table users force row level security;
create policy definer on users to app_owner using (true) with check (true);
create policy auth on users to app_auth using (true) with check (true);
create policy self on users for update to app_web using (id = (select app.user_id())) with check (id = (select app.user_id()));
create policy admin_panel on users for select to app_admin using (true);
-- Sign-up creates ordinary accounts only, whatever the request contains.
create policy plain_account on users as restrictive for insert to app_auth
  with check (role = 'user' and is_active and stripe_customer_id is null);
create policy viewing_insert on users as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on users as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on users as restrictive for delete to app_web using ((select app.may_change()));

grant select on users to app_web, app_worker;
grant update (name, first_name, last_name, clinic_name, phone_office, license_type, default_note_type, welcome_video_seen,
  notification_settings, time_zone, credentials, license_number, license_state, npi, is_prelicensed) on users to app_web;
grant select, insert on users to app_auth;
grant update (email, email_verified, name, image, updated_at, two_factor_enabled) on users to app_auth;
grant select (id, email, email_verified, role, first_name, last_name, clinic_name, phone_office, license_type, is_active, created_at,
  updated_at, current_organization_id, search_keys) on users to app_admin;
