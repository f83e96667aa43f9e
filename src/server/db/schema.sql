create schema app;
create schema public;
create schema test_payments;
create type app.accepted as (
  refusal text,
  status text,
  organization_id uuid,
  role text,
  supervised jsonb);
create type app.actor as (
  user_id uuid,
  platform_role text,
  organization_id uuid,
  organization_role text,
  time_zone text,
  viewer_id uuid,
  viewing_ends timestamp with time zone,
  lacks_second_factor boolean);
create type app.invited as (
  refusal text,
  id uuid);
create type app.second_factor as (
  has_password boolean,
  has_code boolean,
  has_passkey boolean,
  is_used boolean);
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
  ip_address text);
create table public.admin_grants (
  auth_session_id uuid not null,
  kind text not null,
  resource_id uuid not null,
  expires_at timestamp with time zone not null
);
alter table public.admin_grants add constraint admin_grants_auth_session_id_fkey FOREIGN KEY (auth_session_id) REFERENCES auth_sessions(id) ON DELETE CASCADE;
alter table public.admin_grants add constraint admin_grants_kind_check CHECK (kind = ANY (ARRAY['client'::text, 'session'::text]));
alter table public.admin_grants add constraint admin_grants_pkey PRIMARY KEY (auth_session_id, kind, resource_id);
alter table public.admin_grants enable row level security;
alter table public.admin_grants force row level security;
create policy backup on public.admin_grants as permissive for select to app_backup using (true);
create policy definer on public.admin_grants as permissive for all to app_owner using (true) with check (true);
create table public.amendment_requests (
  id uuid default app.new_id() not null,
  organization_id uuid,
  client_id uuid not null,
  session_id uuid not null,
  request_id uuid not null,
  received_on date not null,
  due_on date not null,
  channel text not null,
  text text not null,
  logged_by uuid not null,
  logged_by_name text not null,
  logged_at timestamp with time zone default now() not null,
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  prev_sha256 text default ''::text not null,
  sha256 text default ''::text not null
);
alter table public.amendment_requests add constraint amendment_requests_channel_check CHECK (channel = ANY (ARRAY['letter'::text, 'email'::text, 'phone'::text, 'in person'::text, 'other'::text]));
alter table public.amendment_requests add constraint amendment_requests_check CHECK (due_on = (received_on + 60));
alter table public.amendment_requests add constraint amendment_requests_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.amendment_requests add constraint amendment_requests_logged_by_fkey FOREIGN KEY (logged_by) REFERENCES users(id);
alter table public.amendment_requests add constraint amendment_requests_logged_by_request_id_key UNIQUE (logged_by, request_id);
alter table public.amendment_requests add constraint amendment_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.amendment_requests add constraint amendment_requests_pkey PRIMARY KEY (id);
alter table public.amendment_requests add constraint amendment_requests_place UNIQUE (chain, seq);
alter table public.amendment_requests add constraint amendment_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id);
alter table public.amendment_requests add constraint amendment_requests_text_check CHECK (length(text) >= 1 AND length(text) <= 10000);
CREATE INDEX amendment_requests_of_client ON amendment_requests USING btree (client_id, received_on);
CREATE INDEX amendment_requests_of_note ON amendment_requests USING btree (session_id);
CREATE TRIGGER chain BEFORE INSERT ON amendment_requests FOR EACH ROW EXECUTE FUNCTION app.chain_signature();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON amendment_requests FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON amendment_requests FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.amendment_requests enable row level security;
alter table public.amendment_requests force row level security;
create policy backup on public.amendment_requests as permissive for select to app_backup using (true);
create policy definer on public.amendment_requests as permissive for all to app_owner using (true) with check (true);
create policy visible on public.amendment_requests as permissive for select to app_web using ((EXISTS ( SELECT
   FROM clients c
  WHERE c.id = amendment_requests.client_id)));
create table public.amendment_steps (
  id uuid default app.new_id() not null,
  amendment_id uuid not null,
  organization_id uuid,
  kind text not null,
  due_on date,
  denial_reason text,
  text text,
  session_id uuid,
  addendum_number integer,
  made_by uuid not null,
  made_by_name text not null,
  made_at timestamp with time zone default now() not null,
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  prev_sha256 text default ''::text not null,
  sha256 text default ''::text not null
);
alter table public.amendment_steps add constraint amendment_steps_addendum FOREIGN KEY (session_id, addendum_number) REFERENCES note_addenda(session_id, number);
alter table public.amendment_steps add constraint amendment_steps_amendment_id_fkey FOREIGN KEY (amendment_id) REFERENCES amendment_requests(id);
alter table public.amendment_steps add constraint amendment_steps_content CHECK ((due_on IS NOT NULL) = (kind = 'extended'::text) AND (denial_reason IS NOT NULL) = (kind = 'denied'::text) AND (text IS NOT NULL) = (kind = ANY (ARRAY['extended'::text, 'denied'::text])) AND num_nonnulls(session_id, addendum_number) =
CASE
    WHEN kind = ANY (ARRAY['accepted'::text, 'statement'::text]) THEN 2
    ELSE 0
END);
alter table public.amendment_steps add constraint amendment_steps_denial_reason_check CHECK (denial_reason = ANY (ARRAY['not_ours'::text, 'not_in_record'::text, 'not_for_inspection'::text, 'accurate'::text]));
alter table public.amendment_steps add constraint amendment_steps_kind UNIQUE (amendment_id, kind);
alter table public.amendment_steps add constraint amendment_steps_kind_check CHECK (kind = ANY (ARRAY['extended'::text, 'accepted'::text, 'denied'::text, 'statement'::text]));
alter table public.amendment_steps add constraint amendment_steps_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id);
alter table public.amendment_steps add constraint amendment_steps_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.amendment_steps add constraint amendment_steps_pkey PRIMARY KEY (id);
alter table public.amendment_steps add constraint amendment_steps_place UNIQUE (chain, seq);
alter table public.amendment_steps add constraint amendment_steps_text_check CHECK (length(text) >= 1 AND length(text) <= 10000);
CREATE UNIQUE INDEX amendment_steps_answer ON amendment_steps USING btree (amendment_id) WHERE kind = ANY (ARRAY['accepted'::text, 'denied'::text]);
CREATE TRIGGER chain BEFORE INSERT ON amendment_steps FOR EACH ROW EXECUTE FUNCTION app.chain_signature();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON amendment_steps FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON amendment_steps FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.amendment_steps enable row level security;
alter table public.amendment_steps force row level security;
create policy backup on public.amendment_steps as permissive for select to app_backup using (true);
create policy definer on public.amendment_steps as permissive for all to app_owner using (true) with check (true);
create policy visible on public.amendment_steps as permissive for select to app_web using ((EXISTS ( SELECT
   FROM amendment_requests r
  WHERE r.id = amendment_steps.amendment_id)));
create table public.audit_events (
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  at timestamp with time zone default now() not null,
  actor_id uuid,
  organization_id uuid,
  action text not null,
  resource_type text not null,
  resource_id uuid,
  client_id uuid,
  details jsonb default '{}'::jsonb not null,
  ip_address text,
  user_agent text,
  previous_hash bytea default '\x'::bytea not null,
  hash bytea default '\x'::bytea not null
);
alter table public.audit_events add constraint audit_events_pkey PRIMARY KEY (chain, seq);
CREATE INDEX audit_events_access_justified ON audit_events USING btree (at DESC) WHERE action = 'admin.access_justified'::text;
CREATE INDEX audit_events_client_id_at_idx ON audit_events USING btree (client_id, at DESC) WHERE client_id IS NOT NULL;
CREATE INDEX audit_events_of_action ON audit_events USING btree (organization_id, action, at DESC);
CREATE INDEX audit_events_of_person ON audit_events USING btree (organization_id, actor_id, at DESC);
CREATE INDEX audit_events_organization_id_at_idx ON audit_events USING btree (organization_id, at DESC);
CREATE INDEX audit_events_refused ON audit_events USING btree (at DESC) WHERE action = ANY (ARRAY['access.refused'::text, 'account.sign_in_failed'::text, 'account.second_factor_failed'::text, 'account.password_refused'::text]);
CREATE INDEX audit_events_refused_to ON audit_events USING btree (actor_id, at DESC) WHERE action = ANY (ARRAY['access.refused'::text, 'account.sign_in_failed'::text, 'account.second_factor_failed'::text, 'account.password_refused'::text]);
CREATE TRIGGER chain BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION app.chain_audit_event();
alter table public.audit_events enable row level security;
alter table public.audit_events force row level security;
create policy admin_panel on public.audit_events as permissive for select to app_admin using (action = ANY (ARRAY['admin.access_justified'::text, 'access.refused'::text, 'account.sign_in_failed'::text, 'account.second_factor_failed'::text, 'account.password_refused'::text]));
create policy admin_panel_append on public.audit_events as permissive for insert to app_admin with check (starts_with(action, 'admin.'::text) AND ( SELECT app.is_platform_admin() AS is_platform_admin));
create policy append on public.audit_events as permissive for insert to app_auth, app_web, app_worker with check (true);
create policy backup on public.audit_events as permissive for select to app_backup using (true);
create policy definer on public.audit_events as permissive for all to app_owner using (true) with check (true);
create policy own_organization on public.audit_events as restrictive for insert to app_auth, app_web, app_worker with check (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])));
create policy readable on public.audit_events as permissive for select to app_web, app_worker using (COALESCE(actor_id = (( SELECT app.user_id() AS user_id)) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])), false));
create policy still_member on public.audit_events as restrictive for select to app_web, app_worker using (COALESCE(organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])), false));
create policy viewing_select on public.audit_events as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create table public.audit_heads (
  chain uuid not null,
  seq bigint not null,
  hash bytea not null
);
alter table public.audit_heads add constraint audit_heads_pkey PRIMARY KEY (chain);
alter table public.audit_heads enable row level security;
alter table public.audit_heads force row level security;
create policy backup on public.audit_heads as permissive for select to app_backup using (true);
create policy definer on public.audit_heads as permissive for all to app_owner using (true) with check (true);
create table public.auth_accounts (
  id uuid default app.new_id() not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);
alter table public.auth_accounts add constraint auth_accounts_pkey PRIMARY KEY (id);
alter table public.auth_accounts add constraint auth_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX auth_accounts_user_id_idx ON auth_accounts USING btree (user_id);
CREATE TRIGGER touch BEFORE UPDATE ON auth_accounts FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.auth_accounts enable row level security;
alter table public.auth_accounts force row level security;
create policy auth on public.auth_accounts as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_accounts as permissive for select to app_backup using (true);
create policy definer on public.auth_accounts as permissive for all to app_owner using (true) with check (true);
create policy no_demo_password on public.auth_accounts as restrictive for insert to app_auth with check (user_id::text !~~ 'de300000-0000-8000-8000-%'::text);
create table public.auth_email_changes (
  user_id uuid not null,
  email text not null,
  code_hash bytea,
  wrong_codes integer default 0 not null,
  ends_at timestamp with time zone not null,
  sent integer default 1 not null,
  sent_since timestamp with time zone default now() not null
);
alter table public.auth_email_changes add constraint auth_email_changes_email_check CHECK (email = lower(email) AND length(email) <= 254);
alter table public.auth_email_changes add constraint auth_email_changes_pkey PRIMARY KEY (user_id);
alter table public.auth_email_changes add constraint auth_email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table public.auth_email_changes enable row level security;
alter table public.auth_email_changes force row level security;
create policy auth on public.auth_email_changes as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_email_changes as permissive for select to app_backup using (true);
create policy definer on public.auth_email_changes as permissive for all to app_owner using (true) with check (true);
create table public.auth_passkeys (
  id uuid default app.new_id() not null,
  user_id uuid not null,
  name text not null,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone
);
alter table public.auth_passkeys add constraint auth_passkeys_credential_id_key UNIQUE (credential_id);
alter table public.auth_passkeys add constraint auth_passkeys_name_check CHECK (length(name) >= 1 AND length(name) <= 100);
alter table public.auth_passkeys add constraint auth_passkeys_pkey PRIMARY KEY (id);
alter table public.auth_passkeys add constraint auth_passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX auth_passkeys_user_id_created_at_idx ON auth_passkeys USING btree (user_id, created_at);
alter table public.auth_passkeys enable row level security;
alter table public.auth_passkeys force row level security;
create policy auth on public.auth_passkeys as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_passkeys as permissive for select to app_backup using (true);
create policy definer on public.auth_passkeys as permissive for all to app_owner using (true) with check (true);
create policy not_demo on public.auth_passkeys as restrictive for insert to app_auth with check (user_id::text !~~ 'de300000-0000-8000-8000-%'::text);
create policy own on public.auth_passkeys as permissive for select to app_web using (user_id = (( SELECT app.user_id() AS user_id)));
create policy verified_only on public.auth_passkeys as restrictive for insert to app_auth with check ((EXISTS ( SELECT
   FROM users u
  WHERE u.id = auth_passkeys.user_id AND u.email_verified)));
create policy viewing_delete on public.auth_passkeys as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.auth_passkeys as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.auth_passkeys as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.auth_passkeys as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.auth_rate_limits (
  id uuid default app.new_id() not null,
  key text not null,
  count integer not null,
  last_request bigint not null
);
alter table public.auth_rate_limits add constraint auth_rate_limits_key_key UNIQUE (key);
alter table public.auth_rate_limits add constraint auth_rate_limits_pkey PRIMARY KEY (id);
alter table public.auth_rate_limits enable row level security;
alter table public.auth_rate_limits force row level security;
create policy auth on public.auth_rate_limits as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_rate_limits as permissive for select to app_backup using (true);
create policy definer on public.auth_rate_limits as permissive for all to app_owner using (true) with check (true);
create table public.auth_sessions (
  id uuid default app.new_id() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  second_factor_at timestamp with time zone,
  ends_at timestamp with time zone default now() + '30 days'::interval not null,
  signed_in_with text,
  may_upload boolean default true not null,
  confirmed_at timestamp with time zone,
  confirmed_with text
);
alter table public.auth_sessions add constraint auth_sessions_confirmed_with_check CHECK (confirmed_with = ANY (ARRAY['password'::text, 'passkey'::text, 'totp'::text]));
alter table public.auth_sessions add constraint auth_sessions_end CHECK (expires_at <= ends_at);
alter table public.auth_sessions add constraint auth_sessions_pkey PRIMARY KEY (id);
alter table public.auth_sessions add constraint auth_sessions_signed_in_with_check CHECK (signed_in_with = ANY (ARRAY['password'::text, 'authenticator'::text, 'recovery code'::text, 'passkey'::text, 'demo'::text]));
alter table public.auth_sessions add constraint auth_sessions_token_key UNIQUE (token);
alter table public.auth_sessions add constraint auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX auth_sessions_user_id_idx ON auth_sessions USING btree (user_id);
CREATE TRIGGER touch BEFORE UPDATE ON auth_sessions FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.auth_sessions enable row level security;
alter table public.auth_sessions force row level security;
create policy admin_panel on public.auth_sessions as permissive for select to app_admin using (true);
create policy auth on public.auth_sessions as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_sessions as permissive for select to app_backup using (true);
create policy definer on public.auth_sessions as permissive for all to app_owner using (true) with check (true);
create table public.auth_tries (
  account text not null,
  count integer not null,
  window_ends timestamp with time zone not null,
  subject text
);
alter table public.auth_tries add constraint auth_tries_pkey PRIMARY KEY (account);
CREATE INDEX auth_tries_subject_idx ON auth_tries USING btree (subject) WHERE subject IS NOT NULL;
CREATE INDEX auth_tries_window_ends_idx ON auth_tries USING btree (window_ends);
alter table public.auth_tries enable row level security;
alter table public.auth_tries force row level security;
create policy auth on public.auth_tries as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_tries as permissive for select to app_backup using (true);
create policy definer on public.auth_tries as permissive for all to app_owner using (true) with check (true);
create table public.auth_two_factors (
  id uuid default app.new_id() not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default false not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamp with time zone
);
alter table public.auth_two_factors add constraint auth_two_factors_pkey PRIMARY KEY (id);
alter table public.auth_two_factors add constraint auth_two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table public.auth_two_factors add constraint auth_two_factors_user_id_key UNIQUE (user_id);
alter table public.auth_two_factors enable row level security;
alter table public.auth_two_factors force row level security;
create policy auth on public.auth_two_factors as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_two_factors as permissive for select to app_backup using (true);
create policy definer on public.auth_two_factors as permissive for all to app_owner using (true) with check (true);
create policy not_demo on public.auth_two_factors as restrictive for insert to app_auth with check (user_id::text !~~ 'de300000-0000-8000-8000-%'::text);
create policy verified_only on public.auth_two_factors as restrictive for insert to app_auth with check ((EXISTS ( SELECT
   FROM users u
  WHERE u.id = auth_two_factors.user_id AND u.email_verified)));
create table public.auth_used_codes (
  user_id uuid not null,
  code_hash text not null,
  ends_at timestamp with time zone not null
);
alter table public.auth_used_codes add constraint auth_used_codes_pkey PRIMARY KEY (user_id, code_hash);
alter table public.auth_used_codes add constraint auth_used_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX auth_used_codes_ends_at_idx ON auth_used_codes USING btree (ends_at);
alter table public.auth_used_codes enable row level security;
alter table public.auth_used_codes force row level security;
create policy auth on public.auth_used_codes as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_used_codes as permissive for select to app_backup using (true);
create policy definer on public.auth_used_codes as permissive for all to app_owner using (true) with check (true);
create table public.auth_verifications (
  id uuid default app.new_id() not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);
