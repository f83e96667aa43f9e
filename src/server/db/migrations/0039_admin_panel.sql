-- The admin panel lists the reasons that its admins gave, leaves plan and status to the payment provider, finds sessions by the end of their id,
-- and finds people by the name of their organization.

create index audit_events_access_justified on audit_events (at desc) where action = 'admin.access_justified';

-- The newest 100 reasons that match, of the newest 5,000.
create function app.admin_access_reasons(search text, only_kind text) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
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

-- The provider decides about the plan of an organization that has an account there, and overwrites what is written here.
create function app.has_billing_account(organization uuid) returns boolean language sql stable set search_path = pg_catalog, public as $$
  select exists (select from billing_customers c where c.organization_id = organization and c.customer_id is not null)
$$;

create or replace function app.json_organization(o organizations, owner users) returns jsonb language sql stable
  return jsonb_build_object('id', o.id, 'name', o.name, 'owner', app.json_person(owner), 'subscriptionPlan', o.subscription_plan,
    'subscriptionStatus', o.subscription_status, 'hasBillingAccount', app.has_billing_account(o.id), 'createdAt', o.created_at);

-- Null when it is done, else the code of the failure.
drop function app.admin_change_organization(uuid, jsonb);
create function app.admin_change_organization(target uuid, changes jsonb) returns text
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

-- People in an organization are found by its name, too: who was invited has no clinic name of their own.
create index organizations_search on organizations using gin (search_keys);
create or replace function app.admin_users(search text, only_role text) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
declare wanted tsquery := app.search_query(search, true); wanted_name tsquery := app.search_query(search, false); members uuid[]; ids uuid[];
begin
  perform app.admin_acts('admin.users_listed', 'account', null, null, null, jsonb_build_object('isSearch', search <> '', 'role', only_role));
  members := array(select m.user_id from organizations o join organization_members m on m.organization_id = o.id
    where o.search_keys @@ wanted_name limit 10000);
  ids := array(select u.id from users u where (search = '' or u.search_keys @@ wanted or u.id = any (members))
    and (only_role = 'all' or exists (select from organization_members m where m.user_id = u.id and m.role = only_role))
    order by u.created_at desc, u.id desc limit 1001);
  return app.json_list((select jsonb_agg(app.json_user(u, home, o) order by place) from unnest(ids[:50]) with ordinality page(id, place)
    join users u on u.id = page.id left join lateral app.home_of(u) home on true left join organizations o on o.id = home.organization_id),
    cardinality(ids), true);
end $$;

-- A short id is the end of an id: its beginning is a time, which neighbors share.
create index sessions_short_id on sessions (right(id::text, 8));
do $$ declare
  body text := pg_get_functiondef('app.admin_sessions(text, text, text)'::regprocedure);
  before text := 'today date := app.own_today();';
begin
  if strpos(body, before) = 0 then raise exception 'app.admin_sessions is not as expected'; end if;
  body := replace(body, before, before || '
  short_id uuid := (select s.id from sessions s where right(s.id::text, 8) = digits order by s.id desc limit 1);');
  body := replace(body, 'perform app.admin_acts(''admin.sessions_listed''', 'first_id := coalesce(short_id, first_id); last_id := coalesce(short_id, last_id);
  perform app.admin_acts(''admin.sessions_listed''');
  execute body;
end $$;

revoke execute on function app.admin_access_reasons, app.has_billing_account, app.admin_change_organization from public;
grant execute on function app.admin_access_reasons, app.admin_change_organization to app_web;
