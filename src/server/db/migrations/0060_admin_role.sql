-- The admin panel reads its lists and details as app_admin (decision 0050). Its other functions change rows.
drop function app.admin_users, app.admin_user, app.admin_organizations, app.admin_organization, app.admin_therapists,
  app.admin_organization_of, app.admin_clients, app.admin_client, app.admin_sessions, app.admin_session_details, app.admin_failed_sessions,
  app.admin_access_reasons, app.admin_refused_access, app.newest_clients, app.latest_sessions, app.pending_invitations, app.own_today;
drop function app.json_list, app.json_client, app.json_session, app.json_user, app.json_organization, app.json_person;
alter function app.admin_hand_over rename to admin_transfer_client;

grant usage on schema app to app_admin;

create policy admin_panel on users for select to app_admin using (true);
grant select (id, email, email_verified, role, first_name, last_name, clinic_name, phone_office, license_type, is_active, created_at,
  updated_at, current_organization_id, search_keys) on users to app_admin;

create policy admin_panel on organizations for select to app_admin using (true);
grant select (id, name, owner_id, subscription_plan, subscription_status, created_at, updated_at, search_keys) on organizations to app_admin;

create policy admin_panel on organization_members for select to app_admin using (true);
grant select (id, organization_id, user_id, role, managed_by, created_at) on organization_members to app_admin;

create policy admin_panel on clients for select to app_admin using (true);
grant select (id, organization_id, therapist_id, first_name, last_name, status, created_at, updated_at, search_keys) on clients to app_admin;

create policy admin_panel on sessions for select to app_admin using (true);
grant select (id, organization_id, therapist_id, client_id, date, start_time, end_time, type, setting_type, status, created_at, updated_at)
  on sessions to app_admin;

create policy admin_panel on session_progress for select to app_admin using (stage = 'failed');
grant select (session_id, stage, error_code, updated_at) on session_progress to app_admin;

create policy admin_panel on audit_events for select to app_admin using (action in ('admin.access_justified', 'access.refused',
  'account.sign_in_failed', 'account.second_factor_failed', 'account.password_refused'));
create policy admin_panel_append on audit_events for insert to app_admin
  with check (starts_with(action, 'admin.') and (select app.is_platform_admin()));
grant select (chain, seq, at, actor_id, organization_id, action, resource_type, resource_id, client_id, details, ip_address, user_agent)
  on audit_events to app_admin;
grant insert on audit_events to app_admin;

grant select on model_scores to app_admin;

create policy admin_panel on auth_sessions for select to app_admin using (true);
grant select (user_id, updated_at) on auth_sessions to app_admin;