alter table public.auth_verifications add constraint auth_verifications_pkey PRIMARY KEY (id);
CREATE INDEX auth_verifications_identifier_idx ON auth_verifications USING btree (identifier);
CREATE TRIGGER touch BEFORE UPDATE ON auth_verifications FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.auth_verifications enable row level security;
alter table public.auth_verifications force row level security;
create policy auth on public.auth_verifications as permissive for all to app_auth using (true) with check (true);
create policy backup on public.auth_verifications as permissive for select to app_backup using (true);
create policy definer on public.auth_verifications as permissive for all to app_owner using (true) with check (true);
create table public.backups (
  id uuid default app.new_id() not null,
  began_at timestamp with time zone not null,
  finished_at timestamp with time zone default now() not null,
  failure text,
  row_count bigint,
  file_count bigint,
  lost_file_count bigint,
  size bigint
);
alter table public.backups add constraint backups_check CHECK ((failure IS NULL) = (row_count IS NOT NULL AND file_count IS NOT NULL AND lost_file_count IS NOT NULL AND size IS NOT NULL));
alter table public.backups add constraint backups_pkey PRIMARY KEY (id);
CREATE INDEX backups_newest ON backups USING btree (finished_at DESC);
alter table public.backups enable row level security;
alter table public.backups force row level security;
create policy backup on public.backups as permissive for select to app_backup using (true);
create policy insert_backup on public.backups as permissive for insert to app_owner with check (true);
create policy visible on public.backups as permissive for select to public using (true);
create table public.billing_customers (
  organization_id uuid not null,
  user_id uuid not null,
  customer_id text,
  former_ids text[] default '{}'::text[] not null,
  trial_started_at timestamp with time zone,
  leased_until timestamp with time zone,
  lease uuid,
  retry_call text,
  card_attempts timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  created_at timestamp with time zone default now() not null
);
alter table public.billing_customers add constraint billing_customers_card_attempts_check CHECK (cardinality(card_attempts) <= 10);
alter table public.billing_customers add constraint billing_customers_customer_id_check CHECK (length(customer_id) <= 255);
alter table public.billing_customers add constraint billing_customers_customer_id_key UNIQUE (customer_id);
alter table public.billing_customers add constraint billing_customers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.billing_customers add constraint billing_customers_pkey PRIMARY KEY (organization_id);
alter table public.billing_customers add constraint billing_customers_retry_call_check CHECK (length(retry_call) <= 300);
alter table public.billing_customers add constraint billing_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table public.billing_customers enable row level security;
alter table public.billing_customers force row level security;
create policy backup on public.billing_customers as permissive for select to app_backup using (true);
create policy definer on public.billing_customers as permissive for all to app_owner using (true) with check (true);
create policy viewing_delete on public.billing_customers as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.billing_customers as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.billing_customers as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.billing_customers as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy worker on public.billing_customers as permissive for all to app_worker using (COALESCE((( SELECT app.user_id() AS user_id)) IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])), false));
create table public.clients (
  id uuid default app.new_id() not null,
  organization_id uuid,
  therapist_id uuid not null,
  first_name text not null,
  last_name text not null,
  pronouns text default 'N/A'::text not null,
  email text,
  phone text,
  status text default 'active'::text not null,
  treatment_approach text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_keys tsvector generated always as (app.search_keys((first_name || ' '::text) || last_name, COALESCE(email, ''::text))) stored,
  request_id uuid
);
alter table public.clients add constraint clients_email_check CHECK (length(email) <= 254);
alter table public.clients add constraint clients_first_name_check CHECK (length(first_name) >= 1 AND length(first_name) <= 100);
alter table public.clients add constraint clients_last_name_check CHECK (length(last_name) >= 1 AND length(last_name) <= 100);
alter table public.clients add constraint clients_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.clients add constraint clients_phone_check CHECK (length(phone) <= 40);
alter table public.clients add constraint clients_pkey PRIMARY KEY (id);
alter table public.clients add constraint clients_pronouns_check CHECK (pronouns = ANY (ARRAY['N/A'::text, 'She/Her'::text, 'He/Him'::text, 'They/Them'::text]));
alter table public.clients add constraint clients_status_check CHECK (status = ANY (ARRAY['active'::text, 'archived'::text]));
alter table public.clients add constraint clients_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.clients add constraint clients_treatment_approach_check CHECK (length(treatment_approach) >= 1 AND length(treatment_approach) <= 100);
CREATE INDEX clients_newest ON clients USING btree (created_at DESC, id DESC);
CREATE INDEX clients_newest_by_status ON clients USING btree (status, created_at DESC, id DESC);
CREATE INDEX clients_of_organization ON clients USING btree (organization_id, lower(last_name), lower(first_name), id) INCLUDE (therapist_id);
CREATE INDEX clients_of_organization_by_status ON clients USING btree (organization_id, status, lower(last_name), lower(first_name), id) INCLUDE (therapist_id);
CREATE INDEX clients_of_therapist ON clients USING btree (therapist_id, lower(last_name), lower(first_name), id) INCLUDE (organization_id);
CREATE INDEX clients_of_therapist_by_status ON clients USING btree (therapist_id, status, lower(last_name), lower(first_name), id) INCLUDE (organization_id);
CREATE UNIQUE INDEX clients_request ON clients USING btree (therapist_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX clients_search ON clients USING gin (search_keys);
CREATE TRIGGER index_client AFTER UPDATE OF first_name, last_name ON clients FOR EACH ROW WHEN (old.first_name <> new.first_name OR old.last_name <> new.last_name) EXECUTE FUNCTION app.index_client();
CREATE TRIGGER touch BEFORE UPDATE ON clients FOR EACH ROW EXECUTE FUNCTION app.touch();
CREATE TRIGGER transfer_series AFTER UPDATE OF therapist_id ON clients FOR EACH ROW WHEN (old.therapist_id <> new.therapist_id) EXECUTE FUNCTION app.transfer_series();
alter table public.clients enable row level security;
alter table public.clients force row level security;
create policy admin_panel on public.clients as permissive for select to app_admin using (true);
create policy backup on public.clients as permissive for select to app_backup using (true);
create policy correction_update on public.clients as permissive for update to app_owner using ((( SELECT app.session_to_change() AS session_to_change)) IS NOT NULL AND therapist_id = (( SELECT app.user_id() AS user_id)));
create policy organization_update on public.clients as permissive for update to app_web using (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[]));
create policy own on public.clients as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.clients as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.clients as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy platform_admin on public.clients as permissive for select to app_owner using (true);
create policy platform_admin_update on public.clients as permissive for update to app_owner using (id = (( SELECT app.admin_record() AS admin_record)));
create policy record_lock on public.clients as permissive for update to app_owner using (id = NULLIF(current_setting('app.record_to_lock'::text, true), ''::text)::uuid) with check (false);
create policy still_member on public.clients as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.clients as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.clients as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.clients as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.clients as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.clients as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.clients as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.clients as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.copy_profiles (
  id uuid default app.new_id() not null,
  user_id uuid not null,
  name text not null,
  mapping jsonb not null,
  header jsonb not null,
  bullets text not null,
  blank_lines boolean not null,
  max_chars integer,
  ascii_only boolean not null,
  html boolean not null,
  created_at timestamp with time zone default now() not null
);
alter table public.copy_profiles add constraint copy_profiles_bullets_check CHECK (bullets = ANY (ARRAY['•'::text, '-'::text, 'none'::text]));
alter table public.copy_profiles add constraint copy_profiles_max_chars_check CHECK (max_chars >= 100 AND max_chars <= 1000000);
alter table public.copy_profiles add constraint copy_profiles_name_check CHECK (length(name) >= 1 AND length(name) <= 60);
alter table public.copy_profiles add constraint copy_profiles_pkey PRIMARY KEY (id);
alter table public.copy_profiles add constraint copy_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE UNIQUE INDEX copy_profiles_user_id_name_key ON copy_profiles USING btree (user_id, lower(name));
alter table public.copy_profiles enable row level security;
alter table public.copy_profiles force row level security;
create policy backup on public.copy_profiles as permissive for select to app_backup using (true);
create policy own on public.copy_profiles as permissive for all to app_web using (user_id = (( SELECT app.user_id() AS user_id))) with check (user_id = (( SELECT app.user_id() AS user_id)));
create policy viewing_delete on public.copy_profiles as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.copy_profiles as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.copy_profiles as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.copy_profiles as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.cosign_assignments (
  session_id uuid not null,
  assigned_to uuid not null,
  assigned_by uuid not null,
  assigned_at timestamp with time zone default now() not null
);
alter table public.cosign_assignments add constraint cosign_assignments_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES users(id);
alter table public.cosign_assignments add constraint cosign_assignments_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id);
alter table public.cosign_assignments add constraint cosign_assignments_pkey PRIMARY KEY (session_id);
alter table public.cosign_assignments add constraint cosign_assignments_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id);
CREATE INDEX cosign_assignments_of_cosigner ON cosign_assignments USING btree (assigned_to);
alter table public.cosign_assignments enable row level security;
alter table public.cosign_assignments force row level security;
create policy backup on public.cosign_assignments as permissive for select to app_backup using (true);
create policy definer on public.cosign_assignments as permissive for all to app_owner using (true) with check (true);
create table public.deletion_receipts (
  id uuid default app.new_id() not null,
  client_id uuid not null,
  session_id uuid not null,
  what text not null,
  reason text not null,
  session_date date not null,
  start_time time without time zone not null,
  contents jsonb not null,
  deleted_by uuid not null,
  deleted_by_name text not null,
  deleted_at timestamp with time zone default now() not null,
  files text[] not null,
  files_erased_at timestamp with time zone,
  request_id uuid
);
alter table public.deletion_receipts add constraint deletion_receipts_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.deletion_receipts add constraint deletion_receipts_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id);
alter table public.deletion_receipts add constraint deletion_receipts_pkey PRIMARY KEY (id);
alter table public.deletion_receipts add constraint deletion_receipts_reason_check CHECK (reason = ANY (ARRAY['wrong client'::text, 'duplicate'::text, 'wrong file'::text, 'no consent'::text, 'test'::text]));
alter table public.deletion_receipts add constraint deletion_receipts_what_check CHECK (what = ANY (ARRAY['recording'::text, 'transcript'::text, 'session'::text]));
CREATE INDEX deletion_receipts_client_id_idx ON deletion_receipts USING btree (client_id, deleted_at DESC);
CREATE UNIQUE INDEX deletion_receipts_request ON deletion_receipts USING btree (deleted_by, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX deletion_receipts_to_erase ON deletion_receipts USING btree (deleted_at) WHERE files_erased_at IS NULL AND cardinality(files) > 0;
alter table public.deletion_receipts enable row level security;
alter table public.deletion_receipts force row level security;
create policy backup on public.deletion_receipts as permissive for select to app_backup using (true);
create policy definer on public.deletion_receipts as permissive for insert to app_owner with check (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy erasure on public.deletion_receipts as permissive for select to app_owner using (cardinality(files) > 0);
create policy erasure_update on public.deletion_receipts as permissive for update to app_owner using (files_erased_at IS NULL) with check (files_erased_at IS NOT NULL);
create policy visible on public.deletion_receipts as permissive for select to app_web using ((EXISTS ( SELECT
   FROM clients c
  WHERE c.id = deletion_receipts.client_id)));
create table public.demo_practice (
  only_one boolean default true not null,
  organization_id uuid not null,
  owner_id uuid not null,
  prepared_at timestamp with time zone
);
alter table public.demo_practice add constraint demo_practice_only_one_check CHECK (only_one);
alter table public.demo_practice add constraint demo_practice_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.demo_practice add constraint demo_practice_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table public.demo_practice add constraint demo_practice_pkey PRIMARY KEY (only_one);
alter table public.demo_practice enable row level security;
alter table public.demo_practice force row level security;
create policy backup on public.demo_practice as permissive for select to app_backup using (true);
create policy definer on public.demo_practice as permissive for all to app_owner using (true) with check (true);
create table public.email_codes (
  user_id uuid not null,
  email text not null,
  code_hash text not null,
  tries integer default 0 not null,
  expires_at timestamp with time zone default now() + '01:00:00'::interval not null
);
alter table public.email_codes add constraint email_codes_pkey PRIMARY KEY (user_id);
alter table public.email_codes add constraint email_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table public.email_codes enable row level security;
alter table public.email_codes force row level security;
create policy backup on public.email_codes as permissive for select to app_backup using (true);
create policy definer on public.email_codes as permissive for all to app_owner using (true) with check (true);
create table public.former_members (
  organization_id uuid not null,
  user_id uuid not null,
  left_at timestamp with time zone default now() not null
);
alter table public.former_members add constraint former_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.former_members add constraint former_members_pkey PRIMARY KEY (organization_id, user_id);
alter table public.former_members add constraint former_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table public.former_members enable row level security;
alter table public.former_members force row level security;
create policy backup on public.former_members as permissive for select to app_backup using (true);
create policy definer on public.former_members as permissive for all to app_owner using (true) with check (true);
create policy organization_admin on public.former_members as permissive for select to app_web using (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[]));
create policy viewing_delete on public.former_members as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.former_members as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.former_members as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.former_members as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.insights (
  session_id uuid not null,
  organization_id uuid,
  therapist_id uuid not null,
  state text not null,
  error text,
  insights jsonb,
  analyst text default 'none'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  transcript_revision integer default 0 not null
);
alter table public.insights add constraint insights_analyst_check CHECK (analyst = ANY (ARRAY['extractive'::text, 'language-model'::text, 'none'::text]));
alter table public.insights add constraint insights_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.insights add constraint insights_pkey PRIMARY KEY (session_id);
alter table public.insights add constraint insights_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.insights add constraint insights_state_check CHECK (state = ANY (ARRAY['analyzing'::text, 'ready'::text, 'failed'::text]));
alter table public.insights add constraint insights_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
CREATE TRIGGER touch BEFORE UPDATE ON insights FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.insights enable row level security;
alter table public.insights force row level security;
create policy backup on public.insights as permissive for select to app_backup using (true);
create policy correction on public.insights as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.insights as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy own on public.insights as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_update on public.insights as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.insights as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = insights.session_id AND s.therapist_id = insights.therapist_id AND NOT s.organization_id IS DISTINCT FROM insights.organization_id)));
create policy still_member on public.insights as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.insights as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.insights as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.insights as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.insights as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.insights as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.insights as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.insights as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.invitation_secrets (
  hash bytea not null,
  invitation_id uuid not null,
  is_mailed boolean not null,
  created_at timestamp with time zone default now() not null
);
alter table public.invitation_secrets add constraint invitation_secrets_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE;
alter table public.invitation_secrets add constraint invitation_secrets_pkey PRIMARY KEY (hash);
CREATE INDEX invitation_secrets_invitation_id_idx ON invitation_secrets USING btree (invitation_id);
alter table public.invitation_secrets enable row level security;
alter table public.invitation_secrets force row level security;
create policy backup on public.invitation_secrets as permissive for select to app_backup using (true);
create policy definer on public.invitation_secrets as permissive for all to app_owner using (true) with check (true);
create table public.invitations (
  id uuid default gen_random_uuid() not null,
  organization_id uuid not null,
  email text not null,
  role text not null,
  therapist_ids uuid[] default '{}'::uuid[] not null,
  invited_by uuid not null,
  status text default 'pending'::text not null,
  created_at timestamp with time zone default now() not null,
  tried_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default now() + '7 days'::interval not null,
  accepted_by uuid,
  accepted_at timestamp with time zone
);
alter table public.invitations add constraint invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id);
alter table public.invitations add constraint invitations_email_check CHECK (email = lower(email) AND email ~~ '%_@_%'::text AND length(email) <= 254);
alter table public.invitations add constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id);
alter table public.invitations add constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.invitations add constraint invitations_pkey PRIMARY KEY (id);
alter table public.invitations add constraint invitations_role_check CHECK (role = ANY (ARRAY['therapist'::text, 'supervisor'::text, 'admin'::text]));
alter table public.invitations add constraint invitations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'sent'::text, 'expired'::text, 'accepted'::text]));
CREATE UNIQUE INDEX invitations_open ON invitations USING btree (organization_id, email) WHERE status = ANY (ARRAY['pending'::text, 'sent'::text]);
CREATE INDEX invitations_organization_id_created_at_idx ON invitations USING btree (organization_id, created_at DESC);
alter table public.invitations enable row level security;
alter table public.invitations force row level security;
create policy backup on public.invitations as permissive for select to app_backup using (true);
create policy definer on public.invitations as permissive for all to app_owner using (true) with check (true);
create table public.legal_hold_lifts (
  hold_id uuid not null,
  organization_id uuid,
  reason text not null,
  lifted_by uuid not null,
  lifted_by_name text not null,
  lifted_at timestamp with time zone default now() not null,
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  prev_sha256 text default ''::text not null,
  sha256 text default ''::text not null
);
alter table public.legal_hold_lifts add constraint legal_hold_lifts_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES legal_holds(id);
alter table public.legal_hold_lifts add constraint legal_hold_lifts_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES users(id);
alter table public.legal_hold_lifts add constraint legal_hold_lifts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.legal_hold_lifts add constraint legal_hold_lifts_pkey PRIMARY KEY (hold_id);
alter table public.legal_hold_lifts add constraint legal_hold_lifts_place UNIQUE (chain, seq);
alter table public.legal_hold_lifts add constraint legal_hold_lifts_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500);
CREATE TRIGGER chain BEFORE INSERT ON legal_hold_lifts FOR EACH ROW EXECUTE FUNCTION app.chain_signature();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON legal_hold_lifts FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON legal_hold_lifts FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.legal_hold_lifts enable row level security;
alter table public.legal_hold_lifts force row level security;
create policy backup on public.legal_hold_lifts as permissive for select to app_backup using (true);
create policy definer on public.legal_hold_lifts as permissive for all to app_owner using (true) with check (true);
create policy visible on public.legal_hold_lifts as permissive for select to app_web using ((EXISTS ( SELECT
   FROM legal_holds h
  WHERE h.id = legal_hold_lifts.hold_id)));
create table public.legal_holds (
  id uuid default app.new_id() not null,
  organization_id uuid,
  client_id uuid not null,
  request_id uuid not null,
  starts_on date not null,
  reason text not null,
  placed_by uuid not null,
  placed_by_name text not null,
  placed_at timestamp with time zone default now() not null,
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  prev_sha256 text default ''::text not null,
  sha256 text default ''::text not null
);
alter table public.legal_holds add constraint legal_holds_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.legal_holds add constraint legal_holds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.legal_holds add constraint legal_holds_pkey PRIMARY KEY (id);
alter table public.legal_holds add constraint legal_holds_place UNIQUE (chain, seq);
alter table public.legal_holds add constraint legal_holds_placed_by_fkey FOREIGN KEY (placed_by) REFERENCES users(id);
alter table public.legal_holds add constraint legal_holds_placed_by_request_id_key UNIQUE (placed_by, request_id);
alter table public.legal_holds add constraint legal_holds_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500);
CREATE INDEX legal_holds_of_client ON legal_holds USING btree (client_id, starts_on);
CREATE TRIGGER chain BEFORE INSERT ON legal_holds FOR EACH ROW EXECUTE FUNCTION app.chain_signature();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON legal_holds FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON legal_holds FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.legal_holds enable row level security;
alter table public.legal_holds force row level security;
create policy backup on public.legal_holds as permissive for select to app_backup using (true);
create policy definer on public.legal_holds as permissive for all to app_owner using (true) with check (true);
create policy visible on public.legal_holds as permissive for select to app_web using ((EXISTS ( SELECT
   FROM clients c
  WHERE c.id = legal_holds.client_id)));
create table public.live_chunks (
  session_id uuid not null,
  n integer not null,
  count integer not null,
  organization_id uuid,
  therapist_id uuid not null,
  segment integer not null,
  media_type text not null,
  sha256 bytea not null,
  data bytea not null storage e,
  seal bytea
) with (toast_tuple_target=8160);
alter table public.live_chunks add constraint live_chunks_count_check CHECK (count > 0);
alter table public.live_chunks add constraint live_chunks_media_type_check CHECK (length(media_type) <= 200);
alter table public.live_chunks add constraint live_chunks_n_check CHECK (n >= 0);
alter table public.live_chunks add constraint live_chunks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.live_chunks add constraint live_chunks_pkey PRIMARY KEY (session_id, n);
alter table public.live_chunks add constraint live_chunks_seal_check CHECK (octet_length(seal) = 32);
alter table public.live_chunks add constraint live_chunks_segment_check CHECK (segment >= 0);
alter table public.live_chunks add constraint live_chunks_session_id_fkey FOREIGN KEY (session_id) REFERENCES live_recordings(session_id) ON DELETE CASCADE;
alter table public.live_chunks add constraint live_chunks_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.live_chunks enable row level security;
alter table public.live_chunks force row level security;
create policy backup on public.live_chunks as permissive for select to app_backup using (true);
create policy operator on public.live_chunks as permissive for select to app_owner using (seal IS NOT NULL AND pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy operator_update on public.live_chunks as permissive for update to app_owner using (seal IS NOT NULL AND pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy own on public.live_chunks as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.live_chunks as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.live_chunks as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy recording_is_own on public.live_chunks as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM live_recordings r
  WHERE r.session_id = live_chunks.session_id AND r.therapist_id = live_chunks.therapist_id AND NOT r.organization_id IS DISTINCT FROM live_chunks.organization_id)));
create policy still_member on public.live_chunks as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.live_chunks as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.live_chunks as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.live_chunks as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.live_chunks as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.live_chunks as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.live_chunks as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.live_chunks as permissive for select to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create table public.live_recordings (
  session_id uuid not null,
  organization_id uuid,
  therapist_id uuid not null,
  request_id uuid not null,
  next_chunk integer default 0 not null,
  next_segment integer default 0 not null,
  bytes bigint default 0 not null,
  saved_ms integer default 0 not null,
  last_chunk_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_video_visit boolean default false not null,
  client_location text
) with (fillfactor=50);
alter table public.live_recordings add constraint live_recordings_bytes_check CHECK (bytes >= 0);
alter table public.live_recordings add constraint live_recordings_client_location_check CHECK (length(client_location) <= 60);
alter table public.live_recordings add constraint live_recordings_next_chunk_check CHECK (next_chunk >= 0);
alter table public.live_recordings add constraint live_recordings_next_segment_check CHECK (next_segment >= 0);
alter table public.live_recordings add constraint live_recordings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.live_recordings add constraint live_recordings_pkey PRIMARY KEY (session_id);
alter table public.live_recordings add constraint live_recordings_saved_ms_check CHECK (saved_ms >= 0);
alter table public.live_recordings add constraint live_recordings_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.live_recordings add constraint live_recordings_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.live_recordings add constraint live_recordings_therapist_id_request_id_key UNIQUE (therapist_id, request_id);
CREATE INDEX live_recordings_unfinished ON live_recordings USING btree (therapist_id, created_at DESC) WHERE ended_at IS NULL;
CREATE TRIGGER no_recording_while_viewing BEFORE INSERT ON live_recordings FOR EACH ROW EXECUTE FUNCTION app.no_recording_while_viewing();
CREATE TRIGGER touch BEFORE UPDATE ON live_recordings FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.live_recordings enable row level security;
alter table public.live_recordings force row level security;
create policy backup on public.live_recordings as permissive for select to app_backup using (true);
create policy correction on public.live_recordings as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.live_recordings as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy in_progress on public.live_recordings as permissive for select to app_owner using (ended_at IS NULL);
create policy may_upload on public.live_recordings as restrictive for insert to app_web with check (( SELECT app.may_upload() AS may_upload));
create policy own on public.live_recordings as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.live_recordings as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.live_recordings as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.live_recordings as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = live_recordings.session_id AND s.therapist_id = live_recordings.therapist_id AND NOT s.organization_id IS DISTINCT FROM live_recordings.organization_id)));
create policy still_member on public.live_recordings as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.live_recordings as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.live_recordings as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.live_recordings as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.live_recordings as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.live_recordings as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.live_recordings as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.live_recordings as permissive for select to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create table public.model_scores (
  id uuid default app.new_id() not null,
  model text not null,
  measured_at timestamp with time zone default now() not null,
  result jsonb not null
);
alter table public.model_scores add constraint model_scores_pkey PRIMARY KEY (id);
CREATE INDEX model_scores_newest ON model_scores USING btree (model, measured_at DESC);
alter table public.model_scores enable row level security;
alter table public.model_scores force row level security;
create policy backup on public.model_scores as permissive for select to app_backup using (true);
create policy insert_score on public.model_scores as permissive for insert to app_owner with check (true);
create policy visible on public.model_scores as permissive for select to public using (true);
create table public.note_addenda (
  id uuid default app.new_id() not null,
  session_id uuid not null,
  organization_id uuid,
  number integer not null,
  kind text not null,
  text text not null,
  reason text not null,
  event_date date,
  is_unsigned_note boolean default false not null,
  author_id uuid not null,
  author_name text not null,
  credentials text not null,
  license_number text not null,
  license_state text not null,
  time_zone text not null,
  signed_at timestamp with time zone default now() not null,
  auth_method text not null,
  ip_address text,
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  prev_sha256 text default ''::text not null,
  sha256 text default ''::text not null,
  request_id uuid
);
alter table public.note_addenda add constraint note_addenda_auth_method_check CHECK (auth_method = ANY (ARRAY['password'::text, 'passkey'::text, 'totp'::text, 'demo'::text]));
alter table public.note_addenda add constraint note_addenda_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
alter table public.note_addenda add constraint note_addenda_kind_check CHECK (kind = ANY (ARRAY['addendum'::text, 'correction'::text, 'late_entry'::text, 'client_statement'::text]));
alter table public.note_addenda add constraint note_addenda_number UNIQUE (session_id, number);
alter table public.note_addenda add constraint note_addenda_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_addenda add constraint note_addenda_pkey PRIMARY KEY (id);
alter table public.note_addenda add constraint note_addenda_place UNIQUE (chain, seq);
alter table public.note_addenda add constraint note_addenda_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500);
alter table public.note_addenda add constraint note_addenda_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id);
alter table public.note_addenda add constraint note_addenda_text_check CHECK (length(text) >= 1 AND length(text) <= 20000);
CREATE UNIQUE INDEX note_addenda_request ON note_addenda USING btree (author_id, request_id) WHERE request_id IS NOT NULL;
CREATE TRIGGER chain BEFORE INSERT ON note_addenda FOR EACH ROW EXECUTE FUNCTION app.chain_signature();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON note_addenda FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON note_addenda FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.note_addenda enable row level security;
alter table public.note_addenda force row level security;
create policy backup on public.note_addenda as permissive for select to app_backup using (true);
create policy definer on public.note_addenda as permissive for all to app_owner using (true) with check (true);
create policy visible on public.note_addenda as permissive for select to app_web using ((EXISTS ( SELECT
   FROM notes n
  WHERE n.session_id = note_addenda.session_id)));
create table public.note_comments (
  id uuid default app.new_id() not null,
  session_id uuid not null,
  organization_id uuid not null,
  version integer not null,
  section text,
  sentence integer,
  quote text,
  quote_sha256 text,
  reply_to uuid,
  author_id uuid not null,
  author_name text not null,
  credentials text not null,
  text text not null,
  created_at timestamp with time zone default now() not null,
  request_id uuid
);
alter table public.note_comments add constraint note_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
alter table public.note_comments add constraint note_comments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_comments add constraint note_comments_pkey PRIMARY KEY (id);
alter table public.note_comments add constraint note_comments_place CHECK (
CASE
    WHEN reply_to IS NULL THEN num_nulls(section, sentence, quote, quote_sha256) = 0
    ELSE num_nonnulls(section, sentence, quote, quote_sha256) = 0
END);
alter table public.note_comments add constraint note_comments_quote_check CHECK (length(quote) >= 1 AND length(quote) <= 100000);
alter table public.note_comments add constraint note_comments_reply_to_fkey FOREIGN KEY (reply_to) REFERENCES note_comments(id);
alter table public.note_comments add constraint note_comments_section_check CHECK (length(section) >= 1 AND length(section) <= 200);
alter table public.note_comments add constraint note_comments_sentence_check CHECK (sentence >= 0);
alter table public.note_comments add constraint note_comments_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id);
alter table public.note_comments add constraint note_comments_text_check CHECK (length(text) >= 1 AND length(text) <= 2000);
alter table public.note_comments add constraint note_comments_version FOREIGN KEY (session_id, version) REFERENCES note_versions(session_id, version);
CREATE INDEX note_comments_of_note ON note_comments USING btree (session_id);
CREATE UNIQUE INDEX note_comments_request ON note_comments USING btree (author_id, request_id) WHERE request_id IS NOT NULL;
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON note_comments FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON note_comments FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.note_comments enable row level security;
alter table public.note_comments force row level security;
create policy backup on public.note_comments as permissive for select to app_backup using (true);
create policy definer on public.note_comments as permissive for all to app_owner using (true) with check (true);
create policy visible on public.note_comments as permissive for select to app_web using ((EXISTS ( SELECT
   FROM notes n
  WHERE n.session_id = note_comments.session_id)) OR app.is_cosigner(session_id));
create table public.note_copies (
  id uuid default app.new_id() not null,
  session_id uuid not null,
  version integer not null,
  organization_id uuid,
  therapist_id uuid not null,
  profile text not null,
  profile_id text not null,
  is_draft boolean not null,
  sha256 bytea not null,
  copied_by uuid not null,
  copied_at timestamp with time zone default now() not null
);
alter table public.note_copies add constraint note_copies_copied_by_fkey FOREIGN KEY (copied_by) REFERENCES users(id);
alter table public.note_copies add constraint note_copies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_copies add constraint note_copies_pkey PRIMARY KEY (id);
alter table public.note_copies add constraint note_copies_profile_check CHECK (length(profile) >= 1 AND length(profile) <= 60);
alter table public.note_copies add constraint note_copies_profile_id_check CHECK (length(profile_id) >= 1 AND length(profile_id) <= 100);
alter table public.note_copies add constraint note_copies_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id) ON DELETE CASCADE;
alter table public.note_copies add constraint note_copies_sha256_check CHECK (length(sha256) = 32);
alter table public.note_copies add constraint note_copies_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
CREATE INDEX note_copies_copied_by_copied_at_idx ON note_copies USING btree (copied_by, copied_at DESC);
CREATE INDEX note_copies_session_id_copied_at_idx ON note_copies USING btree (session_id, copied_at DESC);
alter table public.note_copies enable row level security;
alter table public.note_copies force row level security;
create policy backup on public.note_copies as permissive for select to app_backup using (true);
create policy copier_is_self on public.note_copies as permissive for insert to app_web, app_worker with check (copied_by = (( SELECT app.user_id() AS user_id)));
create policy note_is_visible on public.note_copies as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM notes n
  WHERE n.session_id = note_copies.session_id AND n.therapist_id = note_copies.therapist_id AND NOT n.organization_id IS DISTINCT FROM note_copies.organization_id)));
