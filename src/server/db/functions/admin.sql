-- The admin panel, for administrative data only. It reaches beyond every scope, so it has no policies and no views: each function checks
-- the caller, writes the audit event, and returns a shape of `shared/contract/admin.ts` (decision 0019). None reads a transcript, an
-- insight or a recording, or more of a note than that it exists.

create or replace function app.admin_only() returns void
language plpgsql stable security definer set search_path = pg_catalog, public as $$ begin
  if not app.is_platform_admin() then raise exception 'not_allowed' using errcode = '42501'; end if;
end $$;

-- Requires a platform admin and writes the audit event. The organization sees what was done to its own records.
create or replace function app.admin_acts(action text, resource_type text, resource uuid, client uuid, organization uuid,
  details jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_only();
  insert into audit_events (action, resource_type, resource_id, client_id, organization_id, details)
    values (action, resource_type, resource, client, organization, details);
end $$;

-- Until when the caller's sign-in may see a record; null if it may not.
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
  perform app.admin_acts('admin.access_justified', of_kind, resource, client, organization, jsonb_build_object('justification', justification));
  if client is null then return null; end if;
  delete from admin_grants where expires_at < now();
  insert into admin_grants values (app.session_id(), of_kind, resource, until)
    on conflict (auth_session_id, kind, resource_id) do update set expires_at = excluded.expires_at;
  return until;
end $$;
grant execute on function app.admin_justify to app_web;

-- The newest 100 matching reasons among the newest 5,000.
create or replace function app.admin_access_reasons(search text, only_kind text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare wanted tsquery := app.search_query(search, false); items jsonb; found bigint;
begin
  perform app.admin_acts('admin.access_reasons_listed', 'account', null, null, null, jsonb_build_object('isSearch', search <> '', 'kind', only_kind));
  with reasons as (
    select e.chain || '-' || e.seq as id, e.at, e.resource_type as kind, e.resource_id, e.details->>'justification' as justification, u, c, o
    from (select * from audit_events where action = 'admin.access_justified' and (only_kind = 'all' or resource_type = only_kind)
      order by at desc limit 5000) e
    join users u on u.id = e.actor_id left join clients c on c.id = e.client_id left join organizations o on o.id = e.organization_id),
  matching as (
    select r.*, row_number() over (order by r.at desc, r.id) as place from reasons r
    where search = '' or app.search_keys(concat_ws(' ', r.justification, (r.u).first_name, (r.u).last_name, (r.u).email,
      (r.c).first_name, (r.c).last_name, (r.o).name), '') @@ wanted)
  select jsonb_agg(jsonb_build_object('id', m.id, 'at', app.json_utc(m.at), 'kind', m.kind, 'recordId', m.resource_id,
      'justification', m.justification, 'admin', app.json_person(m.u),
      'client', case when (m.c).id is not null then jsonb_build_object('firstName', (m.c).first_name, 'lastName', (m.c).last_name) end,
      'organization', case when (m.o).id is not null then jsonb_build_object('id', (m.o).id, 'name', (m.o).name) end)
    order by m.place) filter (where m.place <= 100), count(*) into items, found from matching m;
  return app.json_list(items, least(found, 1001)::integer, found < 5000);
end $$;
grant execute on function app.admin_access_reasons to app_web;

-- The newest 200 of the last 90 days, for platform admins.
create or replace function app.admin_refused_access() returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.refused_access_listed', 'account', null, null, null, '{}');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', e.chain || '-' || e.seq, 'at', app.json_utc(e.at), 'action', e.action,
      'details', e.details, 'person', (select app.json_person(u) from users u where u.id = e.actor_id),
      'ipAddress', e.ip_address, 'userAgent', e.user_agent) order by e.at desc, e.chain, e.seq desc), '[]')
    from (select * from audit_events
      where action in ('access.refused', 'account.sign_in_failed', 'account.second_factor_failed', 'account.password_refused')
        and at > now() - interval '90 days' order by at desc limit 200) e);
end $$;
grant execute on function app.admin_refused_access to app_web;

create or replace function app.json_person(person users) returns jsonb language sql stable
  return jsonb_build_object('id', person.id, 'firstName', person.first_name, 'lastName', person.last_name, 'email', person.email);

create or replace function app.json_utc(at timestamptz) returns text language sql stable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The keys with different values, each with the value before and after.
create or replace function app.json_changes(before jsonb, after jsonb) returns jsonb language sql immutable
  return (select coalesce(jsonb_object_agg(a.key, jsonb_build_object('before', b.value, 'after', a.value)), '{}')
    from jsonb_each(after) a join jsonb_each(before) b on b.key = a.key where a.value <> b.value);

create or replace function app.json_list(items jsonb, found integer, is_exact boolean) returns jsonb language sql immutable
  return jsonb_build_object('items', coalesce(items, '[]'), 'total', least(found, 1000), 'isTotalExact', is_exact and found <= 1000);
