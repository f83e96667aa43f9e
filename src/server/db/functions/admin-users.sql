-- The organization whose audit trail records changes of an account.
create or replace function app.admin_home(person uuid) returns uuid
language sql stable set search_path = pg_catalog, public as $$
  select home.organization_id from users u, lateral app.current_membership(u) home where u.id = person
$$;

create or replace function app.json_user(u users, home organization_members, o organizations) returns jsonb language sql stable
  return app.json_person(u) || jsonb_build_object('licenseType', u.license_type, 'clinicName', u.clinic_name, 'isActive', u.is_active,
    'isPlatformAdmin', u.role = 'admin', 'createdAt', u.created_at,
    'organization', case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name, 'role', home.role) end);

create or replace function app.json_editable(u users) returns jsonb language sql stable
  return jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'licenseType', u.license_type, 'clinicName', u.clinic_name,
    'phoneNumber', u.phone_office, 'isActive', u.is_active);

create or replace function app.admin_users(search text, only_role text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
declare wanted tsquery := app.search_query(search, true); wanted_name tsquery := app.search_query(search, false); members uuid[]; ids uuid[];
begin
  perform app.admin_acts('admin.users_listed', 'account', null, null, null, jsonb_build_object('isSearch', search <> '', 'role', only_role));
  members := array(select m.user_id from organizations o join organization_members m on m.organization_id = o.id
    where o.search_keys @@ wanted_name limit 10000);
  ids := array(select u.id from users u where (search = '' or u.search_keys @@ wanted or u.id = any (members))
    and (only_role = 'all' or exists (select from organization_members m where m.user_id = u.id and m.role = only_role))
    order by u.created_at desc, u.id desc limit 1001);
  return app.json_list((select jsonb_agg(app.json_user(u, home, o) order by place) from unnest(ids[:50]) with ordinality page(id, place)
    join users u on u.id = page.id left join lateral app.current_membership(u) home on true left join organizations o on o.id = home.organization_id),
    cardinality(ids), true);
end $$;
grant execute on function app.admin_users to app_web;

-- Returns null if the account does not exist.
create or replace function app.admin_user(target uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.user_read', 'account', target, null, app.admin_home(target), '{}');
  return (select app.json_user(u, home, h) || jsonb_build_object('phoneNumber', u.phone_office, 'emailVerified', u.email_verified, 'updatedAt', u.updated_at,
    'lastSeenAt', (select max(s.updated_at) from auth_sessions s where s.user_id = u.id),
    'memberships', (select coalesce(jsonb_agg(jsonb_build_object('memberId', m.id, 'organization', jsonb_build_object('id', o.id, 'name', o.name),
        'role', m.role, 'createdAt', m.created_at, 'supervisor', (select app.json_person(s) from users s where s.id = m.managed_by))
      order by m.created_at, m.id), '[]')
      from organization_members m join organizations o on o.id = m.organization_id where m.user_id = u.id))
    from users u left join lateral app.current_membership(u) home on true left join organizations h on h.id = home.organization_id where u.id = target);
end $$;
grant execute on function app.admin_user to app_web;

-- Writes the differences. Returns false if the account does not exist. Admins cannot deactivate themselves, so one always remains active.
create or replace function app.admin_change_user(target uuid, changes jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old users; fresh users; differences jsonb;
begin
  perform app.admin_only();
  if target = app.user_id() and (changes->>'isActive') = 'false' then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- If two admins deactivate each other, the second waits here and then is not an admin any more.
  perform from users where role = 'admin' order by id for update;
  perform app.admin_only();
  select * into old from users where id = target for update;
  if old.id is null then return false; end if;
  differences := app.json_changes(app.json_editable(old), changes);
  if differences = '{}' then return true; end if;
  update users set first_name = coalesce(changes->>'firstName', first_name), last_name = coalesce(changes->>'lastName', last_name),
      license_type = coalesce(changes->>'licenseType', license_type), clinic_name = coalesce(changes->>'clinicName', clinic_name),
      phone_office = coalesce(changes->>'phoneNumber', phone_office), is_active = coalesce((changes->>'isActive')::boolean, is_active)
    where id = target returning * into fresh;
  if not fresh.is_active then delete from auth_sessions where user_id = target; end if;
  perform app.admin_acts('admin.user_changed', 'account', target, null, app.admin_home(target), jsonb_build_object('changes', differences));
  return true;
end $$;
grant execute on function app.admin_change_user to app_web;