create policy still_member on public.note_copies as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.note_copies as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.note_copies as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.note_copies as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.note_copies as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.note_copies as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.note_copies as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.note_copies as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.note_requests (
  id uuid default app.new_id() not null,
  session_id uuid not null,
  organization_id uuid,
  therapist_id uuid not null,
  kind text not null,
  note_type text not null,
  instructions text,
  state text default 'open'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  template jsonb
);
alter table public.note_requests add constraint note_requests_kind_check CHECK (kind = ANY (ARRAY['draft'::text, 'excerpts'::text, 'type choice'::text, 'type change'::text, 'enhancement'::text]));
alter table public.note_requests add constraint note_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_requests add constraint note_requests_pkey PRIMARY KEY (id);
alter table public.note_requests add constraint note_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id) ON DELETE CASCADE;
alter table public.note_requests add constraint note_requests_state_check CHECK (state = ANY (ARRAY['open'::text, 'done'::text, 'failed'::text]));
alter table public.note_requests add constraint note_requests_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
CREATE UNIQUE INDEX note_requests_open ON note_requests USING btree (session_id) WHERE state = 'open'::text;
CREATE TRIGGER touch BEFORE UPDATE ON note_requests FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.note_requests enable row level security;
alter table public.note_requests force row level security;
create policy backup on public.note_requests as permissive for select to app_backup using (true);
create policy own on public.note_requests as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.note_requests as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.note_requests as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.note_requests as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = note_requests.session_id AND s.therapist_id = note_requests.therapist_id AND NOT s.organization_id IS DISTINCT FROM note_requests.organization_id)));
create policy still_member on public.note_requests as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.note_requests as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.note_requests as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.note_requests as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.note_requests as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.note_requests as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.note_requests as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.note_requests as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.note_review_items (
  session_id uuid not null,
  item_id text not null,
  organization_id uuid,
  therapist_id uuid not null,
  kind text not null,
  section text not null,
  version integer not null,
  state text not null,
  drafter text not null,
  model text,
  decided_by uuid not null,
  decided_at timestamp with time zone default now() not null
);
alter table public.note_review_items add constraint note_review_items_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table public.note_review_items add constraint note_review_items_item_id_check CHECK (item_id ~ '^[0-9a-f]{64}$'::text);
alter table public.note_review_items add constraint note_review_items_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_review_items add constraint note_review_items_pkey PRIMARY KEY (session_id, item_id);
alter table public.note_review_items add constraint note_review_items_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id) ON DELETE CASCADE;
alter table public.note_review_items add constraint note_review_items_state_check CHECK (state = ANY (ARRAY['open'::text, 'kept'::text, 'observed'::text, 'edited'::text, 'replaced'::text, 'deleted'::text, 'inserted'::text, 'dismissed'::text, 'correct'::text, 'wrong'::text]));
alter table public.note_review_items add constraint note_review_items_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
CREATE INDEX note_review_items_spot_checks ON note_review_items USING btree (model) WHERE kind = 'spot check'::text AND (state = ANY (ARRAY['correct'::text, 'wrong'::text]));
alter table public.note_review_items enable row level security;
alter table public.note_review_items force row level security;
create policy backup on public.note_review_items as permissive for select to app_backup using (true);
create policy correction on public.note_review_items as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.note_review_items as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy decided_by_self on public.note_review_items as restrictive for insert to app_web, app_worker with check (decided_by = (( SELECT app.user_id() AS user_id)));
create policy own on public.note_review_items as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_update on public.note_review_items as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.note_review_items as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = note_review_items.session_id AND s.therapist_id = note_review_items.therapist_id AND NOT s.organization_id IS DISTINCT FROM note_review_items.organization_id)));
create policy spot_checks on public.note_review_items as permissive for select to app_owner using (kind = 'spot check'::text AND (state = ANY (ARRAY['correct'::text, 'wrong'::text])));
create policy still_member on public.note_review_items as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.note_review_items as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.note_review_items as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.note_review_items as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.note_review_items as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.note_review_items as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.note_review_items as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.note_review_items as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.note_search (
  session_id uuid not null,
  organization_id uuid,
  therapist_id uuid not null,
  session_date date not null,
  start_time time without time zone not null,
  words text[] not null
);
alter table public.note_search add constraint note_search_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_search add constraint note_search_pkey PRIMARY KEY (session_id);
alter table public.note_search add constraint note_search_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id) ON DELETE CASCADE;
alter table public.note_search add constraint note_search_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
CREATE INDEX note_search_of_organization ON note_search USING btree (organization_id, session_date DESC, start_time DESC, session_id DESC) INCLUDE (therapist_id);
CREATE INDEX note_search_of_therapist ON note_search USING btree (therapist_id, session_date DESC, start_time DESC, session_id DESC) INCLUDE (organization_id);
CREATE INDEX note_search_words ON note_search USING gin (app.note_keys(organization_id, therapist_id, session_date, words)) WITH (fastupdate=off);
alter table public.note_search enable row level security;
alter table public.note_search force row level security;
create policy backup on public.note_search as permissive for select to app_backup using (true);
create policy correction_delete on public.note_search as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_insert on public.note_search as permissive for insert to app_owner with check (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_update on public.note_search as permissive for update to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy definer on public.note_search as permissive for select to app_owner using (true);
create policy organization_update on public.note_search as permissive for update to app_web using (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[]));
create policy own on public.note_search as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.note_search as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.note_search as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.note_search as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = note_search.session_id AND s.therapist_id = note_search.therapist_id AND NOT s.organization_id IS DISTINCT FROM note_search.organization_id)));
create policy still_member on public.note_search as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.note_search as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.note_search as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.note_search as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.note_search as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.note_search as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.note_search as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.note_search as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.note_signatures (
  id uuid default app.new_id() not null,
  session_id uuid not null,
  organization_id uuid,
  version integer not null,
  role text not null,
  signer_id uuid not null,
  signer_name text not null,
  credentials text not null,
  license_number text not null,
  license_state text not null,
  time_zone text not null,
  attestation_text text not null,
  signed_at timestamp with time zone default now() not null,
  auth_method text not null,
  is_late boolean default false not null,
  content_sha256 text not null,
  ip_address text,
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  prev_sha256 text default ''::text not null,
  sha256 text default ''::text not null,
  covers_contact boolean
);
alter table public.note_signatures add constraint note_signatures_auth_method_check CHECK (auth_method = ANY (ARRAY['password'::text, 'passkey'::text, 'totp'::text, 'demo'::text]));
alter table public.note_signatures add constraint note_signatures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_signatures add constraint note_signatures_pkey PRIMARY KEY (id);
alter table public.note_signatures add constraint note_signatures_place UNIQUE (chain, seq);
alter table public.note_signatures add constraint note_signatures_role_check CHECK (role = ANY (ARRAY['author'::text, 'cosigner'::text]));
alter table public.note_signatures add constraint note_signatures_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id);
alter table public.note_signatures add constraint note_signatures_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES users(id);
alter table public.note_signatures add constraint note_signatures_version FOREIGN KEY (session_id, version) REFERENCES note_versions(session_id, version);
CREATE INDEX note_signatures_of_cosigner ON note_signatures USING btree (signer_id, signed_at) WHERE role = 'cosigner'::text;
CREATE INDEX note_signatures_of_note ON note_signatures USING btree (session_id);
CREATE TRIGGER chain BEFORE INSERT ON note_signatures FOR EACH ROW EXECUTE FUNCTION app.chain_signature();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON note_signatures FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON note_signatures FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.note_signatures enable row level security;
alter table public.note_signatures force row level security;
create policy backup on public.note_signatures as permissive for select to app_backup using (true);
create policy definer on public.note_signatures as permissive for all to app_owner using (true) with check (true);
create policy visible on public.note_signatures as permissive for select to app_web using ((EXISTS ( SELECT
   FROM notes n
  WHERE n.session_id = note_signatures.session_id)));
create table public.note_supersessions (
  id uuid default app.new_id() not null,
  signature_id uuid not null,
  session_id uuid not null,
  organization_id uuid,
  kind text not null,
  reason text not null,
  superseded_by uuid not null,
  superseded_at timestamp with time zone default now() not null,
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  prev_sha256 text default ''::text not null,
  sha256 text default ''::text not null
);
alter table public.note_supersessions add constraint note_supersessions_kind_check CHECK (kind = ANY (ARRAY['unlocked'::text, 'returned'::text]));
alter table public.note_supersessions add constraint note_supersessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_supersessions add constraint note_supersessions_pkey PRIMARY KEY (id);
alter table public.note_supersessions add constraint note_supersessions_place UNIQUE (chain, seq);
alter table public.note_supersessions add constraint note_supersessions_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 4000);
alter table public.note_supersessions add constraint note_supersessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id);
alter table public.note_supersessions add constraint note_supersessions_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES note_signatures(id);
alter table public.note_supersessions add constraint note_supersessions_signature_id_key UNIQUE (signature_id);
alter table public.note_supersessions add constraint note_supersessions_superseded_by_fkey FOREIGN KEY (superseded_by) REFERENCES users(id);
CREATE INDEX note_supersessions_of_note ON note_supersessions USING btree (session_id);
CREATE TRIGGER chain BEFORE INSERT ON note_supersessions FOR EACH ROW EXECUTE FUNCTION app.chain_signature();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON note_supersessions FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON note_supersessions FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.note_supersessions enable row level security;
alter table public.note_supersessions force row level security;
create policy backup on public.note_supersessions as permissive for select to app_backup using (true);
create policy definer on public.note_supersessions as permissive for all to app_owner using (true) with check (true);
create policy visible on public.note_supersessions as permissive for select to app_web using ((EXISTS ( SELECT
   FROM notes n
  WHERE n.session_id = note_supersessions.session_id)));
create table public.note_template_versions (
  template_id uuid not null,
  version integer not null,
  name text not null,
  base_type text not null,
  sections jsonb not null,
  replaced_at timestamp with time zone default now() not null,
  language text default 'en'::text not null
);
alter table public.note_template_versions add constraint note_template_versions_name_check CHECK (length(name) >= 1 AND length(name) <= 80);
alter table public.note_template_versions add constraint note_template_versions_pkey PRIMARY KEY (template_id, version);
alter table public.note_template_versions add constraint note_template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES note_templates(id) ON DELETE CASCADE;
alter table public.note_template_versions add constraint note_template_versions_version_check CHECK (version > 0);
alter table public.note_template_versions enable row level security;
alter table public.note_template_versions force row level security;
create policy backup on public.note_template_versions as permissive for select to app_backup using (true);
create policy own on public.note_template_versions as permissive for insert to app_web with check ((EXISTS ( SELECT
   FROM note_templates t
  WHERE t.id = note_template_versions.template_id AND COALESCE(t.owner_id = (( SELECT app.user_id() AS user_id)) OR (t.organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])), false))));
create policy viewing_insert on public.note_template_versions as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy visible on public.note_template_versions as permissive for select to app_web using ((EXISTS ( SELECT
   FROM note_templates t
  WHERE t.id = note_template_versions.template_id)));
create table public.note_templates (
  id uuid default app.new_id() not null,
  owner_id uuid,
  organization_id uuid,
  name text not null,
  base_type text not null,
  sections jsonb not null,
  version integer default 1 not null,
  status text default 'draft'::text not null,
  origin text,
  created_at timestamp with time zone default now() not null,
  language text default 'en'::text not null,
  request_id uuid
);
alter table public.note_templates add constraint note_templates_check CHECK (num_nonnulls(owner_id, organization_id) = 1);
alter table public.note_templates add constraint note_templates_name_check CHECK (length(name) >= 1 AND length(name) <= 80);
alter table public.note_templates add constraint note_templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_templates add constraint note_templates_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table public.note_templates add constraint note_templates_pkey PRIMARY KEY (id);
alter table public.note_templates add constraint note_templates_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'retired'::text]));
alter table public.note_templates add constraint note_templates_version_check CHECK (version > 0);
CREATE INDEX note_templates_organization_id_idx ON note_templates USING btree (organization_id);
CREATE INDEX note_templates_owner_id_idx ON note_templates USING btree (owner_id);
CREATE UNIQUE INDEX note_templates_request ON note_templates USING btree (COALESCE(owner_id, organization_id), request_id) WHERE request_id IS NOT NULL;
alter table public.note_templates enable row level security;
alter table public.note_templates force row level security;
create policy backup on public.note_templates as permissive for select to app_backup using (true);
create policy own on public.note_templates as permissive for insert to app_web with check (COALESCE(owner_id = (( SELECT app.user_id() AS user_id)) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])), false));
create policy own_delete on public.note_templates as permissive for delete to app_web using (COALESCE(owner_id = (( SELECT app.user_id() AS user_id)) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])), false));
create policy own_update on public.note_templates as permissive for update to app_web using (COALESCE(owner_id = (( SELECT app.user_id() AS user_id)) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])), false));
create policy viewing_delete on public.note_templates as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.note_templates as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.note_templates as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewer_id() AS viewer_id)) IS NULL));
create policy viewing_update on public.note_templates as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.note_templates as permissive for select to app_web using (COALESCE(owner_id = (( SELECT app.user_id() AS user_id)) OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])), false));
create table public.note_versions (
  session_id uuid not null,
  version integer not null,
  organization_id uuid,
  therapist_id uuid not null,
  note_type text not null,
  reason text not null,
  author_id uuid,
  sections jsonb not null,
  drafter text not null,
  coverage jsonb,
  created_at timestamp with time zone default now() not null,
  model text,
  second_reading text,
  template jsonb
);
alter table public.note_versions add constraint note_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
alter table public.note_versions add constraint note_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.note_versions add constraint note_versions_pkey PRIMARY KEY (session_id, version);
alter table public.note_versions add constraint note_versions_reason_check CHECK (reason = ANY (ARRAY['drafted'::text, 'edited'::text, 'type changed'::text, 'enhanced'::text, 'restored'::text]));
alter table public.note_versions add constraint note_versions_second_reading_check CHECK (second_reading = ANY (ARRAY['made'::text, 'not made'::text]));
alter table public.note_versions add constraint note_versions_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id) ON DELETE CASCADE;
alter table public.note_versions add constraint note_versions_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
CREATE TRIGGER lock_version BEFORE UPDATE ON note_versions FOR EACH ROW EXECUTE FUNCTION app.lock_version();
alter table public.note_versions enable row level security;
alter table public.note_versions force row level security;
create policy author_is_self on public.note_versions as restrictive for insert to app_web, app_worker with check (author_id IS NULL OR author_id = (( SELECT app.user_id() AS user_id)));
create policy backup on public.note_versions as permissive for select to app_backup using (true);
create policy correction on public.note_versions as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_update on public.note_versions as permissive for update to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy own on public.note_versions as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.note_versions as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.note_versions as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy renderer_writes on public.note_versions as restrictive for insert to app_web, app_worker with check (version = 1 OR (EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = note_versions.session_id AND (s.rendered_by IS NULL OR s.rendered_by = (( SELECT app.user_id() AS user_id))))));
create policy session_is_own on public.note_versions as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = note_versions.session_id AND s.therapist_id = note_versions.therapist_id AND NOT s.organization_id IS DISTINCT FROM note_versions.organization_id)));
create policy signing on public.note_versions as permissive for select to app_owner using (session_id = (( SELECT app.note_to_sign() AS note_to_sign)));
create policy still_member on public.note_versions as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.note_versions as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.note_versions as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.note_versions as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.note_versions as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.note_versions as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.note_versions as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.note_versions as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.notes (
  session_id uuid not null,
  organization_id uuid,
  therapist_id uuid not null,
  client_id uuid not null,
  session_date date not null,
  note_type text default 'SOAP'::text not null,
  state text default 'waiting'::text not null,
  error text,
  sections jsonb default '[]'::jsonb not null,
  version integer default 0 not null,
  drafter text default 'none'::text not null,
  coverage jsonb,
  safety jsonb default '[]'::jsonb not null,
  note_type_change_count integer default 0 not null,
  note_enhance_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  type_chosen boolean default true not null,
  model text,
  second_reading text,
  safety_dismissals jsonb,
  status text default 'draft'::text not null,
  origin text default 'transcript'::text not null,
  first_ready_at timestamp with time zone,
  signed_at timestamp with time zone,
  to_review_count integer default 0,
  template jsonb,
  transcript_deleted_at timestamp with time zone,
  safety_reading jsonb,
  search_due_since timestamp with time zone
);
alter table public.notes add constraint notes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.notes add constraint notes_drafter_check CHECK (drafter = ANY (ARRAY['extractive'::text, 'language-model'::text, 'none'::text]));
alter table public.notes add constraint notes_note_enhance_count_check CHECK (note_enhance_count >= 0);
alter table public.notes add constraint notes_note_type_change_count_check CHECK (note_type_change_count >= 0);
alter table public.notes add constraint notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.notes add constraint notes_origin_check CHECK (origin = ANY (ARRAY['transcript'::text, 'written'::text]));
alter table public.notes add constraint notes_pkey PRIMARY KEY (session_id);
alter table public.notes add constraint notes_second_reading_check CHECK (second_reading = ANY (ARRAY['made'::text, 'not made'::text]));
alter table public.notes add constraint notes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.notes add constraint notes_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'generating'::text, 'ready'::text, 'failed'::text]));
alter table public.notes add constraint notes_status_check CHECK (status = ANY (ARRAY['draft'::text, 'awaiting_cosign'::text, 'returned'::text, 'signed'::text]));
alter table public.notes add constraint notes_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.notes add constraint notes_to_review_count_check CHECK (to_review_count >= 0);
CREATE INDEX notes_of_client ON notes USING btree (client_id, session_date DESC);
CREATE INDEX notes_search_due ON notes USING btree (therapist_id, organization_id) WHERE search_due_since IS NOT NULL;
CREATE INDEX notes_signed ON notes USING btree (therapist_id, signed_at) WHERE signed_at IS NOT NULL;
CREATE INDEX notes_signed_of_organization ON notes USING btree (organization_id, signed_at) WHERE signed_at IS NOT NULL;
CREATE INDEX notes_to_cosign ON notes USING btree (organization_id) WHERE status = ANY (ARRAY['awaiting_cosign'::text, 'returned'::text]);
CREATE INDEX notes_uncounted ON notes USING btree (session_id) WHERE to_review_count IS NULL;
CREATE INDEX notes_unfinished ON notes USING btree (therapist_id) WHERE status <> 'signed'::text AND (state = ANY (ARRAY['ready'::text, 'failed'::text]));
CREATE INDEX notes_unfinished_of_organization ON notes USING btree (organization_id, therapist_id) WHERE status <> 'signed'::text AND (state = ANY (ARRAY['ready'::text, 'failed'::text]));
CREATE TRIGGER become_search_due BEFORE UPDATE OF sections ON notes FOR EACH ROW WHEN (old.search_due_since IS NULL AND old.sections IS DISTINCT FROM new.sections) EXECUTE FUNCTION app.become_search_due();
CREATE TRIGGER index_new_note AFTER INSERT ON notes FOR EACH ROW EXECUTE FUNCTION app.index_note();
CREATE TRIGGER keep_signed_note BEFORE DELETE ON notes FOR EACH ROW WHEN (old.status = ANY (ARRAY['awaiting_cosign'::text, 'signed'::text])) EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER lock_signed_note BEFORE UPDATE ON notes FOR EACH ROW WHEN (old.status = ANY (ARRAY['awaiting_cosign'::text, 'signed'::text])) EXECUTE FUNCTION app.lock_signed_note();
CREATE TRIGGER require_renderer BEFORE UPDATE ON notes FOR EACH ROW WHEN (old.version > 0 AND (old.sections IS DISTINCT FROM new.sections OR old.note_type IS DISTINCT FROM new.note_type OR old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION app.require_renderer();
CREATE TRIGGER set_first_ready BEFORE UPDATE ON notes FOR EACH ROW WHEN (old.first_ready_at IS NULL AND new.version > 0) EXECUTE FUNCTION app.set_first_ready();
CREATE TRIGGER touch BEFORE UPDATE ON notes FOR EACH ROW WHEN ((old.to_review_count IS NOT NULL OR old.version IS DISTINCT FROM new.version OR old.state IS DISTINCT FROM new.state) AND (old.search_due_since IS NULL OR new.search_due_since IS NOT NULL)) EXECUTE FUNCTION app.touch();
alter table public.notes enable row level security;
alter table public.notes force row level security;
create policy backup on public.notes as permissive for select to app_backup using (true);
create policy client_is_own on public.notes as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = notes.session_id AND s.client_id = notes.client_id)));
create policy correction on public.notes as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_update on public.notes as permissive for update to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy cosign on public.notes as permissive for select to app_owner using (organization_id = (( SELECT app.cosign_org() AS cosign_org)));
create policy counting on public.notes as permissive for select to app_owner using (to_review_count IS NULL);
create policy own on public.notes as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.notes as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.notes as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy platform_admin on public.notes as permissive for select to app_owner using (session_id = (( SELECT app.admin_record() AS admin_record)));
create policy search_due on public.notes as permissive for select to app_owner using (search_due_since IS NOT NULL);
create policy session_is_own on public.notes as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = notes.session_id AND s.therapist_id = notes.therapist_id AND NOT s.organization_id IS DISTINCT FROM notes.organization_id)));
create policy signing on public.notes as permissive for select to app_owner using (session_id = (( SELECT app.note_to_sign() AS note_to_sign)));
create policy signing_update on public.notes as permissive for update to app_owner using (session_id = (( SELECT app.note_to_sign() AS note_to_sign)));
create policy still_member on public.notes as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.notes as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.notes as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.notes as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.notes as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.notes as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.notes as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.notes as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.notices (
  id uuid default app.new_id() not null,
  user_id uuid not null,
  organization_id uuid not null,
  kind text not null,
  client_id uuid,
  client_initials text,
  actor_id uuid,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  sessions_left integer,
  storage_percent integer,
  session_id uuid
);
alter table public.notices add constraint notices_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
alter table public.notices add constraint notices_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.notices add constraint notices_client_initials_check CHECK (length(client_initials) <= 8);
alter table public.notices add constraint notices_kind_check CHECK (
CASE
    WHEN kind = 'storage_low'::text THEN num_nonnulls(client_id, client_initials, actor_id, sessions_left, session_id) = 0 AND storage_percent IS NOT NULL
    WHEN kind = ANY (ARRAY['note_returned'::text, 'note_cosigned'::text]) THEN num_nonnulls(client_id, sessions_left, storage_percent) = 0 AND num_nulls(session_id, client_initials) = 0
    WHEN kind = 'cosign_waiting'::text THEN num_nonnulls(client_id, client_initials, sessions_left, storage_percent, session_id) = 0
    ELSE num_nonnulls(storage_percent, session_id) = 0 AND
    CASE
        WHEN kind = ANY (ARRAY['client_received'::text, 'client_given'::text]) THEN num_nulls(client_id, client_initials) = 0 AND sessions_left IS NULL
        ELSE kind = 'low_sessions_remaining'::text AND num_nonnulls(client_id, client_initials, actor_id) = 0 AND sessions_left IS NOT NULL
    END
END);
alter table public.notices add constraint notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.notices add constraint notices_pkey PRIMARY KEY (id);
alter table public.notices add constraint notices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id);
alter table public.notices add constraint notices_sessions_left_check CHECK (sessions_left >= 0);
alter table public.notices add constraint notices_storage_percent_check CHECK (storage_percent >= 0 AND storage_percent <= 1000);
alter table public.notices add constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX notices_user_id_id_idx ON notices USING btree (user_id, id DESC);
CREATE INDEX notices_user_id_idx ON notices USING btree (user_id) WHERE read_at IS NULL;
alter table public.notices enable row level security;
alter table public.notices force row level security;
create policy backup on public.notices as permissive for select to app_backup using (true);
create policy definer on public.notices as permissive for all to app_owner using (true) with check (true);
create policy own on public.notices as permissive for all to app_web, app_worker using (user_id = (( SELECT app.user_id() AS user_id)));
create policy still_member on public.notices as restrictive for all to app_web, app_worker using (COALESCE(organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]), false));
create policy viewing_delete on public.notices as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.notices as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.notices as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.notices as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.organization_members (
  id uuid default app.new_id() not null,
  organization_id uuid not null,
  user_id uuid not null,
  role text not null,
  managed_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  away_until date,
  is_prelicensed boolean default false not null
);
alter table public.organization_members add constraint organization_members_managed_by_fkey FOREIGN KEY (managed_by) REFERENCES users(id);
alter table public.organization_members add constraint organization_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.organization_members add constraint organization_members_organization_id_user_id_key UNIQUE (organization_id, user_id);
alter table public.organization_members add constraint organization_members_pkey PRIMARY KEY (id);
alter table public.organization_members add constraint organization_members_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'supervisor'::text, 'therapist'::text]));
alter table public.organization_members add constraint organization_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX organization_members_managed_by_idx ON organization_members USING btree (managed_by) WHERE managed_by IS NOT NULL;
CREATE INDEX organization_members_user_id_idx ON organization_members USING btree (user_id);
CREATE TRIGGER touch BEFORE UPDATE ON organization_members FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.organization_members enable row level security;
alter table public.organization_members force row level security;
create policy admin_panel on public.organization_members as permissive for select to app_admin using (true);
create policy backup on public.organization_members as permissive for select to app_backup using (true);
create policy definer on public.organization_members as permissive for all to app_owner using (true) with check (true);
create policy member on public.organization_members as permissive for select to app_web, app_worker using (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]));
create policy viewing_delete on public.organization_members as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.organization_members as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.organization_members as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.organization_members as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.organizations (
  id uuid default app.new_id() not null,
  name text not null,
  owner_id uuid not null,
  subscription_plan text default 'free'::text not null,
  subscription_status text default 'trial'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_keys tsvector generated always as (app.search_keys(name, ''::text)) stored,
  second_factor_since timestamp with time zone,
  attestation_text text,
  late_after_hours integer default 72 not null,
  unlock_hours integer default 24 not null,
  vocabulary text[] default '{}'::text[] not null
);
alter table public.organizations add constraint organizations_attestation_text_check CHECK (length(attestation_text) >= 1 AND length(attestation_text) <= 1000);
alter table public.organizations add constraint organizations_late_after_hours_check CHECK (late_after_hours = ANY (ARRAY[24, 48, 72]));
alter table public.organizations add constraint organizations_name_check CHECK (length(name) >= 1 AND length(name) <= 200);
alter table public.organizations add constraint organizations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table public.organizations add constraint organizations_pkey PRIMARY KEY (id);
alter table public.organizations add constraint organizations_subscription_plan_check CHECK (subscription_plan = ANY (ARRAY['free'::text, 'basic'::text, 'pro'::text, 'enterprise'::text]));
alter table public.organizations add constraint organizations_subscription_status_check CHECK (subscription_status = ANY (ARRAY['active'::text, 'trial'::text, 'inactive'::text, 'canceled'::text]));
alter table public.organizations add constraint organizations_unlock_hours_check CHECK (unlock_hours >= 0 AND unlock_hours <= 168);
alter table public.organizations add constraint organizations_vocabulary_check CHECK (cardinality(vocabulary) <= 100);
CREATE INDEX organizations_newest ON organizations USING btree (created_at DESC, id DESC);
CREATE INDEX organizations_owner_id_idx ON organizations USING btree (owner_id);
CREATE INDEX organizations_search ON organizations USING gin (search_keys);
CREATE TRIGGER touch BEFORE UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.organizations enable row level security;
alter table public.organizations force row level security;
create policy admin_panel on public.organizations as permissive for select to app_admin using (true);
create policy backup on public.organizations as permissive for select to app_backup using (true);
create policy definer on public.organizations as permissive for all to app_owner using (true) with check (true);
create policy member on public.organizations as permissive for select to app_web, app_worker using (id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]));
create policy viewing_delete on public.organizations as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.organizations as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_update on public.organizations as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.own_voices (
  id uuid default app.new_id() not null,
  user_id uuid not null,
  organization_id uuid,
  is_on boolean default true not null,
  session_id uuid,
  failure text,
  model text,
  sealed bytea,
  stored_at timestamp with time zone
);
alter table public.own_voices add constraint own_voices_check CHECK ((sealed IS NULL) = (model IS NULL) AND (sealed IS NULL) = (stored_at IS NULL));
alter table public.own_voices add constraint own_voices_failure_check CHECK (failure ~ '^[a-z_]{1,60}$'::text);
alter table public.own_voices add constraint own_voices_model_check CHECK (length(model) >= 1 AND length(model) <= 200);
alter table public.own_voices add constraint own_voices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.own_voices add constraint own_voices_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES organization_members(organization_id, user_id) ON DELETE CASCADE;
alter table public.own_voices add constraint own_voices_pkey PRIMARY KEY (id);
alter table public.own_voices add constraint own_voices_sealed_check CHECK (length(sealed) >= 33 AND length(sealed) <= 65536);
alter table public.own_voices add constraint own_voices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL;
alter table public.own_voices add constraint own_voices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table public.own_voices add constraint own_voices_user_id_organization_id_key UNIQUE NULLS NOT DISTINCT (user_id, organization_id);
alter table public.own_voices enable row level security;
alter table public.own_voices force row level security;
create policy backup on public.own_voices as permissive for select to app_backup using (true);
create policy deactivated on public.own_voices as permissive for select to app_owner using ((EXISTS ( SELECT
   FROM users u
  WHERE u.id = own_voices.user_id AND NOT u.is_active)));
