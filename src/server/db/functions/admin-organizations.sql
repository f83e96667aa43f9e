create or replace function app.pending_invitations(organization uuid) returns bigint
language sql stable set search_path = pg_catalog, public as $$
  select count(*) from invitations i where i.organization_id = organization and i.status in ('pending', 'sent') and app.is_open(i)
$$;

create or replace function app.json_organization(o organizations, owner users) returns jsonb language sql stable
  return jsonb_build_object('id', o.id, 'name', o.name, 'owner', app.json_person(owner), 'subscriptionPlan', o.subscription_plan,
    'subscriptionStatus', o.subscription_status, 'hasBillingAccount', app.has_billing_account(o.id), 'createdAt', o.created_at);

create or replace function app.admin_organizations(search text, only_status text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
declare wanted tsquery := app.search_query(search, false); ids uuid[];
begin
  perform app.admin_acts('admin.organizations_listed', 'organization', null, null, null,
    jsonb_build_object('isSearch', search <> '', 'status', only_status));
  ids := array(select o.id from organizations o where (search = '' or o.search_keys @@ wanted)
    and (only_status = 'all' or o.subscription_status = only_status) order by o.created_at desc, o.id desc limit 1001);
  return app.json_list((select jsonb_agg(app.json_organization(o, owner) || jsonb_build_object('counts', jsonb_build_object(
      'members', (select count(*) from organization_members m where m.organization_id = o.id),
      'clients', (select count(*) from clients c where c.organization_id = o.id),
      'pendingInvitations', app.pending_invitations(o.id))) order by place)
    from unnest(ids[:50]) with ordinality page(id, place) join organizations o on o.id = page.id join users owner on owner.id = o.owner_id),
    cardinality(ids), true);
end $$;
grant execute on function app.admin_organizations to app_web;

create or replace function app.admin_organization(target uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.organization_read', 'organization', target, null, (select id from organizations where id = target), '{}');
  return (select app.json_organization(o, owner) || jsonb_build_object('updatedAt', o.updated_at,
    'statistics', (select jsonb_build_object('members', count(*), 'owners', count(*) filter (where m.role = 'owner'),
        'admins', count(*) filter (where m.role = 'admin'), 'supervisors', count(*) filter (where m.role = 'supervisor'),
        'therapists', count(*) filter (where m.role = 'therapist')) from organization_members m where m.organization_id = o.id)
      || jsonb_build_object('clients', (select count(*) from clients c where c.organization_id = o.id),
        'sessions', (select count(*) from sessions s where s.organization_id = o.id), 'pendingInvitations', app.pending_invitations(o.id)),
    'members', (select coalesce(jsonb_agg(jsonb_build_object('memberId', m.id, 'user', app.json_person(u), 'role', m.role, 'isActive', u.is_active,
        'createdAt', m.created_at, 'supervisor', (select app.json_person(s) from users s where s.id = m.managed_by))
        order by array_position(array['owner', 'admin', 'supervisor', 'therapist'], m.role), lower(u.last_name), lower(u.first_name), u.id), '[]')
      from organization_members m join users u on u.id = m.user_id where m.organization_id = o.id))
    from organizations o join users owner on owner.id = o.owner_id where o.id = target);
end $$;
grant execute on function app.admin_organization to app_web;

-- Active members by name, to whom a client can be transferred.
create or replace function app.admin_therapists(organization uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.organization_read', 'organization', organization, null,
    (select id from organizations where id = organization), '{}');
  if not exists (select from organizations where id = organization) then return null; end if;
  return (select coalesce(jsonb_agg(app.json_person(u) order by lower(u.last_name), lower(u.first_name), u.id), '[]')
    from organization_members m join users u on u.id = m.user_id where m.organization_id = organization and u.is_active);
end $$;
grant execute on function app.admin_therapists to app_web;

-- Returns null on success, else an error code.
create or replace function app.admin_change_organization(target uuid, changes jsonb) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old organizations; differences jsonb;
begin
  perform app.admin_only();
  select * into old from organizations where id = target for update;
  if old.id is null then return 'organization_not_found'; end if;
  differences := app.json_changes(jsonb_build_object('name', old.name, 'subscriptionPlan', old.subscription_plan,
    'subscriptionStatus', old.subscription_status), changes);
  if differences = '{}' then return null; end if;
  if differences ?| array['subscriptionPlan', 'subscriptionStatus'] and app.has_billing_account(target) then return 'plan_from_billing'; end if;
  update organizations set name = coalesce(changes->>'name', name), subscription_plan = coalesce(changes->>'subscriptionPlan', subscription_plan),
      subscription_status = coalesce(changes->>'subscriptionStatus', subscription_status) where id = target;
  perform app.admin_acts('admin.organization_changed', 'organization', target, null, target, jsonb_build_object('changes', differences));
  return null;
end $$;
grant execute on function app.admin_change_organization to app_web;
