-- The admin panel reads its lists and details as app_admin (decision 0050). These functions do what app_admin itself may not: they check the
-- caller, change rows and write the audit event (decision 0019). None of them reads a transcript or an insight.

create or replace function app.require_platform_admin() returns void
language plpgsql stable security definer set search_path = pg_catalog, public as $$ begin
  if not app.is_platform_admin() then raise exception 'not_allowed' using errcode = '42501'; end if;
end $$;

-- Opens every transaction of app_admin, as app.enter_session opens those of app_web.
-- Raises not_signed_in without a valid sign-in, and not_allowed unless the caller is a platform admin who gave a second factor in this sign-in.
create or replace function app.enter_admin_session(session_token text, ip text, agent text) returns app.actor
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare found_actor app.actor := app.enter_session(session_token, ip, agent);
begin
  perform app.require_platform_admin();
  return found_actor;
end $$;
grant execute on function app.enter_admin_session to app_admin;

-- Requires a platform admin and writes the audit event. The organization sees what was done to its own records.
create or replace function app.write_admin_event(action text, resource_type text, resource uuid, client uuid, organization uuid,
  details jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.require_platform_admin();
  insert into audit_events (action, resource_type, resource_id, client_id, organization_id, details)
    values (action, resource_type, resource, client, organization, details);
end $$;

-- The time until which the caller's sign-in may see a record; null if it may not.
create or replace function app.admin_access(of_kind text, resource uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public as $$
  select expires_at from admin_grants
  where auth_session_id = app.session_id() and kind = of_kind and resource_id = resource and expires_at > now() and app.is_platform_admin()
$$;

-- Records the reason and opens the record for 15 minutes. Returns null if the record does not exist.
create or replace function app.admin_justify(of_kind text, resource uuid, justification text) returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare client uuid; organization uuid; until timestamptz := now() + interval '15 minutes';
begin
  if of_kind = 'client' then select c.id, c.organization_id into client, organization from clients c where c.id = resource;
  else select s.client_id, s.organization_id into client, organization from sessions s where s.id = resource; end if;
  perform app.write_admin_event('admin.access_justified', of_kind, resource, client, organization, jsonb_build_object('justification', justification));
  if client is null then return null; end if;
  delete from admin_grants where expires_at < now();
  insert into admin_grants values (app.session_id(), of_kind, resource, until)
    on conflict (auth_session_id, kind, resource_id) do update set expires_at = excluded.expires_at;
  return until;
end $$;
grant execute on function app.admin_justify to app_admin;

create or replace function app.json_utc(at timestamptz) returns text language sql stable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The keys with different values, each with the value before and after.
create or replace function app.json_changes(before jsonb, after jsonb) returns jsonb language sql immutable
  return (select coalesce(jsonb_object_agg(a.key, jsonb_build_object('before', b.value, 'after', a.value)), '{}')
    from jsonb_each(after) a join jsonb_each(before) b on b.key = a.key where a.value <> b.value);