create policy deactivated_delete on public.own_voices as permissive for delete to app_owner using ((EXISTS ( SELECT
   FROM users u
  WHERE u.id = own_voices.user_id AND NOT u.is_active)));
create policy operator on public.own_voices as permissive for select to app_owner using (pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy operator_update on public.own_voices as permissive for update to app_owner using (pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy own on public.own_voices as permissive for all to app_web, app_worker using (user_id = (( SELECT app.user_id() AS user_id)));
create policy still_member on public.own_voices as restrictive for all to app_web, app_worker using (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])));
create policy viewing_delete on public.own_voices as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.own_voices as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.own_voices as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.own_voices as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.payment_events (
  id text not null,
  type text not null,
  received_at timestamp with time zone default now() not null
);
alter table public.payment_events add constraint payment_events_id_check CHECK (length(id) <= 255);
alter table public.payment_events add constraint payment_events_pkey PRIMARY KEY (id);
alter table public.payment_events add constraint payment_events_type_check CHECK (length(type) <= 255);
CREATE INDEX payment_events_received_at_idx ON payment_events USING btree (received_at);
alter table public.payment_events enable row level security;
alter table public.payment_events force row level security;
create policy backup on public.payment_events as permissive for select to app_backup using (true);
create policy definer on public.payment_events as permissive for all to app_owner using (true) with check (true);
create policy viewing_delete on public.payment_events as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.payment_events as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.payment_events as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.payment_events as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy worker on public.payment_events as permissive for all to app_worker using ((( SELECT app.user_id() AS user_id)) IS NULL);
create table public.processes (
  id uuid not null,
  host text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  began_at timestamp with time zone default now() not null,
  heartbeat_at timestamp with time zone default now() not null,
  memory bigint not null,
  engines jsonb not null,
  worker_jobs text
);
alter table public.processes add constraint processes_host_check CHECK (length(host) <= 255);
alter table public.processes add constraint processes_pkey PRIMARY KEY (id);
alter table public.processes add constraint processes_roles_check CHECK (roles <@ ARRAY['web'::text, 'worker'::text] AND cardinality(roles) > 0);
alter table public.processes add constraint processes_version_check CHECK (length(version) <= 40);
alter table public.processes add constraint processes_worker_jobs_check CHECK (worker_jobs = ANY (ARRAY['all'::text, 'long'::text, 'short'::text]));
alter table public.processes enable row level security;
alter table public.processes force row level security;
create policy backup on public.processes as permissive for select to app_backup using (true);
create policy report on public.processes as permissive for all to app_owner using (true) with check (true);
create policy visible on public.processes as permissive for select to app_admin using (true);
create table public.psychotherapy_notes (
  id uuid default app.new_id() not null,
  organization_id uuid,
  client_id uuid not null,
  author_id uuid not null,
  request_id uuid not null,
  sealed bytea not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);
alter table public.psychotherapy_notes add constraint psychotherapy_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
alter table public.psychotherapy_notes add constraint psychotherapy_notes_author_id_request_id_key UNIQUE (author_id, request_id);
alter table public.psychotherapy_notes add constraint psychotherapy_notes_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.psychotherapy_notes add constraint psychotherapy_notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.psychotherapy_notes add constraint psychotherapy_notes_pkey PRIMARY KEY (id);
alter table public.psychotherapy_notes add constraint psychotherapy_notes_sealed_check CHECK (length(sealed) >= 34 AND length(sealed) <= 131072);
CREATE INDEX psychotherapy_notes_of_client ON psychotherapy_notes USING btree (author_id, client_id, created_at DESC, id DESC);
CREATE TRIGGER touch BEFORE UPDATE ON psychotherapy_notes FOR EACH ROW WHEN (old.version <> new.version) EXECUTE FUNCTION app.touch();
alter table public.psychotherapy_notes enable row level security;
alter table public.psychotherapy_notes force row level security;
create policy author on public.psychotherapy_notes as permissive for all to app_web using (author_id = (( SELECT app.user_id() AS user_id)));
create policy backup on public.psychotherapy_notes as permissive for select to app_backup using (true);
create policy client_is_own on public.psychotherapy_notes as restrictive for insert to app_web with check ((EXISTS ( SELECT
   FROM clients c
  WHERE c.id = psychotherapy_notes.client_id AND c.therapist_id = psychotherapy_notes.author_id AND NOT c.organization_id IS DISTINCT FROM psychotherapy_notes.organization_id)));
create policy not_on_hold on public.psychotherapy_notes as restrictive for delete to app_web using (app.hold_since(client_id) IS NULL);
create policy operator on public.psychotherapy_notes as permissive for select to app_owner using (pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy operator_update on public.psychotherapy_notes as permissive for update to app_owner using (pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy still_member on public.psychotherapy_notes as restrictive for all to app_web using (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])));
create policy unchanged_on_hold on public.psychotherapy_notes as restrictive for update to app_web using (app.hold_since(client_id) IS NULL);
create policy viewing_delete on public.psychotherapy_notes as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.psychotherapy_notes as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.psychotherapy_notes as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.psychotherapy_notes as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.record_releases (
  id uuid default app.new_id() not null,
  organization_id uuid,
  client_id uuid not null,
  request_id uuid not null,
  released_on date not null,
  recipient text not null,
  contents text not null,
  time_zone text not null,
  logged_by uuid not null,
  logged_by_name text not null,
  logged_at timestamp with time zone default now() not null,
  chain uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  seq bigint default 0 not null,
  prev_sha256 text default ''::text not null,
  sha256 text default ''::text not null
);
alter table public.record_releases add constraint record_releases_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.record_releases add constraint record_releases_contents_check CHECK (length(contents) >= 1 AND length(contents) <= 500);
alter table public.record_releases add constraint record_releases_logged_by_fkey FOREIGN KEY (logged_by) REFERENCES users(id);
alter table public.record_releases add constraint record_releases_logged_by_request_id_key UNIQUE (logged_by, request_id);
alter table public.record_releases add constraint record_releases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.record_releases add constraint record_releases_pkey PRIMARY KEY (id);
alter table public.record_releases add constraint record_releases_place UNIQUE (chain, seq);
alter table public.record_releases add constraint record_releases_recipient_check CHECK (length(recipient) >= 1 AND length(recipient) <= 500);
CREATE INDEX record_releases_of_client ON record_releases USING btree (client_id, released_on);
CREATE TRIGGER chain BEFORE INSERT ON record_releases FOR EACH ROW EXECUTE FUNCTION app.chain_signature();
CREATE TRIGGER not_emptied BEFORE TRUNCATE ON record_releases FOR EACH STATEMENT EXECUTE FUNCTION app.refuse_signed();
CREATE TRIGGER unchanged BEFORE DELETE OR UPDATE ON record_releases FOR EACH ROW EXECUTE FUNCTION app.refuse_signed();
alter table public.record_releases enable row level security;
alter table public.record_releases force row level security;
create policy backup on public.record_releases as permissive for select to app_backup using (true);
create policy definer on public.record_releases as permissive for all to app_owner using (true) with check (true);
create policy visible on public.record_releases as permissive for select to app_web using ((EXISTS ( SELECT
   FROM clients c
  WHERE c.id = record_releases.client_id)));
create table public.recordings (
  session_id uuid not null,
  organization_id uuid,
  therapist_id uuid not null,
  upload_id uuid,
  file_name text not null,
  media_type text not null,
  size bigint not null,
  duration_seconds double precision,
  storage_name text,
  state text default 'received'::text not null,
  recorded_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_cut_off boolean default false not null,
  written_names text[] default '{}'::text[] not null
);
alter table public.recordings add constraint recordings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.recordings add constraint recordings_pkey PRIMARY KEY (session_id);
alter table public.recordings add constraint recordings_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.recordings add constraint recordings_state_check CHECK (state = ANY (ARRAY['received'::text, 'stored'::text, 'unreadable'::text]));
alter table public.recordings add constraint recordings_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.recordings add constraint recordings_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE SET NULL;
CREATE TRIGGER count_storage AFTER INSERT OR DELETE OR UPDATE OF size, organization_id, therapist_id ON recordings FOR EACH ROW EXECUTE FUNCTION app.count_storage();
CREATE TRIGGER touch BEFORE UPDATE ON recordings FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.recordings enable row level security;
alter table public.recordings force row level security;
create policy backup on public.recordings as permissive for select to app_backup using (true);
create policy correction on public.recordings as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.recordings as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy operator on public.recordings as permissive for select to app_owner using (storage_name IS NOT NULL AND pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy own on public.recordings as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.recordings as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.recordings as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.recordings as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = recordings.session_id AND s.therapist_id = recordings.therapist_id AND NOT s.organization_id IS DISTINCT FROM recordings.organization_id)));
create policy still_member on public.recordings as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.recordings as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.recordings as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy upload_is_own on public.recordings as restrictive for insert to app_web, app_worker with check (upload_id IS NULL OR (EXISTS ( SELECT
   FROM uploads u
  WHERE u.id = recordings.upload_id AND u.therapist_id = recordings.therapist_id)));
create policy viewing_delete on public.recordings as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.recordings as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.recordings as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.recordings as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.recordings as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.resources (
  id uuid default app.new_id() not null,
  organization_id uuid not null,
  created_by uuid not null,
  title text not null,
  url text not null,
  description text,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  request_id uuid
);
alter table public.resources add constraint resources_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table public.resources add constraint resources_description_check CHECK (length(description) >= 1 AND length(description) <= 2000);
alter table public.resources add constraint resources_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.resources add constraint resources_pkey PRIMARY KEY (id);
alter table public.resources add constraint resources_title_check CHECK (length(title) >= 1 AND length(title) <= 200);
alter table public.resources add constraint resources_url_check CHECK (length(url) <= 2000 AND url ~ '^https?://[^/?#@[:space:][:cntrl:]\\]+([/?#][^[:space:][:cntrl:]]*)?$'::text);
CREATE INDEX resources_organization_id_deleted_at_idx ON resources USING btree (organization_id, deleted_at DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX resources_organization_id_id_idx ON resources USING btree (organization_id, id DESC) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX resources_request ON resources USING btree (created_by, request_id) WHERE request_id IS NOT NULL;
alter table public.resources enable row level security;
alter table public.resources force row level security;
create policy author_is_self on public.resources as restrictive for insert to app_web with check (created_by = (( SELECT app.user_id() AS user_id)));
create policy backup on public.resources as permissive for select to app_backup using (true);
create policy long_deleted on public.resources as restrictive for delete to app_web using (COALESCE(deleted_at < (now() - '30 days'::interval), false));
create policy member on public.resources as permissive for all to app_web using (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) with check (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]));
create policy viewing_delete on public.resources as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.resources as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.resources as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.resources as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.review_figures (
  session_id uuid not null,
  user_id uuid not null,
  organization_id uuid,
  active_ms integer default 0 not null,
  counted_until timestamp with time zone default clock_timestamp() not null,
  snippet_count integer default 0 not null,
  ready_at timestamp with time zone,
  signed_at timestamp with time zone,
  item_count integer,
  word_count integer,
  changed_word_count integer
);
alter table public.review_figures add constraint review_figures_active_ms_check CHECK (active_ms >= 0 AND active_ms <= 86400000);
alter table public.review_figures add constraint review_figures_changed_word_count_check CHECK (changed_word_count >= 0);
alter table public.review_figures add constraint review_figures_item_count_check CHECK (item_count >= 0);
alter table public.review_figures add constraint review_figures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.review_figures add constraint review_figures_pkey PRIMARY KEY (session_id, user_id);
alter table public.review_figures add constraint review_figures_session_id_fkey FOREIGN KEY (session_id) REFERENCES notes(session_id) ON DELETE CASCADE;
alter table public.review_figures add constraint review_figures_snippet_count_check CHECK (snippet_count >= 0 AND snippet_count <= 10000);
alter table public.review_figures add constraint review_figures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table public.review_figures add constraint review_figures_word_count_check CHECK (word_count >= 0);
CREATE INDEX review_figures_signed ON review_figures USING btree (user_id, signed_at) WHERE signed_at IS NOT NULL;
CREATE INDEX review_figures_signed_of_organization ON review_figures USING btree (organization_id, signed_at) WHERE signed_at IS NOT NULL;
alter table public.review_figures enable row level security;
alter table public.review_figures force row level security;
create policy averages on public.review_figures as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.averages_org'::text, true), ''::text)::uuid);
create policy backup on public.review_figures as permissive for select to app_backup using (true);
create policy own on public.review_figures as permissive for all to app_web using (user_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.review_figures as restrictive for insert to app_web with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = review_figures.session_id AND s.therapist_id = review_figures.user_id AND NOT s.organization_id IS DISTINCT FROM review_figures.organization_id)));
create policy still_member on public.review_figures as restrictive for all to app_web using (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])));
create policy viewing_delete on public.review_figures as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.review_figures as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.review_figures as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.review_figures as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.session_progress (
  session_id uuid not null,
  organization_id uuid,
  therapist_id uuid not null,
  stage text not null,
  percent double precision default 0 not null,
  error_code text,
  error text,
  updated_at timestamp with time zone default now() not null
);
alter table public.session_progress add constraint session_progress_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.session_progress add constraint session_progress_percent_check CHECK (percent >= 0::double precision AND percent <= 100::double precision);
alter table public.session_progress add constraint session_progress_pkey PRIMARY KEY (session_id);
alter table public.session_progress add constraint session_progress_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.session_progress add constraint session_progress_stage_check CHECK (stage = ANY (ARRAY['queued'::text, 'preparing'::text, 'transcribing'::text, 'processing'::text, 'complete'::text, 'failed'::text]));
alter table public.session_progress add constraint session_progress_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
CREATE TRIGGER notify AFTER INSERT OR UPDATE ON session_progress FOR EACH ROW EXECUTE FUNCTION app.notify_progress();
CREATE TRIGGER touch BEFORE UPDATE ON session_progress FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.session_progress enable row level security;
alter table public.session_progress force row level security;
create policy admin_panel on public.session_progress as permissive for select to app_admin using (stage = 'failed'::text);
create policy backup on public.session_progress as permissive for select to app_backup using (true);
create policy correction on public.session_progress as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.session_progress as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_update on public.session_progress as permissive for update to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy own on public.session_progress as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.session_progress as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.session_progress as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy run_again on public.session_progress as permissive for update to app_owner using (stage = 'failed'::text) with check (stage = 'queued'::text);
create policy run_again_read on public.session_progress as permissive for select to app_owner using (stage = ANY (ARRAY['failed'::text, 'queued'::text]));
create policy session_is_own on public.session_progress as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = session_progress.session_id AND s.therapist_id = session_progress.therapist_id AND NOT s.organization_id IS DISTINCT FROM session_progress.organization_id)));
create policy still_member on public.session_progress as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.session_progress as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.session_progress as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.session_progress as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.session_progress as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.session_progress as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.session_progress as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.session_progress as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.session_series (
  id uuid default app.new_id() not null,
  organization_id uuid,
  therapist_id uuid not null,
  client_id uuid not null,
  request_id uuid,
  frequency text not null,
  first_date date not null,
  date_count integer not null,
  start_time time without time zone not null,
  duration_minutes integer not null,
  before_split jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);
alter table public.session_series add constraint session_series_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.session_series add constraint session_series_date_count_check CHECK (date_count >= 0 AND date_count <= 104);
alter table public.session_series add constraint session_series_duration_minutes_check CHECK (duration_minutes >= 10 AND duration_minutes <= 480);
alter table public.session_series add constraint session_series_frequency_check CHECK (frequency = ANY (ARRAY['weekly'::text, 'every-2-weeks'::text, 'monthly'::text]));
alter table public.session_series add constraint session_series_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.session_series add constraint session_series_pkey PRIMARY KEY (id);
alter table public.session_series add constraint session_series_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.session_series add constraint session_series_therapist_id_request_id_key UNIQUE (therapist_id, request_id);
CREATE INDEX session_series_client_id_idx ON session_series USING btree (client_id);
CREATE TRIGGER touch BEFORE UPDATE ON session_series FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.session_series enable row level security;
alter table public.session_series force row level security;
create policy backup on public.session_series as permissive for select to app_backup using (true);
create policy client_is_own on public.session_series as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM clients c
  WHERE c.id = session_series.client_id AND c.therapist_id = session_series.therapist_id AND NOT c.organization_id IS DISTINCT FROM session_series.organization_id)));
