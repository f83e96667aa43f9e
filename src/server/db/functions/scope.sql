-- The scope of the transaction. After the transaction that set it, a setting is '' instead of null.
create or replace function app.user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;
grant execute on function app.user_id to app_web, app_worker, app_auth;

create or replace function app.uuids(name text) returns uuid[] language sql stable parallel safe
  return coalesce(nullif(current_setting(name, true), ''), '{}')::uuid[];
grant execute on function app.uuids to app_web, app_worker, app_auth;

-- While viewing: the signed-in viewer, and the one organization that they see. session_id is the sign-in of the request.
create or replace function app.viewer_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.viewer_id', true), '')::uuid;
grant execute on function app.viewer_id to app_web, app_worker, app_auth;

create or replace function app.viewed_org() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.viewed_org', true), '')::uuid;
grant execute on function app.viewed_org to app_web, app_worker, app_auth;

create or replace function app.session_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.session_id', true), '')::uuid;
grant execute on function app.session_id to app_web, app_worker, app_auth;

create or replace function app.is_closed(org uuid) returns boolean language sql stable parallel safe
  return coalesce(org = any (app.uuids('app.closed_orgs')), false);
grant execute on function app.is_closed to app_web;

create or replace function app.role_rank(role text) returns integer language sql immutable parallel safe
  return array_position(array['therapist', 'supervisor', 'admin', 'owner'], role);

-- Called before every change, by policies and by security definer functions.
create or replace function app.may_change() returns boolean language plpgsql stable parallel safe as $$ begin
  if app.viewer_id() is not null then raise exception 'viewing_read_only' using errcode = '25006'; end if;
  return true;
end $$;
grant execute on function app.may_change to app_web, app_worker, app_auth;

-- Therapists whom the caller supervises, per organization: a supervisor sees a therapist's work in that organization only.
create or replace function app.supervised() returns table (organization_id uuid, therapist_id uuid)
language sql stable parallel safe rows 20 security definer set search_path = pg_catalog, public as $$
  select m.organization_id, m.user_id from organization_members m
  join organization_members s on s.organization_id = m.organization_id and s.user_id = m.managed_by and s.role = 'supervisor'
  where m.managed_by = app.user_id() and not app.is_closed(m.organization_id)
$$;
grant execute on function app.supervised to app_web, app_worker;

-- The caller's rank as owner or admin of an organization; null otherwise.
create or replace function app.own_admin_rank(org uuid) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select app.role_rank(role) from organization_members where organization_id = org and not app.is_closed(org) and user_id = app.user_id() and role in ('owner', 'admin')
$$;

-- The error code if the caller may not change an organization, else null. Locks the organization first, so that changes of its members run
-- one after another.
create or replace function app.change_refusal(org uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  perform 1 from public.organizations where id = org for no key update;
  return case when app.own_admin_rank(org) is null then 'not_allowed' when app.is_demo(org) then 'demo_fixed' end;
end $$;
grant execute on function app.change_refusal to app_web;

-- Whether the caller is an active platform admin who has a second factor and gave one in this sign-in.
create or replace function app.is_platform_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select role = 'admin' and is_active from users where id = app.user_id())
    and (select is_used and (has_code or has_passkey) from app.second_factor()), false)
$$;
grant execute on function app.is_platform_admin to app_web, app_admin;

-- The only record that a function of the admin panel may access in this transaction.
create or replace function app.admin_record() returns uuid language sql stable return nullif(current_setting('app.admin_record', true), '')::uuid;

-- True if the caller may read the records of a therapist in an organization, for functions that row-level security does not limit. Has the
-- conditions of the policies of notes and sessions.
create or replace function app.may_read(org uuid, therapist uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(org = any (app.uuids('app.admin_orgs')) or therapist = any (app.uuids('app.therapists')), false)
    and coalesce(org is null or org = any (app.uuids('app.admin_orgs'))
      or therapist = app.user_id() and org = any (app.uuids('app.member_orgs'))
      or exists (select from app.supervised() s where s.organization_id = org and s.therapist_id = therapist), false)
    and coalesce(org = app.viewed_org(), app.viewed_org() is null)
$$;

-- Sets the scope of the transaction to a user. PL/pgSQL, like all functions that run in every request: before PostgreSQL 18, security
-- definer functions in SQL are planned at every call.
create or replace function app.set_scope(uid uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare members uuid[]; admins uuid[]; supervises_in uuid[]; therapists uuid[] := array[uid];
begin
  select coalesce(array_agg(organization_id), '{}'), coalesce(array_agg(organization_id) filter (where role in ('owner', 'admin')), '{}'),
    array_agg(organization_id) filter (where role = 'supervisor') into members, admins, supervises_in
    from organization_members where user_id = uid and not app.is_closed(organization_id);
  if supervises_in is not null then
    select array_append(coalesce(array_agg(distinct user_id), '{}'), uid) into therapists from organization_members
      where managed_by = uid and organization_id = any (supervises_in);
  end if;
  perform set_config('app.user_id', uid::text, true), set_config('app.member_orgs', members::text, true),
    set_config('app.admin_orgs', admins::text, true), set_config('app.therapists', therapists::text, true);
end $$;

-- Sets the scope of a job to the user as whom the job acts. Raises not_signed_in if the account is deactivated.
create or replace function app.enter_user(uid uuid) returns app.actor
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare found_actor app.actor := app.actor_of(uid);
begin
  if found_actor.user_id is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform app.set_scope(uid);
  return found_actor;
end $$;
grant execute on function app.enter_user to app_worker;

-- The only session that a function of corrections may access in this transaction.
create or replace function app.session_to_change() returns uuid language sql stable
  return nullif(current_setting('app.session_to_change', true), '')::uuid;