create policy own on public.session_series as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_update on public.session_series as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy still_member on public.session_series as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.session_series as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.session_series as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.session_series as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.session_series as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.session_series as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.session_series as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.session_series as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.sessions (
  id uuid default app.new_id() not null,
  organization_id uuid,
  therapist_id uuid not null,
  client_id uuid not null,
  date date not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  type text default 'Individual'::text not null,
  setting_type text default 'telehealth'::text not null,
  status text default 'scheduled'::text not null,
  source text default 'uploaded'::text not null,
  recording_url text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  series_id uuid,
  series_date date,
  rendered_by uuid,
  participants text[] default '{}'::text[] not null,
  contact text default 'session'::text not null,
  request_id uuid
);
alter table public.sessions add constraint sessions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.sessions add constraint sessions_contact_check CHECK (contact = ANY (ARRAY['session'::text, 'phone call'::text, 'no-show'::text]));
alter table public.sessions add constraint sessions_no_show_check CHECK ((status = 'no-show'::text) = (contact = 'no-show'::text));
alter table public.sessions add constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.sessions add constraint sessions_participants_check CHECK (cardinality(participants) <= 12);
alter table public.sessions add constraint sessions_pkey PRIMARY KEY (id);
alter table public.sessions add constraint sessions_rendered_by_fkey FOREIGN KEY (rendered_by) REFERENCES users(id);
alter table public.sessions add constraint sessions_series_check CHECK ((series_id IS NULL) = (series_date IS NULL));
alter table public.sessions add constraint sessions_series_id_fkey FOREIGN KEY (series_id) REFERENCES session_series(id);
alter table public.sessions add constraint sessions_setting_type_check CHECK (setting_type = ANY (ARRAY['in-person'::text, 'telehealth'::text]));
alter table public.sessions add constraint sessions_source_check CHECK (source = ANY (ARRAY['scheduled'::text, 'recorded'::text, 'uploaded'::text, 'transcript'::text, 'written'::text]));
alter table public.sessions add constraint sessions_status_check CHECK (status = ANY (ARRAY['scheduled'::text, 'recording'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'no-show'::text]));
alter table public.sessions add constraint sessions_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.sessions add constraint sessions_type_check CHECK (length(type) >= 1 AND length(type) <= 60);
CREATE INDEX sessions_failed ON sessions USING btree (id) WHERE status = 'failed'::text;
CREATE INDEX sessions_latest ON sessions USING btree (date DESC, start_time DESC, id DESC) INCLUDE (client_id, therapist_id);
CREATE INDEX sessions_latest_of_rare_kinds ON sessions USING btree (app.session_kind(type), date DESC, start_time DESC, id DESC) WHERE app.session_kind(type) <> 'therapy'::text;
CREATE INDEX sessions_of_client ON sessions USING btree (client_id, date DESC, start_time DESC, id DESC) INCLUDE (organization_id, therapist_id);
CREATE INDEX sessions_of_organization ON sessions USING btree (organization_id, date DESC, id DESC) INCLUDE (therapist_id);
CREATE UNIQUE INDEX sessions_of_series ON sessions USING btree (series_id, series_date) WHERE series_id IS NOT NULL;
CREATE INDEX sessions_of_therapist ON sessions USING btree (therapist_id, date DESC, id DESC) INCLUDE (organization_id);
CREATE UNIQUE INDEX sessions_request ON sessions USING btree (therapist_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX sessions_short_id ON sessions USING btree ("right"(id::text, 8));
CREATE TRIGGER index_session AFTER UPDATE OF date, start_time, status ON sessions FOR EACH ROW WHEN (old.date <> new.date OR old.start_time <> new.start_time OR app.takes_place(old.status) <> app.takes_place(new.status)) EXECUTE FUNCTION app.index_session();
CREATE TRIGGER lock_signed_session BEFORE UPDATE ON sessions FOR EACH ROW WHEN (old.client_id IS DISTINCT FROM new.client_id OR old.date IS DISTINCT FROM new.date OR old.start_time IS DISTINCT FROM new.start_time OR old.end_time IS DISTINCT FROM new.end_time OR old.type IS DISTINCT FROM new.type OR old.setting_type IS DISTINCT FROM new.setting_type OR old.participants IS DISTINCT FROM new.participants OR old.rendered_by IS DISTINCT FROM new.rendered_by OR old.contact IS DISTINCT FROM new.contact) EXECUTE FUNCTION app.lock_signed_session();
CREATE TRIGGER reject_transferred_client AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION app.reject_transferred_client();
CREATE TRIGGER series_is_own BEFORE UPDATE OF series_id ON sessions FOR EACH ROW WHEN (new.series_id IS NOT NULL AND new.series_id IS DISTINCT FROM old.series_id) EXECUTE FUNCTION app.require_own_series();
CREATE TRIGGER set_rendered_by BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION app.set_rendered_by();
CREATE TRIGGER touch BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.sessions enable row level security;
alter table public.sessions force row level security;
create policy admin_panel on public.sessions as permissive for select to app_admin using (true);
create policy backup on public.sessions as permissive for select to app_backup using (true);
create policy client_is_own on public.sessions as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM clients c
  WHERE c.id = sessions.client_id AND c.therapist_id = sessions.therapist_id AND NOT c.organization_id IS DISTINCT FROM sessions.organization_id)));
create policy correction_delete on public.sessions as permissive for delete to app_owner using (id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_update on public.sessions as permissive for update to app_owner using (id = (( SELECT app.session_to_change() AS session_to_change)));
create policy own on public.sessions as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.sessions as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.sessions as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy platform_admin on public.sessions as permissive for select to app_owner using (true);
create policy run_again on public.sessions as permissive for update to app_owner using (status = 'failed'::text) with check (status = 'processing'::text);
create policy series_is_own on public.sessions as restrictive for insert to app_web, app_worker with check (series_id IS NULL OR (EXISTS ( SELECT
   FROM session_series s
  WHERE s.id = sessions.series_id AND s.client_id = sessions.client_id AND s.therapist_id = sessions.therapist_id)));
create policy still_member on public.sessions as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.sessions as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.sessions as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.sessions as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.sessions as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.sessions as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.sessions as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.sessions as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.signature_heads (
  chain uuid not null,
  seq bigint not null,
  sha256 text not null
);
alter table public.signature_heads add constraint signature_heads_pkey PRIMARY KEY (chain);
alter table public.signature_heads enable row level security;
alter table public.signature_heads force row level security;
create policy backup on public.signature_heads as permissive for select to app_backup using (true);
create policy definer on public.signature_heads as permissive for all to app_owner using (true) with check (true);
create table public.snippets (
  id uuid default app.new_id() not null,
  owner_id uuid not null,
  organization_id uuid,
  trigger text not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone
);
alter table public.snippets add constraint snippets_body_check CHECK (length(body) >= 1 AND length(body) <= 4000);
alter table public.snippets add constraint snippets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.snippets add constraint snippets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table public.snippets add constraint snippets_pkey PRIMARY KEY (id);
alter table public.snippets add constraint snippets_trigger_check CHECK (trigger ~ '^[a-z0-9-]{2,20}$'::text);
CREATE INDEX snippets_deleted ON snippets USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX snippets_own ON snippets USING btree (owner_id, trigger) WHERE organization_id IS NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX snippets_shared ON snippets USING btree (organization_id, trigger) WHERE organization_id IS NOT NULL AND deleted_at IS NULL;
CREATE TRIGGER touch BEFORE UPDATE ON snippets FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.snippets enable row level security;
alter table public.snippets force row level security;
create policy backup on public.snippets as permissive for select to app_backup using (true);
create policy member on public.snippets as permissive for select to app_web using ((organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR organization_id IS NULL AND owner_id = (( SELECT app.user_id() AS user_id)));
create policy organization_delete on public.snippets as permissive for delete to app_web using (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[]));
create policy organization_update on public.snippets as permissive for update to app_web using (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[]));
create policy own on public.snippets as permissive for insert to app_web with check (owner_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.snippets as permissive for delete to app_web using (owner_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.snippets as permissive for update to app_web using (owner_id = (( SELECT app.user_id() AS user_id)));
create policy viewing_delete on public.snippets as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.snippets as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.snippets as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.snippets as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.storage_used (
  holder_id uuid not null,
  bytes bigint default 0 not null,
  notified_at timestamp with time zone
);
alter table public.storage_used add constraint storage_used_pkey PRIMARY KEY (holder_id);
alter table public.storage_used enable row level security;
alter table public.storage_used force row level security;
create policy backup on public.storage_used as permissive for select to app_backup using (true);
create policy definer on public.storage_used as permissive for all to app_owner using (true) with check (true);
create sequence public.subscription_snapshot_numbers;
create table public.subscriptions (
  organization_id uuid not null,
  status text not null,
  subscription_id text,
  product_id text,
  price_id text,
  product_name text,
  amount bigint,
  currency text,
  "interval" text,
  current_period_start timestamp with time zone,
  current_period_end timestamp with time zone,
  trial_end timestamp with time zone,
  cancel_at_period_end boolean default false not null,
  plan_id text,
  session_limit integer,
  snapshot_number bigint not null,
  snapshot_at timestamp with time zone default now() not null,
  low_sessions_notified_for timestamp with time zone
);
alter table public.subscriptions add constraint subscriptions_check CHECK (status = 'none'::text OR num_nulls(subscription_id, product_id, price_id, product_name, amount, currency, "interval", current_period_start, current_period_end) = 0);
alter table public.subscriptions add constraint subscriptions_interval_check CHECK ("interval" = ANY (ARRAY['month'::text, 'year'::text]));
alter table public.subscriptions add constraint subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.subscriptions add constraint subscriptions_pkey PRIMARY KEY (organization_id);
alter table public.subscriptions add constraint subscriptions_session_limit_check CHECK (session_limit > 0);
alter table public.subscriptions add constraint subscriptions_status_check CHECK (status = ANY (ARRAY['none'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'unpaid'::text, 'incomplete'::text, 'paused'::text, 'canceled'::text]));
alter table public.subscriptions enable row level security;
alter table public.subscriptions force row level security;
create policy backup on public.subscriptions as permissive for select to app_backup using (true);
create policy definer on public.subscriptions as permissive for all to app_owner using (true) with check (true);
create policy member on public.subscriptions as permissive for select to app_web using (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]));
create policy viewing_delete on public.subscriptions as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.subscriptions as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.subscriptions as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.subscriptions as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy worker on public.subscriptions as permissive for all to app_worker using (COALESCE((( SELECT app.user_id() AS user_id)) IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])), false));
create table public.suggestions (
  id uuid default app.new_id() not null,
  user_id uuid not null,
  organization_id uuid,
  content text not null,
  created_at timestamp with time zone default now() not null,
  mailed_at timestamp with time zone
);
alter table public.suggestions add constraint suggestions_content_check CHECK (length(content) >= 1 AND length(content) <= 2000);
alter table public.suggestions add constraint suggestions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.suggestions add constraint suggestions_pkey PRIMARY KEY (id);
alter table public.suggestions add constraint suggestions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX suggestions_user_id_created_at_idx ON suggestions USING btree (user_id, created_at DESC);
alter table public.suggestions enable row level security;
alter table public.suggestions force row level security;
create policy backup on public.suggestions as permissive for select to app_backup using (true);
create policy own on public.suggestions as permissive for all to app_web, app_worker using (user_id = (( SELECT app.user_id() AS user_id))) with check (user_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy viewing_delete on public.suggestions as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.suggestions as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.suggestions as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create policy viewing_update on public.suggestions as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.template_examples (
  id uuid default app.new_id() not null,
  template_id uuid not null,
  author_id uuid not null,
  sealed bytea not null,
  characters integer not null,
  created_at timestamp with time zone default now() not null
);
alter table public.template_examples add constraint template_examples_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE;
alter table public.template_examples add constraint template_examples_characters_check CHECK (characters >= 1 AND characters <= 6000);
alter table public.template_examples add constraint template_examples_pkey PRIMARY KEY (id);
alter table public.template_examples add constraint template_examples_sealed_check CHECK (length(sealed) >= 33 AND length(sealed) <= 20000);
alter table public.template_examples add constraint template_examples_template_id_fkey FOREIGN KEY (template_id) REFERENCES note_templates(id) ON DELETE CASCADE;
CREATE INDEX template_examples_of_author ON template_examples USING btree (author_id, template_id, created_at, id);
CREATE INDEX template_examples_template_id_idx ON template_examples USING btree (template_id);
alter table public.template_examples enable row level security;
alter table public.template_examples force row level security;
create policy author on public.template_examples as permissive for all to app_web using (author_id = (( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM note_templates t
  WHERE t.id = template_examples.template_id)));
create policy backup on public.template_examples as permissive for select to app_backup using (true);
create policy operator on public.template_examples as permissive for select to app_owner using (pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy operator_update on public.template_examples as permissive for update to app_owner using (pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy template_is_changeable on public.template_examples as restrictive for insert to app_web with check ((EXISTS ( SELECT
   FROM note_templates t
  WHERE t.id = template_examples.template_id AND COALESCE(t.owner_id = (( SELECT app.user_id() AS user_id)) OR (t.organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])), false))));
create policy viewing_delete on public.template_examples as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.template_examples as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.template_examples as restrictive for select to app_web using ((( SELECT app.viewer_id() AS viewer_id)) IS NULL);
create table public.transcript_corrections (
  session_id uuid not null,
  utterance_id text not null,
  corrected_by uuid not null,
  corrected_at timestamp with time zone default clock_timestamp() not null,
  text text not null,
  speaker text not null
);
alter table public.transcript_corrections add constraint transcript_corrections_corrected_by_fkey FOREIGN KEY (corrected_by) REFERENCES users(id);
alter table public.transcript_corrections add constraint transcript_corrections_pkey PRIMARY KEY (session_id, utterance_id, corrected_at);
alter table public.transcript_corrections add constraint transcript_corrections_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.transcript_corrections enable row level security;
alter table public.transcript_corrections force row level security;
create policy backup on public.transcript_corrections as permissive for select to app_backup using (true);
create policy correction on public.transcript_corrections as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.transcript_corrections as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy own on public.transcript_corrections as permissive for insert to app_web, app_worker with check (corrected_by = (( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = transcript_corrections.session_id AND s.therapist_id = (( SELECT app.user_id() AS user_id)) AND (s.rendered_by IS NULL OR s.rendered_by = (( SELECT app.user_id() AS user_id))))));
create policy viewing_delete on public.transcript_corrections as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.transcript_corrections as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_update on public.transcript_corrections as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.transcript_corrections as permissive for select to app_web, app_worker using ((EXISTS ( SELECT
   FROM transcripts t
  WHERE t.session_id = transcript_corrections.session_id)));
create table public.transcript_edits (
  session_id uuid not null,
  revision integer not null,
  edited_by uuid not null,
  edited_at timestamp with time zone default clock_timestamp() not null,
  kind text not null,
  undoes integer,
  replaced jsonb not null
);
alter table public.transcript_edits add constraint transcript_edits_check CHECK ((undoes IS NOT NULL) = (kind = 'undo'::text) AND undoes < revision);
alter table public.transcript_edits add constraint transcript_edits_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id);
alter table public.transcript_edits add constraint transcript_edits_kind_check CHECK (kind = ANY (ARRAY['rename'::text, 'role'::text, 'swap'::text, 'merge speakers'::text, 'separate'::text, 'speaker'::text, 'split'::text, 'merge turns'::text, 'correct'::text, 'undo'::text]));
alter table public.transcript_edits add constraint transcript_edits_pkey PRIMARY KEY (session_id, revision);
alter table public.transcript_edits add constraint transcript_edits_revision_check CHECK (revision > 0);
alter table public.transcript_edits add constraint transcript_edits_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.transcript_edits add constraint transcript_edits_session_id_undoes_key UNIQUE (session_id, undoes);
alter table public.transcript_edits enable row level security;
alter table public.transcript_edits force row level security;
create policy backup on public.transcript_edits as permissive for select to app_backup using (true);
create policy correction on public.transcript_edits as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.transcript_edits as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy own on public.transcript_edits as permissive for insert to app_web with check (edited_by = (( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = transcript_edits.session_id AND s.therapist_id = (( SELECT app.user_id() AS user_id)) AND (s.rendered_by IS NULL OR s.rendered_by = (( SELECT app.user_id() AS user_id))))) AND (EXISTS ( SELECT
   FROM transcripts t
  WHERE t.session_id = transcript_edits.session_id AND t.revision = transcript_edits.revision)));
create policy own_job on public.transcript_edits as permissive for insert to app_worker with check (edited_by = (( SELECT app.user_id() AS user_id)) AND (EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = transcript_edits.session_id AND s.therapist_id = (( SELECT app.user_id() AS user_id)))) AND (EXISTS ( SELECT
   FROM transcripts t
  WHERE t.session_id = transcript_edits.session_id AND t.revision = transcript_edits.revision)));
create policy viewing_delete on public.transcript_edits as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.transcript_edits as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_update on public.transcript_edits as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.transcript_edits as permissive for select to app_web, app_worker using ((EXISTS ( SELECT
   FROM transcripts t
  WHERE t.session_id = transcript_edits.session_id)));
create table public.transcription_passages (
  session_id uuid not null,
  channel smallint not null,
  n integer not null,
  engine text not null,
  until double precision not null,
  segments jsonb not null
);
alter table public.transcription_passages add constraint transcription_passages_channel_check CHECK (channel >= 0);
alter table public.transcription_passages add constraint transcription_passages_n_check CHECK (n >= 0);
alter table public.transcription_passages add constraint transcription_passages_pkey PRIMARY KEY (session_id, engine, channel, n);
alter table public.transcription_passages add constraint transcription_passages_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.transcription_passages enable row level security;
alter table public.transcription_passages force row level security;
create policy backup on public.transcription_passages as permissive for select to app_backup using (true);
create policy correction on public.transcription_passages as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.transcription_passages as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy own on public.transcription_passages as permissive for all to app_worker using ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = transcription_passages.session_id AND s.therapist_id = (( SELECT app.user_id() AS user_id)))));
create table public.transcripts (
  session_id uuid not null,
  organization_id uuid,
  therapist_id uuid not null,
  utterances jsonb not null,
  language text not null,
  engine text not null,
  has_times boolean not null,
  original_name text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  request_id uuid,
  other_language jsonb generated always as (app.other_language(utterances)) stored,
  voices smallint,
  revision integer default 0 not null,
  own_label text
);
alter table public.transcripts add constraint transcripts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.transcripts add constraint transcripts_pkey PRIMARY KEY (session_id);
alter table public.transcripts add constraint transcripts_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.transcripts add constraint transcripts_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.transcripts add constraint transcripts_voices_check CHECK (voices >= 1 AND voices <= 6);
CREATE UNIQUE INDEX transcripts_request ON transcripts USING btree (therapist_id, request_id) WHERE request_id IS NOT NULL;
CREATE TRIGGER count_revision BEFORE UPDATE ON transcripts FOR EACH ROW EXECUTE FUNCTION app.count_revision();
CREATE TRIGGER replace_passages AFTER INSERT ON transcripts FOR EACH ROW EXECUTE FUNCTION app.replace_passages();
CREATE TRIGGER touch BEFORE UPDATE ON transcripts FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.transcripts enable row level security;
alter table public.transcripts force row level security;
create policy backup on public.transcripts as permissive for select to app_backup using (true);
create policy correction on public.transcripts as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.transcripts as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy may_upload on public.transcripts as restrictive for insert to app_web with check (( SELECT app.may_upload() AS may_upload));
create policy operator on public.transcripts as permissive for select to app_owner using (original_name IS NOT NULL AND pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy own on public.transcripts as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.transcripts as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.transcripts as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.transcripts as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = transcripts.session_id AND s.therapist_id = transcripts.therapist_id AND NOT s.organization_id IS DISTINCT FROM transcripts.organization_id)));
create policy still_member on public.transcripts as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.transcripts as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.transcripts as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.transcripts as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.transcripts as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.transcripts as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.transcripts as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.transcripts as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.upload_chunks (
  upload_id uuid not null,
  n integer not null,
  organization_id uuid,
  therapist_id uuid not null,
  sha256 bytea not null,
  data bytea not null storage e,
  seal bytea
);
alter table public.upload_chunks add constraint upload_chunks_n_check CHECK (n >= 0);
alter table public.upload_chunks add constraint upload_chunks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.upload_chunks add constraint upload_chunks_pkey PRIMARY KEY (upload_id, n);
alter table public.upload_chunks add constraint upload_chunks_seal_check CHECK (octet_length(seal) = 32);
alter table public.upload_chunks add constraint upload_chunks_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
alter table public.upload_chunks add constraint upload_chunks_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE;
alter table public.upload_chunks enable row level security;
alter table public.upload_chunks force row level security;
create policy backup on public.upload_chunks as permissive for select to app_backup using (true);
create policy may_upload on public.upload_chunks as restrictive for insert to app_web with check (( SELECT app.may_upload() AS may_upload));
create policy operator on public.upload_chunks as permissive for select to app_owner using (seal IS NOT NULL AND pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy operator_update on public.upload_chunks as permissive for update to app_owner using (seal IS NOT NULL AND pg_has_role(SESSION_USER, 'app_owner'::name, 'member'::text));
create policy own on public.upload_chunks as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.upload_chunks as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.upload_chunks as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy still_member on public.upload_chunks as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.upload_chunks as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.upload_chunks as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy upload_is_own on public.upload_chunks as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM uploads u
  WHERE u.id = upload_chunks.upload_id AND u.therapist_id = upload_chunks.therapist_id)));
create policy upload_organization on public.upload_chunks as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM uploads u
  WHERE u.id = upload_chunks.upload_id AND NOT u.organization_id IS DISTINCT FROM upload_chunks.organization_id)));
create policy viewing_delete on public.upload_chunks as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.upload_chunks as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.upload_chunks as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.upload_chunks as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.upload_chunks as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.uploads (
  id uuid default app.new_id() not null,
  organization_id uuid,
  therapist_id uuid not null,
  client_id uuid not null,
  file_name text not null,
  media_type text not null,
  size bigint not null,
  setting_type text not null,
  session_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  held_date date,
  held_start time without time zone,
  participants text[] default '{}'::text[] not null,
  appointment_id uuid
);
alter table public.uploads add constraint uploads_check CHECK ((held_date IS NULL) = (held_start IS NULL));
alter table public.uploads add constraint uploads_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
alter table public.uploads add constraint uploads_file_name_check CHECK (length(file_name) <= 255);
alter table public.uploads add constraint uploads_media_type_check CHECK (length(media_type) <= 200);
alter table public.uploads add constraint uploads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.uploads add constraint uploads_participants_check CHECK (cardinality(participants) <= 12);
alter table public.uploads add constraint uploads_pkey PRIMARY KEY (id);
alter table public.uploads add constraint uploads_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table public.uploads add constraint uploads_setting_type_check CHECK (setting_type = ANY (ARRAY['in-person'::text, 'telehealth'::text]));
alter table public.uploads add constraint uploads_size_check CHECK (size > 0);
alter table public.uploads add constraint uploads_therapist_id_fkey FOREIGN KEY (therapist_id) REFERENCES users(id);
CREATE INDEX uploads_session_id_idx ON uploads USING btree (session_id);
CREATE INDEX uploads_therapist_id_created_at_idx ON uploads USING btree (therapist_id, created_at);
CREATE INDEX uploads_unfinished ON uploads USING btree (created_at) WHERE session_id IS NULL;
CREATE TRIGGER count_storage AFTER INSERT OR DELETE OR UPDATE OF size, organization_id, therapist_id, session_id ON uploads FOR EACH ROW EXECUTE FUNCTION app.count_storage();
CREATE TRIGGER reject_transferred_client AFTER INSERT ON uploads FOR EACH ROW EXECUTE FUNCTION app.reject_transferred_client();
CREATE TRIGGER touch BEFORE UPDATE ON uploads FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.uploads enable row level security;
alter table public.uploads force row level security;
create policy abandoned on public.uploads as permissive for select to app_owner using (session_id IS NULL AND created_at < (now() - '7 days'::interval));
create policy abandoned_delete on public.uploads as permissive for delete to app_owner using (session_id IS NULL AND created_at < (now() - '7 days'::interval));
create policy backup on public.uploads as permissive for select to app_backup using (true);
create policy client_is_own on public.uploads as restrictive for insert to app_web, app_worker with check ((EXISTS ( SELECT
   FROM clients c
  WHERE c.id = uploads.client_id AND c.therapist_id = uploads.therapist_id AND NOT c.organization_id IS DISTINCT FROM uploads.organization_id)));
create policy correction on public.uploads as permissive for select to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_delete on public.uploads as permissive for delete to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy correction_update on public.uploads as permissive for update to app_owner using (session_id = (( SELECT app.session_to_change() AS session_to_change)));
create policy may_upload on public.uploads as restrictive for insert to app_web with check (( SELECT app.may_upload() AS may_upload));
create policy own on public.uploads as permissive for insert to app_web, app_worker with check (therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id IS NULL OR (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))));
create policy own_delete on public.uploads as permissive for delete to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy own_update on public.uploads as permissive for update to app_web, app_worker using (therapist_id = (( SELECT app.user_id() AS user_id)));
create policy session_is_own on public.uploads as restrictive for insert to app_web, app_worker with check (session_id IS NULL OR (EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = uploads.session_id AND s.client_id = uploads.client_id AND s.therapist_id = uploads.therapist_id)));
create policy session_is_own_update on public.uploads as restrictive for update to app_web, app_worker using (true) with check (session_id IS NULL OR (EXISTS ( SELECT
   FROM sessions s
  WHERE s.id = uploads.session_id AND s.client_id = uploads.client_id AND s.therapist_id = uploads.therapist_id)));
create policy still_member on public.uploads as restrictive for all to app_web, app_worker using (COALESCE(organization_id IS NULL OR therapist_id = (( SELECT app.user_id() AS user_id)) AND (organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[])) OR (organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR ((organization_id, therapist_id) IN ( SELECT s.organization_id,
    s.therapist_id
   FROM app.supervised() s(organization_id, therapist_id))), false));
create policy transfer on public.uploads as permissive for select to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy transfer_update on public.uploads as permissive for update to app_owner using (organization_id = NULLIF(current_setting('app.transfer_org'::text, true), ''::text)::uuid);
create policy viewing_delete on public.uploads as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.uploads as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_select on public.uploads as restrictive for select to app_web using (COALESCE(organization_id = (( SELECT app.viewed_org() AS viewed_org)), (( SELECT app.viewed_org() AS viewed_org)) IS NULL));
create policy viewing_update on public.uploads as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create policy visible on public.uploads as permissive for select to app_web, app_worker using (COALESCE((organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[])) OR (therapist_id = ANY ((( SELECT app.uuids('app.therapists'::text) AS uuids))::uuid[])), false));
create table public.users (
  id uuid default app.new_id() not null,
  email text not null,
  email_verified boolean default false not null,
  name text default ''::text not null,
  image text,
  role text default 'user'::text not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  clinic_name text default ''::text not null,
  phone_office text default ''::text not null,
  license_type text default 'Other'::text not null,
  default_note_type text default 'SOAP'::text not null,
  welcome_video_seen boolean default false not null,
  notification_settings jsonb default '{"client_transferred": true, "homework_completed": true, "low_sessions_remaining": true}'::jsonb not null,
  time_zone text default 'UTC'::text not null,
  stripe_customer_id text,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  two_factor_enabled boolean default false not null,
  current_organization_id uuid,
  search_keys tsvector generated always as (app.search_keys((((first_name || ' '::text) || last_name) || ' '::text) || email, clinic_name)) stored,
  credentials text default ''::text not null,
  license_number text default ''::text not null,
  license_state text default ''::text not null,
  npi text default ''::text not null,
  is_prelicensed boolean default false not null
);
alter table public.users add constraint users_clinic_name_check CHECK (length(clinic_name) <= 200);
alter table public.users add constraint users_credentials_check CHECK (length(credentials) <= 60);
alter table public.users add constraint users_current_organization_id_fkey FOREIGN KEY (current_organization_id) REFERENCES organizations(id);
alter table public.users add constraint users_default_note_type_check CHECK (default_note_type = ANY (ARRAY['SOAP'::text, 'DAP'::text, 'BIRP'::text, 'GIRP'::text, 'Intake'::text, 'Case Management'::text, 'SIRP'::text, 'PIRP'::text, 'Internal Family Systems'::text, 'EMDR'::text]));
alter table public.users add constraint users_email_check CHECK (email = lower(email) AND email ~~ '%_@_%'::text);
alter table public.users add constraint users_email_key UNIQUE (email);
alter table public.users add constraint users_first_name_check CHECK (length(first_name) <= 100);
alter table public.users add constraint users_last_name_check CHECK (length(last_name) <= 100);
alter table public.users add constraint users_license_number_check CHECK (length(license_number) <= 60);
alter table public.users add constraint users_license_state_check CHECK (length(license_state) <= 60);
alter table public.users add constraint users_license_type_check CHECK (license_type = ANY (ARRAY['Other'::text, 'Support Staff / Technician'::text, 'Non-licensed Intern'::text, 'Masters'::text, 'Doctoral'::text, 'Registered Nurse'::text, 'Nurse Practitioner'::text, 'Physician'::text]));
alter table public.users add constraint users_npi_check CHECK (npi ~ '^([0-9]{10})?$'::text);
alter table public.users add constraint users_phone_office_check CHECK (length(phone_office) <= 40);
alter table public.users add constraint users_pkey PRIMARY KEY (id);
alter table public.users add constraint users_role_check CHECK (role = ANY (ARRAY['user'::text, 'admin'::text]));
CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC);
CREATE INDEX users_search ON users USING gin (search_keys);
CREATE TRIGGER delete_voices AFTER UPDATE OF is_active ON users FOR EACH ROW WHEN (NOT new.is_active) EXECUTE FUNCTION app.delete_voices();
CREATE TRIGGER touch BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION app.touch();
alter table public.users enable row level security;
alter table public.users force row level security;
create policy admin_panel on public.users as permissive for select to app_admin using (true);
create policy auth on public.users as permissive for all to app_auth using (true) with check (true);
create policy backup on public.users as permissive for select to app_backup using (true);
create policy definer on public.users as permissive for all to app_owner using (true) with check (true);
create policy former_member on public.users as permissive for select to app_web using ((id IN ( SELECT former_members.user_id
   FROM former_members
  WHERE former_members.organization_id = ANY ((( SELECT app.uuids('app.admin_orgs'::text) AS uuids))::uuid[]))));
create policy plain_account on public.users as restrictive for insert to app_auth with check (role = 'user'::text AND is_active AND stripe_customer_id IS NULL);
create policy same_organization on public.users as permissive for select to app_web, app_worker using (COALESCE(id = (( SELECT app.user_id() AS user_id)) OR (id IN ( SELECT organization_members.user_id
   FROM organization_members
  WHERE organization_members.organization_id = ANY ((( SELECT app.uuids('app.member_orgs'::text) AS uuids))::uuid[]))), false));
create policy self on public.users as permissive for update to app_web using (id = (( SELECT app.user_id() AS user_id))) with check (id = (( SELECT app.user_id() AS user_id)));
create policy viewing_delete on public.users as restrictive for delete to app_web using (( SELECT app.may_change() AS may_change));
create policy viewing_insert on public.users as restrictive for insert to app_web with check (( SELECT app.may_change() AS may_change));
create policy viewing_update on public.users as restrictive for update to app_web using (( SELECT app.may_change() AS may_change));
create table public.viewings (
  auth_session_id uuid not null,
  viewer_id uuid not null,
  viewed_id uuid not null,
  organization_id uuid not null,
  started_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default now() + '01:00:00'::interval not null
);
alter table public.viewings add constraint viewings_auth_session_id_fkey FOREIGN KEY (auth_session_id) REFERENCES auth_sessions(id) ON DELETE CASCADE;
alter table public.viewings add constraint viewings_check CHECK (viewer_id <> viewed_id);
alter table public.viewings add constraint viewings_check1 CHECK (expires_at <= (started_at + '01:00:00'::interval));
alter table public.viewings add constraint viewings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table public.viewings add constraint viewings_pkey PRIMARY KEY (auth_session_id);
alter table public.viewings add constraint viewings_viewed_id_fkey FOREIGN KEY (viewed_id) REFERENCES users(id);
alter table public.viewings add constraint viewings_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES users(id);
alter table public.viewings enable row level security;
alter table public.viewings force row level security;
create policy backup on public.viewings as permissive for select to app_backup using (true);
create policy definer on public.viewings as permissive for all to app_owner using (true) with check (true);
create table public.wal_archive (
  only_one boolean default true not null,
  archived_at timestamp with time zone,
  failures bigint default 0 not null,
  failure text
);
alter table public.wal_archive add constraint wal_archive_failure_check CHECK (length(failure) <= 500);
alter table public.wal_archive add constraint wal_archive_failures_check CHECK (failures >= 0);
alter table public.wal_archive add constraint wal_archive_only_one_check CHECK (only_one);
alter table public.wal_archive add constraint wal_archive_pkey PRIMARY KEY (only_one);
alter table public.wal_archive enable row level security;
alter table public.wal_archive force row level security;
create policy archive on public.wal_archive as permissive for all to app_owner using (true) with check (true);
create policy backup on public.wal_archive as permissive for select to app_backup using (true);
create table test_payments.answers (
  key text not null,
  request text not null,
  answer jsonb,
  asked_at timestamp with time zone not null
);
alter table test_payments.answers add constraint answers_pkey PRIMARY KEY (key);
CREATE INDEX answers_asked_at_idx ON test_payments.answers USING btree (asked_at);
alter table test_payments.answers enable row level security;
alter table test_payments.answers force row level security;
create policy backup on test_payments.answers as permissive for select to app_backup using (true);
create policy own_world on test_payments.answers as permissive for all to app_payments using (true) with check (true);
create table test_payments.objects (
  id text not null,
  kind text not null,
  customer_id text not null,
  seq bigint generated as identity not null,
  data jsonb not null
);
alter table test_payments.objects add constraint objects_kind_check CHECK (kind = ANY (ARRAY['customer'::text, 'setup'::text, 'card'::text, 'subscription'::text, 'invoice'::text, 'event'::text]));
alter table test_payments.objects add constraint objects_pkey PRIMARY KEY (id);
CREATE INDEX events_in_order ON test_payments.objects USING btree (seq) WHERE kind = 'event'::text;
CREATE INDEX objects_of_customer ON test_payments.objects USING btree (customer_id, kind, seq DESC);
CREATE INDEX subscriptions_due ON test_payments.objects USING btree ((data ->> 'dueAt'::text) COLLATE "C") WHERE kind = 'subscription'::text;
alter table test_payments.objects enable row level security;
alter table test_payments.objects force row level security;
create policy backup on test_payments.objects as permissive for select to app_backup using (true);
create policy own_world on test_payments.objects as permissive for all to app_payments using (true) with check (true);
create sequence test_payments.objects_seq_seq;
create function app.accept_invitation(secret bytea) returns app.accepted language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.actor_of(uid uuid) returns app.actor language plpgsql stable security definer search_path=pg_catalog, public;
create function app.add_addendum(target uuid, kind text, words text, reason text, event_date date, request uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.add_amendment_step(target uuid, wanted text, words text, reason text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.add_invitation_secrets(invitation uuid, mailed bytea, shown bytea) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.add_note_comment(target uuid, section text, sentence integer, quote text, reply_to uuid, words text, request uuid, wanted integer) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.add_storage(holder uuid, change bigint) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.admin_access(of_kind text, resource uuid) returns timestamp with time zone language sql stable security definer search_path=pg_catalog, public;
create function app.admin_assign_supervisor(member uuid, supervisor uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_change_client(target uuid, changes jsonb) returns boolean language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_change_organization(target uuid, changes jsonb) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_change_role(member uuid, new_role text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_change_user(target uuid, changes jsonb) returns boolean language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_client_contact(target uuid) returns TABLE(access_until timestamp with time zone, email text, phone text) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.admin_invite(organization uuid, address text, new_role text, therapists uuid[], mailed bytea, shown bytea) returns jsonb language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_justify(of_kind text, resource uuid, justification text) returns timestamp with time zone language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_mark_invitation_sent(invitation uuid) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_member(member uuid) returns organization_members language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_member_changed(m organization_members, done text, changes jsonb) returns void language sql volatile search_path=pg_catalog, public;
create function app.admin_record() returns uuid language sql stable;
create function app.admin_refusal(m organization_members) returns text language sql stable search_path=pg_catalog, public;
create function app.admin_remove_member(member uuid) returns text language sql volatile security definer search_path=pg_catalog, public;
create function app.admin_remove_member(member uuid, may_interrupt boolean, may_stay_unsigned boolean) returns jsonb language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_run_again(target uuid) returns jsonb language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.admin_session_contents(target uuid) returns TABLE(access_until timestamp with time zone, has_recording boolean, notes_count integer) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.admin_transfer_client(target uuid, therapist uuid, interrupted text) returns jsonb language sql volatile security definer search_path=pg_catalog, public;
create function app.admin_transfer_client(target uuid, therapist uuid, interrupted text, may_stay_unsigned boolean) returns jsonb language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.append_live_chunk(session uuid, n integer, count integer, segment integer, ends_ms integer, can_begin boolean, media_type text, sha256 bytea, seal bytea, data bytea, at timestamp with time zone, largest bigint, OUT kept_chunks integer, OUT kept_ms integer) returns record language plpgsql volatile search_path=pg_catalog, public;
create function app.append_live_chunks(chunks jsonb, contents bytea, at timestamp with time zone, largest bigint) returns TABLE(item integer, kept_chunks integer, kept_ms integer) language plpgsql volatile rows 1000 search_path=pg_catalog, public, lock_timeout=200ms;
create function app.apply_transfer(org uuid, client uuid, therapist uuid, interrupted text, may_stay_unsigned boolean, OUT failure jsonb, OUT former uuid) returns record language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.assign_cosigner(target uuid, cosigner uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.assign_supervisor(org uuid, member uuid, supervisor uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.assigned_cosigner(target uuid, org uuid) returns uuid language sql stable security definer search_path=pg_catalog, public;
create function app.audit_hash(e audit_events) returns bytea language plpgsql immutable parallel safe;
create function app.author_can_sign(n notes, held_by uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.author_signature(target uuid) returns note_signatures language sql stable security definer search_path=pg_catalog, public;
create function app.average_of_people(figures double precision[]) returns integer language sql immutable parallel safe search_path=pg_catalog, public;
create function app.become_search_due() returns trigger language plpgsql volatile;
create function app.begin_password_reset(p_user uuid, p_identifier text, p_ends timestamp with time zone) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.billing_account(org uuid) returns TABLE(refusal text, customer text, had_trial boolean) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.cancel_invitation(org uuid, invitation uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.card_attempt_wait(org uuid) returns integer language sql stable security definer search_path=pg_catalog, public;
create function app.chain_audit_event() returns trigger language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.chain_signature() returns trigger language plpgsql volatile security definer search_path=pg_catalog, public, TimeZone=UTC;
create function app.change_refusal(org uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.change_role(org uuid, member uuid, new_role text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.change_signing_rules(org uuid, attestation text, late_hours integer, hours integer) returns text language sql volatile security definer search_path=pg_catalog, public;
create function app.change_signing_rules(org uuid, changes jsonb) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.change_vocabulary(org uuid, words text[], based_on text[]) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.clean_uploads() returns integer language sql volatile security definer search_path=pg_catalog, public;
create function app.client_trail(client uuid, after_at timestamp with time zone, after_chain uuid, after_seq bigint, most integer) returns SETOF app.trail_event language plpgsql stable security definer rows 1000 search_path=pg_catalog, public, plan_cache_mode=force_custom_plan;
create function app.closed_organization() returns text language sql stable security definer search_path=pg_catalog, public;
create function app.closed_organizations(s auth_sessions) returns uuid[] language plpgsql stable security definer search_path=pg_catalog, public;
create function app.confirm_email(hash text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.confirmation(org uuid) returns text language sql stable security definer search_path=pg_catalog, public;
create function app.confirmed_at() returns timestamp with time zone language sql stable security definer search_path=pg_catalog, public;
create function app.contents_of(target uuid, wanted text, audio_sha256 text) returns jsonb language sql stable search_path=pg_catalog, public;
create function app.correct_session(target uuid, new_client uuid, new_date date, new_start time without time zone, new_end time without time zone, new_type text, new_setting text, new_contact text, seen jsonb) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.cosign_client(target uuid) returns uuid language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.cosign_note(target uuid, wanted integer, wanted_sha256 text, attestation text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.cosign_org() returns uuid language sql stable;
create function app.cosign_queue(org uuid) returns TABLE(session_id uuid, first_name text, last_name text, author_id uuid, author_name text, credentials text, date date, start_time time without time zone, end_time time without time zone, type text, setting_type text, participants text[], contact text, note_type text, version integer, content_sha256 text, signed_at timestamp with time zone, time_zone text, status text, since timestamp with time zone, comment_count integer, returned_by text, supervisor_name text, away_until date, assigned_id uuid, assigned_name text, is_mine boolean) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.cosign_sections(target uuid) returns jsonb language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.cosign_state(target uuid) returns TABLE(cosigner_name text, away_until date, returned_by text, returned_at timestamp with time zone, version integer) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.count_attempt(who text, most integer, span interval, account_hash text) returns integer language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.count_card_attempt(org uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.count_revision() returns trigger language plpgsql volatile;
create function app.count_sessions(org uuid, from_day date, before_day date) returns integer language sql stable security definer search_path=pg_catalog, public;
create function app.count_storage() returns trigger language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.create_demo_practice(practice jsonb) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.current_membership(person users) returns organization_members language sql stable search_path=pg_catalog, public;
create function app.current_organization(person uuid) returns uuid language sql stable search_path=pg_catalog, public;
create function app.customer_contact(org uuid) returns TABLE(name text, email text) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.customer_creator(org uuid) returns uuid language sql stable security definer search_path=pg_catalog, public;
create function app.deactivated_address(p_user uuid) returns text language sql stable security definer search_path=pg_catalog, public;
create function app.delete_filed(target uuid, wanted text, given_reason text, audio_sha256 text, request uuid, OUT refusal text, OUT receipt uuid) returns record language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.delete_voices() returns trigger language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.demo_owner() returns uuid language sql stable security definer search_path=pg_catalog, public;
create function app.end_cosign_assignments(org uuid, member uuid) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.end_membership(org uuid, member uuid, may_interrupt boolean, may_stay_unsigned boolean) returns jsonb language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.end_other_sign_ins(only_id uuid) returns integer language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.end_process(process uuid) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.ended_sign_ins(tokens text[]) returns SETOF text language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.enter_admin_session(session_token text, ip text, agent text) returns app.actor language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.enter_session(session_token text, ip text, agent text) returns app.actor language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.enter_user(uid uuid) returns app.actor language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.enter_viewing(v viewings) returns app.actor language sql volatile security definer search_path=pg_catalog, public;
create function app.entry_sha256(entry jsonb) returns text language sql immutable;
create function app.facts_of(s sessions) returns jsonb language sql stable search_path=pg_catalog, public;
create function app.fail_pending_work(ids uuid[], interrupted text) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.failed_sessions() returns TABLE(session_id uuid, user_id uuid, client_id uuid, organization_id uuid, error_code text, failed_at timestamp with time zone) language sql stable rows 1000 search_path=pg_catalog, public;
create function app.files_to_erase(receipt uuid) returns text[] language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.find_invitation(secret bytea) returns TABLE(email text, organization_name text, first_name text, last_name text, role text, status text, expires_at timestamp with time zone, is_mailed boolean) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.has_billing_account(organization uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.has_second_factor(s auth_sessions) returns boolean language plpgsql stable security definer search_path=pg_catalog, public;
create function app.have_jobs(sessions uuid[]) returns boolean language plpgsql stable search_path=pg_catalog, public;
create function app.hold_since(client uuid) returns date language sql stable security definer search_path=pg_catalog, public;
create function app.index_client() returns trigger language plpgsql volatile;
create function app.index_due_notes() returns integer language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.index_note() returns trigger language plpgsql volatile;
create function app.index_session() returns trigger language plpgsql volatile;
create function app.index_words(target uuid) returns void language plpgsql volatile search_path=pg_catalog, public;
create function app.initials(c clients) returns text language sql immutable search_path=pg_catalog;
create function app.installation_figures() returns TABLE(waiting_sessions integer, failed_sessions integer, last_backup_at timestamp with time zone) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.invitation_status(i invitations) returns text language sql stable security definer search_path=pg_catalog, public;
create function app.invitation_wait(org uuid, refusal text, invitation uuid) returns integer language sql stable security definer search_path=pg_catalog, public;
create function app.invite(org uuid, address text, new_role text, therapists uuid[], mailed bytea, shown bytea) returns app.invited language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.is_active_member(org uuid, person uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.is_addendum_intact(addendum note_addenda) returns boolean language sql stable security definer search_path=pg_catalog, public, TimeZone=UTC;
create function app.is_closed(org uuid) returns boolean language sql stable parallel safe;
create function app.is_cosigner(target uuid) returns boolean language plpgsql stable security definer search_path=pg_catalog, public;
create function app.is_demo(org uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.is_first_account() returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.is_open(i invitations) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.is_platform_admin() returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.is_shared_account(person uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.is_signature_intact(signature note_signatures) returns boolean language sql volatile security definer search_path=pg_catalog, public, TimeZone=UTC;
create function app.is_verified(person uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.json_changes(before jsonb, after jsonb) returns jsonb language sql immutable;
create function app.json_editable(u users) returns jsonb language sql stable;
create function app.json_utc(at timestamp with time zone) returns text language sql stable;
create function app.lease_customer(org uuid, call text) returns uuid language sql volatile security definer search_path=pg_catalog, public;
create function app.lease_own_customer(org uuid, call text) returns TABLE(refusal text, lease uuid) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.lift_hold(target uuid, why text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.lock_own_starts() returns void language sql volatile;
create function app.lock_record(client uuid) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.lock_record_of(target uuid) returns uuid language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.lock_signed_note() returns trigger language plpgsql volatile;
create function app.lock_signed_session() returns trigger language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.lock_version() returns trigger language plpgsql volatile;
create function app.log_amendment(target uuid, request uuid, received date, arrived_by text, words text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.log_release(client uuid, request uuid, released date, given_to text, what text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.mark_erased(receipt uuid, at timestamp with time zone) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.mark_invitation_sent(org uuid, invitation uuid) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.may_amend(client uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.may_change() returns boolean language plpgsql stable parallel safe;
create function app.may_read(org uuid, therapist uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.may_upload() returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.may_view(viewer uuid, viewed uuid, organization uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.move_client(org uuid, client uuid, therapist uuid, interrupted text, may_stay_unsigned boolean, OUT failure jsonb, OUT former uuid) returns record language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.must_give_second_factor(session_token text) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.name_own_organization(org_name text) returns uuid language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.needs_cosign(author uuid, org uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.new_id() returns uuid language sql volatile parallel safe;
create function app.newest_notes(organization uuid, therapist uuid, place_date date, place_time time without time zone, place_id uuid, most integer) returns SETOF note_search language sql stable parallel safe rows 1000;
create function app.next_snapshot_number() returns bigint language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.no_recording_while_viewing() returns trigger language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.note_content(target uuid, wanted integer, with_contact boolean) returns jsonb language sql stable search_path=pg_catalog, public, TimeZone=UTC;
create function app.note_content_sha256(target uuid, wanted integer, with_contact boolean) returns text language sql stable search_path=pg_catalog, public;
create function app.note_keys(organization_id uuid, therapist_id uuid, session_date date, words text[]) returns tsvector language sql immutable parallel safe;
create function app.note_query(scope text, words text[]) returns tsquery language sql immutable parallel safe;
create function app.note_scope(kind text, id uuid, session_date date) returns text language sql immutable parallel safe;
create function app.note_to_sign() returns uuid language sql stable;
create function app.note_words(first_name text, last_name text, sections jsonb) returns text[] language sql immutable parallel safe;
create function app.notify_cosign(target uuid) returns TABLE(notice_id uuid, receiver_id uuid) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.notify_low_sessions(org uuid, remaining integer) returns TABLE(notice_id uuid, receiver_id uuid) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.notify_low_storage(org uuid, quota bigint) returns TABLE(notice_id uuid, receiver_id uuid) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.notify_progress() returns trigger language plpgsql volatile;
create function app.notify_therapists(org uuid, client uuid, former uuid, actor uuid) returns TABLE(notice_id uuid, receiver_id uuid) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.notify_transfer(org uuid, client uuid, former uuid) returns TABLE(notice_id uuid, receiver_id uuid) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.open_demo_practice() returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.open_invitations(org uuid) returns TABLE(id uuid, email text, role text, status text, first_name text, last_name text, created_at timestamp with time zone, expires_at timestamp with time zone) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.organization_trail(organization uuid, person uuid, only_action text, since timestamp with time zone, until timestamp with time zone, after_at timestamp with time zone, after_chain uuid, after_seq bigint, most integer) returns SETOF app.trail_event language plpgsql stable security definer rows 1000 search_path=pg_catalog, public, plan_cache_mode=force_custom_plan;
create function app.organizations_without_account(since timestamp with time zone) returns TABLE(organization_id uuid, user_id uuid) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.other_language(utterances jsonb) returns jsonb language sql immutable parallel safe;
create function app.overdue_erasures() returns SETOF uuid language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.own_admin_rank(org uuid) returns integer language sql stable security definer search_path=pg_catalog, public;
create function app.own_sign_ins() returns TABLE(id uuid, is_current boolean, user_agent text, ip_address text, signed_in_with text, signed_in_at timestamp with time zone, last_used_at timestamp with time zone) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.own_today() returns date language sql stable security definer search_path=pg_catalog, public;
create function app.password_changed_at() returns timestamp with time zone language sql stable security definer search_path=pg_catalog, public;
create function app.pending_invitations(organization uuid) returns integer language sql stable security definer search_path=pg_catalog, public;
create function app.place_hold(client uuid, request uuid, starts date, why text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.plain_text(content text) returns text language sql immutable parallel safe;
create function app.prove_email(person uuid, kept_session uuid) returns boolean language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.prove_email_by_change(person uuid, session_token text, ip text, agent text) returns boolean language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.prove_email_by_reset(person uuid, ip text, agent text) returns boolean language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.queue_failed_session(target uuid) returns boolean language plpgsql volatile search_path=pg_catalog, public;
create function app.queue_waiting_sessions() returns TABLE(session_id uuid, user_id uuid) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.record_payment_event(event_id text, event_type text, customer text) returns TABLE(organization_id uuid) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.record_refused_access(code text, endpoint text) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.refuse_signed() returns trigger language plpgsql volatile;
create function app.reject_transferred_client() returns trigger language plpgsql volatile;
create function app.release_customer(org uuid, held uuid, unknown text, failed boolean) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.release_own_customer(org uuid, held uuid, unknown text, failed boolean) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.release_own_customer(org uuid, held uuid, unknown text, failed boolean, number bigint, snapshot jsonb) returns boolean language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.remove_member(org uuid, member uuid) returns text language sql volatile security definer search_path=pg_catalog, public;
create function app.remove_member(org uuid, member uuid, may_interrupt boolean, may_stay_unsigned boolean) returns jsonb language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.rename_in_note_search(target uuid) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.rename_organization(org uuid, new_name text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.renew_email_code(hash text) returns integer language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.renew_invitation(org uuid, invitation uuid, mailed bytea, shown bytea) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.replace_invitation_link(org uuid, invitation uuid, shown bytea) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.replace_passages() returns trigger language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.report_process(process uuid, on_host text, with_pid integer, with_roles text[], with_version text, used_memory bigint, engine_states jsonb, with_jobs text) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.require_own_series() returns trigger language plpgsql volatile;
create function app.require_platform_admin() returns void language plpgsql stable security definer search_path=pg_catalog, public;
create function app.require_renderer() returns trigger language plpgsql volatile;
create function app.require_second_factor(org uuid, required boolean) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.return_note(target uuid, wanted integer) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.review_averages(org uuid) returns TABLE(minutes_to_sign integer, active_seconds integer, item_count integer, changed_percent integer, snippet_count integer) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.role_rank(role text) returns integer language sql immutable parallel safe;
create function app.save_email_code(person uuid, hash text) returns void language sql volatile security definer search_path=pg_catalog, public;
create function app.save_own_subscription(org uuid, number bigint, snapshot jsonb) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.save_subscription(org uuid, number bigint, snapshot jsonb) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.search_keys(content text, other text) returns tsvector language sql immutable parallel safe;
create function app.search_notes(search text, organization uuid, therapist uuid, before_date date, before_time time without time zone, before_id uuid, most integer, first_date date) returns TABLE(session_id uuid, session_date date, start_time time without time zone) language plpgsql stable security definer rows 1000 search_path=pg_catalog, public, enable_seqscan=off;
create function app.search_query(search text, either boolean) returns tsquery language sql immutable parallel safe;
create function app.second_factor() returns app.second_factor language sql stable security definer search_path=pg_catalog, public;
create function app.seconds_to_invite(org uuid, refusal text, invitation uuid) returns integer language sql stable security definer search_path=pg_catalog, public;
create function app.session_end(s sessions, zone text) returns timestamp with time zone language sql stable;
create function app.session_id() returns uuid language sql stable parallel safe;
create function app.session_kind(type text) returns text language sql immutable parallel safe;
create function app.session_to_change() returns uuid language sql stable;
create function app.set_away_until(org uuid, day date) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.set_first_ready() returns trigger language plpgsql volatile;
create function app.set_prelicensed(org uuid, member uuid, prelicensed boolean) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.set_rendered_by() returns trigger language plpgsql volatile;
create function app.set_role(org uuid, member uuid, new_role text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.set_scope(uid uuid) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.set_supervisor(org uuid, member uuid, supervisor uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.sign_note(target uuid, wanted integer, wanted_sha256 text, attestation text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.signed_content(signature note_signatures) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.signing_state(target uuid) returns TABLE(signer_name text, credentials text, license_number text, license_state text, needs_cosign boolean, supervisor_name text, needs_confirmation boolean, confirmed_at timestamp with time zone, content_sha256 text, attestation_text text, late_days integer, unlock_until timestamp with time zone, may_add boolean) language plpgsql volatile security definer rows 1000 search_path=pg_catalog, public;
create function app.spot_checks() returns TABLE(model text, answered integer, wrong integer) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.start_viewing(person uuid, organization uuid) returns timestamp with time zone language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.stop_viewing() returns uuid language sql volatile security definer search_path=pg_catalog, public;
create function app.storage_of(org uuid) returns bigint language sql stable security definer search_path=pg_catalog, public;
create function app.stored_recording(session uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.supersede_refusal(target uuid, OUT refusal text, OUT since date) returns record language plpgsql stable security definer search_path=pg_catalog, public;
create function app.supervised() returns TABLE(organization_id uuid, therapist_id uuid) language sql stable parallel safe security definer rows 20 search_path=pg_catalog, public;
create function app.supervisor_of(author uuid, org uuid) returns uuid language sql stable security definer search_path=pg_catalog, public;
create function app.switch_organization(org uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.take_note(target uuid) returns notes language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.take_session(target uuid) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.takes_place(status text) returns boolean language sql immutable parallel safe;
create function app.touch() returns trigger language plpgsql volatile;
create function app.trail_event(e audit_events, names_clients boolean) returns app.trail_event language sql stable search_path=pg_catalog, public;
create function app.trail_name(person uuid) returns text language sql stable search_path=pg_catalog, public;
create function app.transfer_client(org uuid, client uuid, therapist uuid, interrupted text) returns text language sql volatile security definer search_path=pg_catalog, public;
create function app.transfer_client(org uuid, client uuid, therapist uuid, interrupted text, may_stay_unsigned boolean) returns jsonb language sql volatile security definer search_path=pg_catalog, public;
create function app.transfer_series() returns trigger language plpgsql volatile;
create function app.uncounted_notes() returns TABLE(session_id uuid, therapist_id uuid) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.unlock_note(target uuid, reason text) returns text language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.unsigned_notes(org uuid, therapist uuid, ids uuid[]) returns jsonb language sql stable search_path=pg_catalog, public;
create function app.user_id() returns uuid language sql stable parallel safe;
create function app.uuids(name text) returns uuid[] language sql stable parallel safe;
create function app.valid_signature(target uuid, wanted text) returns note_signatures language sql stable security definer search_path=pg_catalog, public;
create function app.viewed_org() returns uuid language sql stable parallel safe;
create function app.viewer_id() returns uuid language sql stable parallel safe;
create function app.wal_archive_state(started_at timestamp with time zone) returns TABLE(archived_at timestamp with time zone, failures bigint, failure text, is_failing boolean) language sql stable security definer rows 1000 search_path=pg_catalog, public;
create function app.without_quotes(sections jsonb) returns jsonb language sql immutable parallel safe;
create function app.without_sources(target uuid) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.words(content text) returns text[] language sql immutable parallel safe;
create function app.words_of(sections jsonb) returns jsonb language sql immutable;
create function app.works_in(org uuid) returns boolean language sql stable security definer search_path=pg_catalog, public;
create function app.write_admin_event(action text, resource_type text, resource uuid, client uuid, organization uuid, details jsonb) returns void language plpgsql volatile security definer search_path=pg_catalog, public;
create function app.write_invitation(org uuid, address text, new_role text, therapists uuid[]) returns app.invited language plpgsql volatile security definer search_path=pg_catalog, public;
grant EXECUTE on function app.accept_invitation(secret bytea) to app_web;
grant EXECUTE on function app.add_addendum(target uuid, kind text, words text, reason text, event_date date, request uuid) to app_web;
grant EXECUTE on function app.add_amendment_step(target uuid, wanted text, words text, reason text) to app_web;
grant EXECUTE on function app.add_note_comment(target uuid, section text, sentence integer, quote text, reply_to uuid, words text, request uuid, wanted integer) to app_web;
grant EXECUTE on function app.admin_assign_supervisor(member uuid, supervisor uuid) to app_admin;
grant EXECUTE on function app.admin_change_client(target uuid, changes jsonb) to app_admin;
grant EXECUTE on function app.admin_change_organization(target uuid, changes jsonb) to app_admin;
grant EXECUTE on function app.admin_change_role(member uuid, new_role text) to app_admin;
grant EXECUTE on function app.admin_change_user(target uuid, changes jsonb) to app_admin;
grant EXECUTE on function app.admin_client_contact(target uuid) to app_admin;
grant EXECUTE on function app.admin_invite(organization uuid, address text, new_role text, therapists uuid[], mailed bytea, shown bytea) to app_admin;
grant EXECUTE on function app.admin_justify(of_kind text, resource uuid, justification text) to app_admin;
grant EXECUTE on function app.admin_mark_invitation_sent(invitation uuid) to app_admin;
grant EXECUTE on function app.admin_remove_member(member uuid) to app_admin;
grant EXECUTE on function app.admin_remove_member(member uuid, may_interrupt boolean, may_stay_unsigned boolean) to app_admin;
grant EXECUTE on function app.admin_run_again(target uuid) to app_admin;
grant EXECUTE on function app.admin_session_contents(target uuid) to app_admin;
grant EXECUTE on function app.admin_transfer_client(target uuid, therapist uuid, interrupted text) to app_admin;
grant EXECUTE on function app.admin_transfer_client(target uuid, therapist uuid, interrupted text, may_stay_unsigned boolean) to app_admin;
grant EXECUTE on function app.append_live_chunk(session uuid, n integer, count integer, segment integer, ends_ms integer, can_begin boolean, media_type text, sha256 bytea, seal bytea, data bytea, at timestamp with time zone, largest bigint, OUT kept_chunks integer, OUT kept_ms integer) to app_web;
grant EXECUTE on function app.append_live_chunks(chunks jsonb, contents bytea, at timestamp with time zone, largest bigint) to app_web;
grant EXECUTE on function app.assign_cosigner(target uuid, cosigner uuid) to app_web;
grant EXECUTE on function app.assign_supervisor(org uuid, member uuid, supervisor uuid) to app_web;
grant EXECUTE on function app.audit_hash(e audit_events) to app_auth;
grant EXECUTE on function app.audit_hash(e audit_events) to app_web;
grant EXECUTE on function app.audit_hash(e audit_events) to app_worker;
grant EXECUTE on function app.become_search_due() to app_web;
grant EXECUTE on function app.become_search_due() to app_worker;
grant EXECUTE on function app.begin_password_reset(p_user uuid, p_identifier text, p_ends timestamp with time zone) to app_worker;
grant EXECUTE on function app.billing_account(org uuid) to app_web;
grant EXECUTE on function app.cancel_invitation(org uuid, invitation uuid) to app_web;
grant EXECUTE on function app.card_attempt_wait(org uuid) to app_web;
grant EXECUTE on function app.change_refusal(org uuid) to app_web;
grant EXECUTE on function app.change_role(org uuid, member uuid, new_role text) to app_web;
grant EXECUTE on function app.change_signing_rules(org uuid, attestation text, late_hours integer, hours integer) to app_web;
grant EXECUTE on function app.change_signing_rules(org uuid, changes jsonb) to app_web;
grant EXECUTE on function app.change_vocabulary(org uuid, words text[], based_on text[]) to app_web;
grant EXECUTE on function app.clean_uploads() to app_worker;
grant EXECUTE on function app.client_trail(client uuid, after_at timestamp with time zone, after_chain uuid, after_seq bigint, most integer) to app_web;
grant EXECUTE on function app.closed_organization() to app_web;
grant EXECUTE on function app.confirm_email(hash text) to app_web;
grant EXECUTE on function app.confirmed_at() to app_web;
grant EXECUTE on function app.correct_session(target uuid, new_client uuid, new_date date, new_start time without time zone, new_end time without time zone, new_type text, new_setting text, new_contact text, seen jsonb) to app_web;
grant EXECUTE on function app.cosign_client(target uuid) to app_web;
grant EXECUTE on function app.cosign_note(target uuid, wanted integer, wanted_sha256 text, attestation text) to app_web;
grant EXECUTE on function app.cosign_queue(org uuid) to app_web;
grant EXECUTE on function app.cosign_sections(target uuid) to app_web;
grant EXECUTE on function app.cosign_state(target uuid) to app_web;
grant EXECUTE on function app.count_attempt(who text, most integer, span interval, account_hash text) to app_auth;
grant EXECUTE on function app.count_attempt(who text, most integer, span interval, account_hash text) to app_web;
grant EXECUTE on function app.count_card_attempt(org uuid) to app_web;
grant EXECUTE on function app.count_revision() to app_web;
grant EXECUTE on function app.count_revision() to app_worker;
grant EXECUTE on function app.count_sessions(org uuid, from_day date, before_day date) to app_web;
grant EXECUTE on function app.count_sessions(org uuid, from_day date, before_day date) to app_worker;
grant EXECUTE on function app.create_demo_practice(practice jsonb) to app_worker;
grant EXECUTE on function app.customer_contact(org uuid) to app_worker;
grant EXECUTE on function app.customer_creator(org uuid) to app_worker;
grant EXECUTE on function app.deactivated_address(p_user uuid) to app_worker;
grant EXECUTE on function app.delete_filed(target uuid, wanted text, given_reason text, audio_sha256 text, request uuid, OUT refusal text, OUT receipt uuid) to app_web;
grant EXECUTE on function app.demo_owner() to app_web;
grant EXECUTE on function app.demo_owner() to app_worker;
grant EXECUTE on function app.end_other_sign_ins(only_id uuid) to app_web;
grant EXECUTE on function app.end_process(process uuid) to app_web;
grant EXECUTE on function app.end_process(process uuid) to app_worker;
grant EXECUTE on function app.ended_sign_ins(tokens text[]) to app_web;
grant EXECUTE on function app.enter_admin_session(session_token text, ip text, agent text) to app_admin;
grant EXECUTE on function app.enter_session(session_token text, ip text, agent text) to app_web;
grant EXECUTE on function app.enter_user(uid uuid) to app_worker;
grant EXECUTE on function app.failed_sessions() to app_admin;
grant EXECUTE on function app.files_to_erase(receipt uuid) to app_worker;
grant EXECUTE on function app.find_invitation(secret bytea) to app_web;
grant EXECUTE on function app.has_billing_account(organization uuid) to app_admin;
grant EXECUTE on function app.hold_since(client uuid) to app_web;
grant EXECUTE on function app.index_due_notes() to app_worker;
grant EXECUTE on function app.installation_figures() to app_web;
grant EXECUTE on function app.installation_figures() to app_worker;
grant EXECUTE on function app.invitation_wait(org uuid, refusal text, invitation uuid) to app_web;
grant EXECUTE on function app.invite(org uuid, address text, new_role text, therapists uuid[], mailed bytea, shown bytea) to app_web;
grant EXECUTE on function app.is_addendum_intact(addendum note_addenda) to app_web;
grant EXECUTE on function app.is_closed(org uuid) to app_web;
grant EXECUTE on function app.is_cosigner(target uuid) to app_web;
grant EXECUTE on function app.is_demo(org uuid) to app_web;
grant EXECUTE on function app.is_demo(org uuid) to app_worker;
grant EXECUTE on function app.is_first_account() to app_web;
grant EXECUTE on function app.is_platform_admin() to app_admin;
grant EXECUTE on function app.is_platform_admin() to app_web;
grant EXECUTE on function app.is_signature_intact(signature note_signatures) to app_web;
grant EXECUTE on function app.lease_customer(org uuid, call text) to app_worker;
grant EXECUTE on function app.lease_own_customer(org uuid, call text) to app_web;
grant EXECUTE on function app.lift_hold(target uuid, why text) to app_web;
grant EXECUTE on function app.lock_signed_note() to app_web;
grant EXECUTE on function app.lock_signed_note() to app_worker;
grant EXECUTE on function app.lock_signed_session() to app_web;
grant EXECUTE on function app.lock_signed_session() to app_worker;
grant EXECUTE on function app.lock_version() to app_web;
grant EXECUTE on function app.lock_version() to app_worker;
grant EXECUTE on function app.log_amendment(target uuid, request uuid, received date, arrived_by text, words text) to app_web;
grant EXECUTE on function app.log_release(client uuid, request uuid, released date, given_to text, what text) to app_web;
grant EXECUTE on function app.mark_erased(receipt uuid, at timestamp with time zone) to app_worker;
grant EXECUTE on function app.mark_invitation_sent(org uuid, invitation uuid) to app_web;
grant EXECUTE on function app.may_amend(client uuid) to app_web;
grant EXECUTE on function app.may_change() to app_auth;
grant EXECUTE on function app.may_change() to app_web;
grant EXECUTE on function app.may_change() to app_worker;
grant EXECUTE on function app.may_upload() to app_web;
grant EXECUTE on function app.may_upload() to app_worker;
grant EXECUTE on function app.move_client(org uuid, client uuid, therapist uuid, interrupted text, may_stay_unsigned boolean, OUT failure jsonb, OUT former uuid) to app_web;
grant EXECUTE on function app.must_give_second_factor(session_token text) to app_auth;
grant EXECUTE on function app.name_own_organization(org_name text) to app_web;
grant EXECUTE on function app.new_id() to app_auth;
grant EXECUTE on function app.new_id() to app_web;
grant EXECUTE on function app.new_id() to app_worker;
grant EXECUTE on function app.next_snapshot_number() to app_web;
grant EXECUTE on function app.next_snapshot_number() to app_worker;
grant EXECUTE on function app.note_content(target uuid, wanted integer, with_contact boolean) to app_web;
grant EXECUTE on function app.note_content_sha256(target uuid, wanted integer, with_contact boolean) to app_web;
grant EXECUTE on function app.note_keys(organization_id uuid, therapist_id uuid, session_date date, words text[]) to app_web;
grant EXECUTE on function app.note_keys(organization_id uuid, therapist_id uuid, session_date date, words text[]) to app_worker;
grant EXECUTE on function app.note_scope(kind text, id uuid, session_date date) to app_web;
grant EXECUTE on function app.note_scope(kind text, id uuid, session_date date) to app_worker;
grant EXECUTE on function app.note_words(first_name text, last_name text, sections jsonb) to app_web;
grant EXECUTE on function app.note_words(first_name text, last_name text, sections jsonb) to app_worker;
grant EXECUTE on function app.notify_cosign(target uuid) to app_web;
grant EXECUTE on function app.notify_low_sessions(org uuid, remaining integer) to app_worker;
grant EXECUTE on function app.notify_low_storage(org uuid, quota bigint) to app_worker;
grant EXECUTE on function app.notify_progress() to app_web;
grant EXECUTE on function app.notify_progress() to app_worker;
grant EXECUTE on function app.notify_transfer(org uuid, client uuid, former uuid) to app_web;
grant EXECUTE on function app.open_demo_practice() to app_worker;
grant EXECUTE on function app.open_invitations(org uuid) to app_web;
grant EXECUTE on function app.organization_trail(organization uuid, person uuid, only_action text, since timestamp with time zone, until timestamp with time zone, after_at timestamp with time zone, after_chain uuid, after_seq bigint, most integer) to app_web;
grant EXECUTE on function app.organizations_without_account(since timestamp with time zone) to app_worker;
grant EXECUTE on function app.other_language(utterances jsonb) to app_web;
grant EXECUTE on function app.other_language(utterances jsonb) to app_worker;
grant EXECUTE on function app.overdue_erasures() to app_worker;
grant EXECUTE on function app.own_sign_ins() to app_web;
grant EXECUTE on function app.password_changed_at() to app_web;
grant EXECUTE on function app.pending_invitations(organization uuid) to app_admin;
grant EXECUTE on function app.place_hold(client uuid, request uuid, starts date, why text) to app_web;
grant EXECUTE on function app.plain_text(content text) to app_admin;
grant EXECUTE on function app.plain_text(content text) to app_auth;
grant EXECUTE on function app.plain_text(content text) to app_web;
grant EXECUTE on function app.plain_text(content text) to app_worker;
grant EXECUTE on function app.prove_email_by_change(person uuid, session_token text, ip text, agent text) to app_auth;
grant EXECUTE on function app.prove_email_by_reset(person uuid, ip text, agent text) to app_auth;
grant EXECUTE on function app.queue_waiting_sessions() to app_worker;
grant EXECUTE on function app.record_payment_event(event_id text, event_type text, customer text) to app_web;
grant EXECUTE on function app.record_payment_event(event_id text, event_type text, customer text) to app_worker;
grant EXECUTE on function app.record_refused_access(code text, endpoint text) to app_web;
grant EXECUTE on function app.refuse_signed() to app_web;
grant EXECUTE on function app.refuse_signed() to app_worker;
grant EXECUTE on function app.reject_transferred_client() to app_web;
grant EXECUTE on function app.reject_transferred_client() to app_worker;
grant EXECUTE on function app.release_customer(org uuid, held uuid, unknown text, failed boolean) to app_worker;
grant EXECUTE on function app.release_own_customer(org uuid, held uuid, unknown text, failed boolean) to app_web;
grant EXECUTE on function app.release_own_customer(org uuid, held uuid, unknown text, failed boolean, number bigint, snapshot jsonb) to app_web;
grant EXECUTE on function app.remove_member(org uuid, member uuid) to app_web;
grant EXECUTE on function app.remove_member(org uuid, member uuid, may_interrupt boolean, may_stay_unsigned boolean) to app_web;
grant EXECUTE on function app.rename_organization(org uuid, new_name text) to app_web;
grant EXECUTE on function app.renew_email_code(hash text) to app_web;
grant EXECUTE on function app.renew_invitation(org uuid, invitation uuid, mailed bytea, shown bytea) to app_web;
grant EXECUTE on function app.replace_invitation_link(org uuid, invitation uuid, shown bytea) to app_web;
grant EXECUTE on function app.report_process(process uuid, on_host text, with_pid integer, with_roles text[], with_version text, used_memory bigint, engine_states jsonb, with_jobs text) to app_web;
grant EXECUTE on function app.report_process(process uuid, on_host text, with_pid integer, with_roles text[], with_version text, used_memory bigint, engine_states jsonb, with_jobs text) to app_worker;
grant EXECUTE on function app.require_renderer() to app_web;
grant EXECUTE on function app.require_renderer() to app_worker;
grant EXECUTE on function app.require_second_factor(org uuid, required boolean) to app_web;
grant EXECUTE on function app.return_note(target uuid, wanted integer) to app_web;
grant EXECUTE on function app.review_averages(org uuid) to app_web;
grant EXECUTE on function app.save_email_code(person uuid, hash text) to app_auth;
grant EXECUTE on function app.save_own_subscription(org uuid, number bigint, snapshot jsonb) to app_web;
grant EXECUTE on function app.save_subscription(org uuid, number bigint, snapshot jsonb) to app_worker;
grant EXECUTE on function app.search_keys(content text, other text) to app_admin;
grant EXECUTE on function app.search_keys(content text, other text) to app_auth;
grant EXECUTE on function app.search_keys(content text, other text) to app_web;
grant EXECUTE on function app.search_keys(content text, other text) to app_worker;
grant EXECUTE on function app.search_notes(search text, organization uuid, therapist uuid, before_date date, before_time time without time zone, before_id uuid, most integer, first_date date) to app_web;
grant EXECUTE on function app.search_query(search text, either boolean) to app_admin;
grant EXECUTE on function app.second_factor() to app_web;
grant EXECUTE on function app.session_id() to app_auth;
grant EXECUTE on function app.session_id() to app_web;
grant EXECUTE on function app.session_id() to app_worker;
grant EXECUTE on function app.session_kind(type text) to app_admin;
grant EXECUTE on function app.session_kind(type text) to app_web;
grant EXECUTE on function app.session_kind(type text) to app_worker;
grant EXECUTE on function app.set_away_until(org uuid, day date) to app_web;
grant EXECUTE on function app.set_first_ready() to app_web;
grant EXECUTE on function app.set_first_ready() to app_worker;
grant EXECUTE on function app.set_prelicensed(org uuid, member uuid, prelicensed boolean) to app_web;
grant EXECUTE on function app.set_rendered_by() to app_web;
grant EXECUTE on function app.set_rendered_by() to app_worker;
grant EXECUTE on function app.sign_note(target uuid, wanted integer, wanted_sha256 text, attestation text) to app_web;
grant EXECUTE on function app.signing_state(target uuid) to app_web;
grant EXECUTE on function app.spot_checks() to app_admin;
grant EXECUTE on function app.start_viewing(person uuid, organization uuid) to app_web;
grant EXECUTE on function app.stop_viewing() to app_web;
grant EXECUTE on function app.storage_of(org uuid) to app_web;
grant EXECUTE on function app.storage_of(org uuid) to app_worker;
grant EXECUTE on function app.stored_recording(session uuid) to app_worker;
grant EXECUTE on function app.supersede_refusal(target uuid, OUT refusal text, OUT since date) to app_web;
grant EXECUTE on function app.supervised() to app_web;
grant EXECUTE on function app.supervised() to app_worker;
grant EXECUTE on function app.switch_organization(org uuid) to app_web;
grant EXECUTE on function app.takes_place(status text) to app_web;
grant EXECUTE on function app.takes_place(status text) to app_worker;
grant EXECUTE on function app.touch() to app_auth;
grant EXECUTE on function app.touch() to app_web;
grant EXECUTE on function app.touch() to app_worker;
grant EXECUTE on function app.transfer_client(org uuid, client uuid, therapist uuid, interrupted text) to app_web;
grant EXECUTE on function app.transfer_client(org uuid, client uuid, therapist uuid, interrupted text, may_stay_unsigned boolean) to app_web;
grant EXECUTE on function app.uncounted_notes() to app_worker;
grant EXECUTE on function app.unlock_note(target uuid, reason text) to app_web;
grant EXECUTE on function app.user_id() to app_auth;
grant EXECUTE on function app.user_id() to app_web;
grant EXECUTE on function app.user_id() to app_worker;
grant EXECUTE on function app.uuids(name text) to app_auth;
grant EXECUTE on function app.uuids(name text) to app_web;
grant EXECUTE on function app.uuids(name text) to app_worker;
grant EXECUTE on function app.viewed_org() to app_auth;
grant EXECUTE on function app.viewed_org() to app_web;
grant EXECUTE on function app.viewed_org() to app_worker;
grant EXECUTE on function app.viewer_id() to app_auth;
grant EXECUTE on function app.viewer_id() to app_web;
grant EXECUTE on function app.viewer_id() to app_worker;
grant EXECUTE on function app.wal_archive_state(started_at timestamp with time zone) to app_admin;
grant EXECUTE on function app.wal_archive_state(started_at timestamp with time zone) to app_web;
grant EXECUTE on function app.wal_archive_state(started_at timestamp with time zone) to app_worker;
grant EXECUTE on function app.words(content text) to app_admin;
grant EXECUTE on function app.words(content text) to app_auth;
grant EXECUTE on function app.words(content text) to app_web;
grant EXECUTE on function app.words(content text) to app_worker;
grant SELECT on public.admin_grants to app_backup;
grant SELECT on public.amendment_requests to app_backup;
grant SELECT on public.amendment_requests to app_web;
grant SELECT on public.amendment_steps to app_backup;
grant SELECT on public.amendment_steps to app_web;
grant INSERT on public.audit_events to app_admin;
grant SELECT (chain, seq, at, actor_id, organization_id, action, resource_type, resource_id, client_id, details, ip_address, user_agent) on public.audit_events to app_admin;
grant INSERT on public.audit_events to app_auth;
grant SELECT on public.audit_events to app_backup;
grant INSERT on public.audit_events to app_web;
grant SELECT on public.audit_events to app_web;
grant INSERT on public.audit_events to app_worker;
grant SELECT on public.audit_events to app_worker;
grant SELECT on public.audit_heads to app_backup;
grant DELETE on public.auth_accounts to app_auth;
grant INSERT on public.auth_accounts to app_auth;
grant SELECT on public.auth_accounts to app_auth;
grant UPDATE on public.auth_accounts to app_auth;
grant SELECT on public.auth_accounts to app_backup;
grant DELETE on public.auth_email_changes to app_auth;
grant INSERT on public.auth_email_changes to app_auth;
grant SELECT on public.auth_email_changes to app_auth;
grant UPDATE on public.auth_email_changes to app_auth;
grant SELECT on public.auth_email_changes to app_backup;
grant DELETE on public.auth_passkeys to app_auth;
grant INSERT on public.auth_passkeys to app_auth;
grant SELECT on public.auth_passkeys to app_auth;
grant UPDATE on public.auth_passkeys to app_auth;
grant SELECT on public.auth_passkeys to app_backup;
grant SELECT (id, user_id, name, backed_up, created_at, last_used_at) on public.auth_passkeys to app_web;
grant DELETE on public.auth_rate_limits to app_auth;
grant INSERT on public.auth_rate_limits to app_auth;
grant SELECT on public.auth_rate_limits to app_auth;
grant UPDATE on public.auth_rate_limits to app_auth;
grant SELECT on public.auth_rate_limits to app_backup;
grant SELECT (user_id, updated_at) on public.auth_sessions to app_admin;
grant DELETE on public.auth_sessions to app_auth;
grant INSERT on public.auth_sessions to app_auth;
grant SELECT on public.auth_sessions to app_auth;
grant UPDATE on public.auth_sessions to app_auth;
grant SELECT on public.auth_sessions to app_backup;
grant DELETE on public.auth_tries to app_auth;
grant INSERT on public.auth_tries to app_auth;
grant SELECT on public.auth_tries to app_auth;
grant UPDATE on public.auth_tries to app_auth;
grant SELECT on public.auth_tries to app_backup;
grant DELETE on public.auth_two_factors to app_auth;
grant INSERT on public.auth_two_factors to app_auth;
grant SELECT on public.auth_two_factors to app_auth;
grant UPDATE on public.auth_two_factors to app_auth;
grant SELECT on public.auth_two_factors to app_backup;
grant DELETE on public.auth_used_codes to app_auth;
grant INSERT on public.auth_used_codes to app_auth;
grant SELECT on public.auth_used_codes to app_auth;
grant UPDATE on public.auth_used_codes to app_auth;
grant SELECT on public.auth_used_codes to app_backup;
grant DELETE on public.auth_verifications to app_auth;
grant INSERT on public.auth_verifications to app_auth;
grant SELECT on public.auth_verifications to app_auth;
grant UPDATE on public.auth_verifications to app_auth;
grant SELECT on public.auth_verifications to app_backup;
grant SELECT on public.backups to app_admin;
grant SELECT on public.backups to app_backup;
grant SELECT on public.backups to app_worker;
grant SELECT on public.billing_customers to app_backup;
grant INSERT on public.billing_customers to app_worker;
grant SELECT on public.billing_customers to app_worker;
grant UPDATE (customer_id, former_ids, trial_started_at) on public.billing_customers to app_worker;
grant SELECT (id, organization_id, therapist_id, first_name, last_name, status, created_at, updated_at, search_keys) on public.clients to app_admin;
grant SELECT on public.clients to app_backup;
grant INSERT on public.clients to app_web;
grant SELECT on public.clients to app_web;
grant UPDATE (first_name, last_name, pronouns, email, phone, status, treatment_approach) on public.clients to app_web;
grant INSERT on public.clients to app_worker;
grant SELECT on public.clients to app_worker;
grant SELECT on public.copy_profiles to app_backup;
grant DELETE on public.copy_profiles to app_web;
grant INSERT on public.copy_profiles to app_web;
grant SELECT on public.copy_profiles to app_web;
grant UPDATE (name, mapping, header, bullets, blank_lines, max_chars, ascii_only, html) on public.copy_profiles to app_web;
grant SELECT on public.cosign_assignments to app_backup;
grant SELECT on public.deletion_receipts to app_backup;
grant SELECT on public.deletion_receipts to app_web;
grant SELECT on public.demo_practice to app_backup;
grant SELECT on public.email_codes to app_backup;
grant SELECT on public.former_members to app_backup;
grant SELECT on public.former_members to app_web;
grant SELECT on public.insights to app_backup;
grant INSERT on public.insights to app_web;
grant SELECT on public.insights to app_web;
grant UPDATE (state, error, insights, analyst, transcript_revision) on public.insights to app_web;
grant INSERT on public.insights to app_worker;
grant SELECT on public.insights to app_worker;
grant UPDATE (state, error, insights, analyst, transcript_revision) on public.insights to app_worker;
grant SELECT on public.invitation_secrets to app_backup;
grant SELECT on public.invitations to app_backup;
grant SELECT on public.legal_hold_lifts to app_backup;
grant SELECT on public.legal_hold_lifts to app_web;
grant SELECT on public.legal_holds to app_backup;
grant SELECT on public.legal_holds to app_web;
grant SELECT on public.live_chunks to app_backup;
grant DELETE on public.live_chunks to app_web;
grant INSERT on public.live_chunks to app_web;
grant SELECT on public.live_chunks to app_web;
grant DELETE on public.live_chunks to app_worker;
grant INSERT on public.live_chunks to app_worker;
grant SELECT on public.live_chunks to app_worker;
grant SELECT on public.live_recordings to app_backup;
grant INSERT on public.live_recordings to app_web;
grant SELECT on public.live_recordings to app_web;
grant UPDATE (next_chunk, next_segment, bytes, saved_ms, last_chunk_at, ended_at) on public.live_recordings to app_web;
grant INSERT on public.live_recordings to app_worker;
grant SELECT on public.live_recordings to app_worker;
grant UPDATE (next_chunk, next_segment, bytes, saved_ms, last_chunk_at, ended_at) on public.live_recordings to app_worker;
grant SELECT on public.model_scores to app_admin;
grant SELECT on public.model_scores to app_backup;
grant SELECT on public.model_scores to app_web;
grant SELECT on public.note_addenda to app_backup;
grant SELECT on public.note_addenda to app_web;
grant SELECT on public.note_comments to app_backup;
grant SELECT on public.note_comments to app_web;
grant SELECT on public.note_copies to app_backup;
grant INSERT on public.note_copies to app_web;
grant SELECT on public.note_copies to app_web;
grant INSERT on public.note_copies to app_worker;
grant SELECT on public.note_copies to app_worker;
grant SELECT on public.note_requests to app_backup;
grant INSERT on public.note_requests to app_web;
grant SELECT on public.note_requests to app_web;
grant UPDATE (state) on public.note_requests to app_web;
grant INSERT on public.note_requests to app_worker;
grant SELECT on public.note_requests to app_worker;
grant UPDATE (state) on public.note_requests to app_worker;
grant SELECT on public.note_review_items to app_backup;
grant INSERT on public.note_review_items to app_web;
grant SELECT on public.note_review_items to app_web;
grant UPDATE (version, state, drafter, model, decided_at) on public.note_review_items to app_web;
grant INSERT on public.note_review_items to app_worker;
grant SELECT on public.note_review_items to app_worker;
grant UPDATE (version, state, drafter, model, decided_at) on public.note_review_items to app_worker;
grant SELECT on public.note_search to app_backup;
grant DELETE on public.note_search to app_web;
grant INSERT on public.note_search to app_web;
grant SELECT on public.note_search to app_web;
grant UPDATE (session_date, start_time, words) on public.note_search to app_web;
grant DELETE on public.note_search to app_worker;
grant INSERT on public.note_search to app_worker;
grant SELECT on public.note_search to app_worker;
grant UPDATE (session_date, start_time, words) on public.note_search to app_worker;
grant SELECT on public.note_signatures to app_backup;
grant SELECT on public.note_signatures to app_web;
grant SELECT on public.note_supersessions to app_backup;
grant SELECT on public.note_supersessions to app_web;
grant SELECT on public.note_template_versions to app_backup;
grant INSERT on public.note_template_versions to app_web;
grant SELECT on public.note_template_versions to app_web;
grant SELECT on public.note_templates to app_backup;
grant DELETE on public.note_templates to app_web;
grant INSERT on public.note_templates to app_web;
grant SELECT on public.note_templates to app_web;
grant UPDATE (name, base_type, sections, version, status, language) on public.note_templates to app_web;
grant SELECT on public.note_versions to app_backup;
grant INSERT on public.note_versions to app_web;
grant SELECT on public.note_versions to app_web;
grant INSERT on public.note_versions to app_worker;
grant SELECT on public.note_versions to app_worker;
grant SELECT on public.notes to app_backup;
grant INSERT on public.notes to app_web;
grant SELECT on public.notes to app_web;
grant UPDATE (note_type, state, error, sections, version, drafter, coverage, safety, note_type_change_count, note_enhance_count, type_chosen, model, second_reading, safety_dismissals, to_review_count, template, safety_reading) on public.notes to app_web;
grant INSERT on public.notes to app_worker;
grant SELECT on public.notes to app_worker;
grant UPDATE (note_type, state, error, sections, version, drafter, coverage, safety, note_type_change_count, note_enhance_count, type_chosen, model, second_reading, safety_dismissals, to_review_count, template, safety_reading) on public.notes to app_worker;
grant SELECT on public.notices to app_backup;
grant SELECT on public.notices to app_web;
grant UPDATE (read_at) on public.notices to app_web;
grant SELECT on public.notices to app_worker;
grant UPDATE (mailed_at) on public.notices to app_worker;
grant SELECT (id, organization_id, user_id, role, managed_by, created_at) on public.organization_members to app_admin;
grant SELECT on public.organization_members to app_backup;
grant SELECT on public.organization_members to app_web;
grant SELECT on public.organization_members to app_worker;
grant SELECT (id, name, owner_id, subscription_plan, subscription_status, created_at, updated_at, search_keys) on public.organizations to app_admin;
grant SELECT on public.organizations to app_backup;
grant SELECT on public.organizations to app_web;
grant SELECT on public.organizations to app_worker;
grant SELECT on public.own_voices to app_backup;
grant INSERT on public.own_voices to app_web;
grant SELECT on public.own_voices to app_web;
grant UPDATE (is_on, session_id, failure, model, sealed, stored_at) on public.own_voices to app_web;
grant SELECT on public.own_voices to app_worker;
grant UPDATE (is_on, session_id, failure, model, sealed, stored_at) on public.own_voices to app_worker;
grant SELECT on public.payment_events to app_backup;
grant DELETE on public.payment_events to app_worker;
grant SELECT on public.payment_events to app_worker;
grant SELECT on public.processes to app_admin;
grant SELECT on public.processes to app_backup;
grant SELECT on public.psychotherapy_notes to app_backup;
grant DELETE on public.psychotherapy_notes to app_web;
grant INSERT on public.psychotherapy_notes to app_web;
grant SELECT on public.psychotherapy_notes to app_web;
grant UPDATE (sealed, version) on public.psychotherapy_notes to app_web;
grant SELECT on public.record_releases to app_backup;
grant SELECT on public.record_releases to app_web;
grant SELECT on public.recordings to app_backup;
grant INSERT on public.recordings to app_web;
grant SELECT on public.recordings to app_web;
grant UPDATE (media_type, size, duration_seconds, storage_name, state, is_cut_off) on public.recordings to app_web;
grant INSERT on public.recordings to app_worker;
grant SELECT on public.recordings to app_worker;
grant UPDATE (media_type, size, duration_seconds, storage_name, state, is_cut_off, written_names) on public.recordings to app_worker;
grant SELECT on public.resources to app_backup;
grant DELETE on public.resources to app_web;
grant INSERT on public.resources to app_web;
grant SELECT on public.resources to app_web;
grant UPDATE (title, url, description, deleted_at) on public.resources to app_web;
grant SELECT on public.review_figures to app_backup;
grant INSERT on public.review_figures to app_web;
grant SELECT on public.review_figures to app_web;
grant UPDATE (active_ms, counted_until, snippet_count, ready_at, signed_at, item_count, word_count, changed_word_count) on public.review_figures to app_web;
grant SELECT (session_id, stage, error_code, updated_at) on public.session_progress to app_admin;
grant SELECT on public.session_progress to app_backup;
grant INSERT on public.session_progress to app_web;
grant SELECT on public.session_progress to app_web;
grant UPDATE (stage, percent, error_code, error, updated_at) on public.session_progress to app_web;
grant INSERT on public.session_progress to app_worker;
grant SELECT on public.session_progress to app_worker;
grant UPDATE (stage, percent, error_code, error, updated_at) on public.session_progress to app_worker;
grant SELECT on public.session_series to app_backup;
grant INSERT on public.session_series to app_web;
grant SELECT on public.session_series to app_web;
grant UPDATE (date_count, before_split) on public.session_series to app_web;
grant INSERT on public.session_series to app_worker;
grant SELECT on public.session_series to app_worker;
grant UPDATE (date_count, before_split) on public.session_series to app_worker;
grant SELECT (id, organization_id, therapist_id, client_id, date, start_time, end_time, type, setting_type, status, created_at, updated_at) on public.sessions to app_admin;
grant SELECT on public.sessions to app_backup;
grant INSERT on public.sessions to app_web;
grant SELECT on public.sessions to app_web;
grant UPDATE (date, start_time, end_time, type, setting_type, status, source, recording_url, series_id, series_date, participants, contact, request_id) on public.sessions to app_web;
grant INSERT on public.sessions to app_worker;
grant SELECT on public.sessions to app_worker;
grant UPDATE (date, start_time, end_time, type, setting_type, status, source, recording_url, participants) on public.sessions to app_worker;
grant SELECT on public.signature_heads to app_backup;
grant SELECT on public.snippets to app_backup;
grant DELETE on public.snippets to app_web;
grant INSERT on public.snippets to app_web;
grant SELECT on public.snippets to app_web;
grant UPDATE (trigger, body, deleted_at) on public.snippets to app_web;
grant SELECT on public.storage_used to app_backup;
grant SELECT on public.subscription_snapshot_numbers to app_backup;
grant SELECT on public.subscriptions to app_backup;
grant SELECT on public.subscriptions to app_web;
grant SELECT on public.subscriptions to app_worker;
grant SELECT on public.suggestions to app_backup;
grant INSERT on public.suggestions to app_web;
grant SELECT on public.suggestions to app_web;
grant SELECT on public.suggestions to app_worker;
grant UPDATE (mailed_at) on public.suggestions to app_worker;
grant SELECT on public.template_examples to app_backup;
grant DELETE on public.template_examples to app_web;
grant INSERT on public.template_examples to app_web;
grant SELECT on public.template_examples to app_web;
grant SELECT on public.transcript_corrections to app_backup;
grant INSERT on public.transcript_corrections to app_web;
grant SELECT on public.transcript_corrections to app_web;
grant INSERT on public.transcript_corrections to app_worker;
grant SELECT on public.transcript_corrections to app_worker;
grant SELECT on public.transcript_edits to app_backup;
grant INSERT on public.transcript_edits to app_web;
grant SELECT on public.transcript_edits to app_web;
grant INSERT on public.transcript_edits to app_worker;
grant SELECT on public.transcript_edits to app_worker;
grant SELECT on public.transcription_passages to app_backup;
grant INSERT on public.transcription_passages to app_worker;
grant SELECT on public.transcription_passages to app_worker;
grant SELECT on public.transcripts to app_backup;
grant INSERT on public.transcripts to app_web;
grant SELECT on public.transcripts to app_web;
grant UPDATE (utterances, language, engine, has_times, original_name, own_label) on public.transcripts to app_web;
grant INSERT on public.transcripts to app_worker;
grant SELECT on public.transcripts to app_worker;
grant UPDATE (utterances, language, engine, has_times, original_name) on public.transcripts to app_worker;
grant SELECT on public.upload_chunks to app_backup;
grant DELETE on public.upload_chunks to app_web;
grant INSERT on public.upload_chunks to app_web;
grant SELECT on public.upload_chunks to app_web;
grant DELETE on public.upload_chunks to app_worker;
grant INSERT on public.upload_chunks to app_worker;
grant SELECT on public.upload_chunks to app_worker;
grant SELECT on public.uploads to app_backup;
grant DELETE on public.uploads to app_web;
grant INSERT on public.uploads to app_web;
grant SELECT on public.uploads to app_web;
grant UPDATE (session_id) on public.uploads to app_web;
grant DELETE on public.uploads to app_worker;
grant INSERT on public.uploads to app_worker;
grant SELECT on public.uploads to app_worker;
grant UPDATE (session_id) on public.uploads to app_worker;
grant SELECT (id, email, email_verified, role, first_name, last_name, clinic_name, phone_office, license_type, is_active, created_at, updated_at, current_organization_id, search_keys) on public.users to app_admin;
grant INSERT on public.users to app_auth;
grant SELECT on public.users to app_auth;
grant UPDATE (email, email_verified, name, image, updated_at, two_factor_enabled) on public.users to app_auth;
grant SELECT on public.users to app_backup;
grant SELECT on public.users to app_web;
grant UPDATE (name, first_name, last_name, clinic_name, phone_office, license_type, default_note_type, welcome_video_seen, notification_settings, time_zone, credentials, license_number, license_state, npi, is_prelicensed) on public.users to app_web;
grant SELECT on public.users to app_worker;
grant SELECT on public.viewings to app_backup;
grant SELECT on public.wal_archive to app_backup;
grant USAGE on schema app to app_admin;
grant USAGE on schema app to app_auth;
grant USAGE on schema app to app_web;
grant USAGE on schema app to app_worker;
grant USAGE on schema public to app_admin;
grant USAGE on schema public to app_auth;
grant USAGE on schema public to app_backup;
grant CREATE on schema public to app_owner;
grant USAGE on schema public to app_owner;
grant USAGE on schema public to app_web;
grant USAGE on schema public to app_worker;
grant USAGE on schema test_payments to app_backup;
grant USAGE on schema test_payments to app_payments;
grant SELECT on test_payments.answers to app_backup;
grant DELETE on test_payments.answers to app_payments;
grant INSERT on test_payments.answers to app_payments;
grant SELECT on test_payments.answers to app_payments;
grant UPDATE (answer) on test_payments.answers to app_payments;
grant SELECT on test_payments.objects to app_backup;
grant DELETE on test_payments.objects to app_payments;
grant INSERT on test_payments.objects to app_payments;
grant SELECT on test_payments.objects to app_payments;
grant UPDATE (data) on test_payments.objects to app_payments;
grant SELECT on test_payments.objects_seq_seq to app_backup;
comment on column public.auth_tries.subject is 'Hash of the account whose completed password reset clears the row.';
