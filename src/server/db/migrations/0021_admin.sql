-- The admin panel (administrative data only) and the audit trail as those read it whose records it is about.
-- The panel reaches beyond every scope, so it has no policies and no views: functions that ask who calls, write the audit event, and
-- answer the shapes of `shared/contract/admin.ts`. None reads a transcript, an insight, a recording, or more of a note than that there is one.

-- What people are found by in the panel: words of one kind, and words of another behind a '#'.
create function app.search_keys(content text, other text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(app.words(content) || array(select '#' || word from unnest(app.words(other)) word));

-- Each of the searched words begins a word; null when nothing is searched for. `either` looks at both kinds of words.
create function app.search_query(search text, either boolean) returns tsquery language sql immutable parallel safe
  return (select string_agg(case when either then format('(%s:* | %s:*)', quote_literal(word), quote_literal('#' || word))
    else quote_literal(word) || ':*' end, ' & ')::tsquery from unnest((app.words(search))[:8]) word);

-- Columns are generated with the rights of whoever writes the row.
grant execute on function app.search_keys to app_web, app_worker, app_auth;
grant execute on function app.words to app_auth;

alter table users add column search_keys tsvector
  generated always as (app.search_keys(first_name || ' ' || last_name || ' ' || email, clinic_name)) stored;
alter table clients add column search_keys tsvector
  generated always as (app.search_keys(first_name || ' ' || last_name, coalesce(email, ''))) stored;
alter table organizations add column search_keys tsvector generated always as (app.search_keys(name, '')) stored;
create index users_search on users using gin (search_keys);
create index clients_search on clients using gin (search_keys);

-- A therapist names the type of a session freely.
create function app.session_kind(type text) returns text language sql immutable parallel safe
  return case when lower(type) like '%consult%' then 'consultation' when lower(type) like '%assess%' then 'assessment'
    when lower(type) like '%group%' then 'group' else 'therapy' end;
grant execute on function app.session_kind to app_web, app_worker;

create index users_newest on users (created_at desc, id desc);
create index organizations_newest on organizations (created_at desc, id desc);
create index clients_newest on clients (created_at desc, id desc);
create index clients_newest_by_status on clients (status, created_at desc, id desc);
create index sessions_latest on sessions (date desc, start_time desc, id desc) include (client_id, therapist_id);
create index sessions_latest_of_rare_kinds on sessions (app.session_kind(type), date desc, start_time desc, id desc)
  where app.session_kind(type) <> 'therapy';

-- For the functions below, which say what they show of them. Text search is not leakproof, so no condition may stand in the way.
create policy platform_admin on clients for select to app_owner using (true);
create policy platform_admin on sessions for select to app_owner using (true);
-- The one row that is worked on.
create function app.admin_record() returns uuid language sql stable return nullif(current_setting('app.admin_record', true), '')::uuid;
create policy platform_admin_update on clients for update to app_owner using (id = (select app.admin_record()));
create policy platform_admin on notes for select to app_owner using (session_id = (select app.admin_record()));

-- What a given reason opens: one record, for one session of one admin, for a while. The reason itself stands in the audit trail only.
create table admin_grants (
  auth_session_id uuid not null references auth_sessions on delete cascade,
  kind text not null check (kind in ('client', 'session')),
  resource_id uuid not null,
  expires_at timestamptz not null,
  primary key (auth_session_id, kind, resource_id)
);
alter table admin_grants enable row level security;
alter table admin_grants force row level security;
create policy definer on admin_grants to app_owner using (true) with check (true);

create function app.admin_only() returns void language plpgsql stable security definer set search_path = pg_catalog, public as $$ begin
  if not app.is_platform_admin() then raise exception 'not_allowed' using errcode = '42501'; end if;
end $$;

-- Lets platform admins pass, and writes down what they do. An organization sees what is done to its own.
create function app.admin_acts(action text, resource_type text, resource uuid, client uuid, organization uuid, details jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_only();
  insert into audit_events (action, resource_type, resource_id, client_id, organization_id, details)
    values (action, resource_type, resource, client, organization, details);
end $$;

-- Until when the caller's session may see a record; null when it may not.
create function app.admin_access(of_kind text, resource uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public as $$
  select expires_at from admin_grants
  where auth_session_id = app.session_id() and kind = of_kind and resource_id = resource and expires_at > now() and app.is_platform_admin()
$$;

create function app.json_person(person users) returns jsonb language sql stable
  return jsonb_build_object('id', person.id, 'firstName', person.first_name, 'lastName', person.last_name, 'email', person.email);

create function app.json_utc(at timestamptz) returns text language sql stable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The keys whose values differ, each with the value before and after.
create function app.json_changes(before jsonb, after jsonb) returns jsonb language sql immutable
  return (select coalesce(jsonb_object_agg(a.key, jsonb_build_object('before', b.value, 'after', a.value)), '{}')
    from jsonb_each(after) a join jsonb_each(before) b on b.key = a.key where a.value <> b.value);

create function app.json_list(items jsonb, found integer, is_exact boolean) returns jsonb language sql immutable
  return jsonb_build_object('items', coalesce(items, '[]'), 'total', least(found, 1000), 'isTotalExact', is_exact and found <= 1000);

-- Users

-- Where somebody acts.
create function app.home_of(person users) returns organization_members language sql stable set search_path = pg_catalog, public as $$
  select * from organization_members m where m.user_id = person.id
  order by m.organization_id is not distinct from person.current_organization_id desc, m.created_at, m.id limit 1
$$;

create function app.json_user(u users, home organization_members, o organizations) returns jsonb language sql stable
  return app.json_person(u) || jsonb_build_object('licenseType', u.license_type, 'clinicName', u.clinic_name, 'isActive', u.is_active,
    'isPlatformAdmin', u.role = 'admin', 'createdAt', u.created_at,
    'organization', case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name, 'role', home.role) end);

create function app.admin_users(search text, only_role text) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
declare wanted tsquery := app.search_query(search, true); ids uuid[];
begin
  perform app.admin_acts('admin.users_listed', 'account', null, null, null, jsonb_build_object('isSearch', search <> '', 'role', only_role));
  ids := array(select u.id from users u where (search = '' or u.search_keys @@ wanted)
    and (only_role = 'all' or exists (select from organization_members m where m.user_id = u.id and m.role = only_role))
    order by u.created_at desc, u.id desc limit 1001);
  return app.json_list((select jsonb_agg(app.json_user(u, home, o) order by place) from unnest(ids[:50]) with ordinality page(id, place)
    join users u on u.id = page.id left join lateral app.home_of(u) home on true left join organizations o on o.id = home.organization_id),
    cardinality(ids), true);
end $$;

-- Null when there is none.
create function app.admin_user(target uuid) returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.user_read', 'account', target, null, app.admin_home(target), '{}');
  return (select app.json_user(u, home, h) || jsonb_build_object('phoneNumber', u.phone_office, 'emailVerified', u.email_verified, 'updatedAt', u.updated_at,
    'lastSeenAt', (select max(s.updated_at) from auth_sessions s where s.user_id = u.id),
    'memberships', (select coalesce(jsonb_agg(jsonb_build_object('memberId', m.id, 'organization', jsonb_build_object('id', o.id, 'name', o.name),
        'role', m.role, 'createdAt', m.created_at, 'supervisor', (select app.json_person(s) from users s where s.id = m.managed_by))
      order by m.created_at, m.id), '[]')
      from organization_members m join organizations o on o.id = m.organization_id where m.user_id = u.id))
    from users u left join lateral app.home_of(u) home on true left join organizations h on h.id = home.organization_id where u.id = target);
end $$;

-- The organization whose trail tells what is done to an account.
create function app.admin_home(person uuid) returns uuid language sql stable set search_path = pg_catalog, public as $$
  select home.organization_id from users u, lateral app.home_of(u) home where u.id = person
$$;

create function app.json_editable(u users) returns jsonb language sql stable
  return jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'licenseType', u.license_type, 'clinicName', u.clinic_name,
    'phoneNumber', u.phone_office, 'isActive', u.is_active);

-- Writes what differs. Answers whether there is such an account. Nobody deactivates themselves, so an active admin always remains.
create function app.admin_change_user(target uuid, changes jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old users; fresh users; differences jsonb;
begin
  perform app.admin_only();
  if target = app.user_id() and (changes->>'isActive') = 'false' then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- Two admins who deactivate each other wait for one another; the second is none any more.
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

-- Organizations

create function app.pending_invitations(organization uuid) returns bigint language sql stable set search_path = pg_catalog, public as $$
  select count(*) from invitations i where i.organization_id = organization and i.status in ('pending', 'sent') and app.is_open(i)
$$;

create function app.json_organization(o organizations, owner users) returns jsonb language sql stable
  return jsonb_build_object('id', o.id, 'name', o.name, 'owner', app.json_person(owner), 'subscriptionPlan', o.subscription_plan,
    'subscriptionStatus', o.subscription_status, 'createdAt', o.created_at);

create function app.admin_organizations(search text, only_status text) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
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

create function app.admin_organization(target uuid) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
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

-- Active members, by name: whom a client can be handed to.
create function app.admin_therapists(organization uuid) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.organization_read', 'organization', organization, null,
    (select id from organizations where id = organization), '{}');
  if not exists (select from organizations where id = organization) then return null; end if;
  return (select coalesce(jsonb_agg(app.json_person(u) order by lower(u.last_name), lower(u.first_name), u.id), '[]')
    from organization_members m join users u on u.id = m.user_id where m.organization_id = organization and u.is_active);
end $$;

create function app.admin_change_organization(target uuid, changes jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old organizations; differences jsonb;
begin
  perform app.admin_only();
  select * into old from organizations where id = target for update;
  differences := app.json_changes(jsonb_build_object('name', old.name, 'subscriptionPlan', old.subscription_plan,
    'subscriptionStatus', old.subscription_status), changes);
  if old.id is null then return false; end if;
  if differences = '{}' then return true; end if;
  update organizations set name = coalesce(changes->>'name', name), subscription_plan = coalesce(changes->>'subscriptionPlan', subscription_plan),
      subscription_status = coalesce(changes->>'subscriptionStatus', subscription_status) where id = target;
  perform app.admin_acts('admin.organization_changed', 'organization', target, null, target, jsonb_build_object('changes', differences));
  return true;
end $$;

-- Members. As for those in charge of the organization, whatever the role; nobody changes their own place. Each answers null when it is done,
-- else the code of the failure.

create function app.admin_member(member uuid) returns organization_members language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare m organization_members;
begin
  perform app.admin_only();
  -- The organization's row is locked first: its members are changed one after another.
  perform from organizations where id = (select organization_id from organization_members where id = member) for update;
  select * into m from organization_members where id = member;
  return m;
end $$;

create function app.admin_refusal(m organization_members) returns text language sql stable set search_path = pg_catalog, public as $$
  select case when m.id is null then 'member_missing' when m.user_id = app.user_id() then 'admin_self'
    when app.is_demo(m.organization_id) then 'demo_fixed' end
$$;

create function app.admin_member_changed(m organization_members, done text, changes jsonb) returns void language sql volatile
set search_path = pg_catalog, public as $$
  select app.admin_acts(done, 'account', m.user_id, null, m.organization_id, jsonb_build_object('changes', changes))
$$;

create function app.admin_change_role(member uuid, new_role text) returns text language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare m organization_members := app.admin_member(member); refusal text := app.admin_refusal(m);
begin
  if refusal is null and m.role <> new_role then
    refusal := app.set_role(m.organization_id, m.user_id, new_role);
    if refusal is null then
      perform app.admin_member_changed(m, 'admin.role_changed', jsonb_build_object('role', jsonb_build_object('before', m.role, 'after', new_role)));
    end if;
  end if;
  return refusal;
end $$;

create function app.admin_remove_member(member uuid) returns text language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare m organization_members := app.admin_member(member); refusal text := coalesce(app.admin_refusal(m), app.take_out(m.organization_id, m.user_id));
begin
  if refusal is null then
    perform app.admin_member_changed(m, 'admin.member_removed', jsonb_build_object('role', jsonb_build_object('before', m.role, 'after', null)));
  end if;
  return refusal;
end $$;

create function app.admin_assign_supervisor(member uuid, supervisor uuid) returns text language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare m organization_members := app.admin_member(member); refusal text := app.admin_refusal(m);
begin
  if refusal is null and m.managed_by is distinct from supervisor then
    refusal := app.set_supervisor(m.organization_id, m.user_id, supervisor);
    if refusal is null then
      perform app.admin_member_changed(m, 'admin.supervisor_assigned',
        jsonb_build_object('supervisorId', jsonb_build_object('before', m.managed_by, 'after', supervisor)));
    end if;
  end if;
  return refusal;
end $$;

create function app.admin_organization_of(member uuid) returns uuid language plpgsql stable security definer
set search_path = pg_catalog, public as $$
begin
  perform app.admin_only();
  return (select organization_id from organization_members where id = member);
end $$;

-- An invitation to be mailed, in the shape of `shared/contract/invitations.ts`; none when there is no such organization.
create function app.admin_invite(organization uuid, address text, new_role text, therapists uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare o organizations; made app.invited;
begin
  perform app.admin_only();
  select * into o from organizations where id = organization for update;
  if o.id is null then return jsonb_build_object('refusal', 'organization_not_found', 'invitation', null); end if;
  if app.is_demo(o.id) then return jsonb_build_object('refusal', 'demo_fixed', 'invitation', null); end if;
  made := app.write_invitation(o.id, address, new_role, therapists);
  if made.refusal is null then
    perform app.admin_acts('admin.member_invited', 'invitation', null, null, o.id, jsonb_build_object('role', new_role));
  end if;
  return jsonb_build_object('refusal', made.refusal, 'invitation', (
    select jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'status', i.status, 'createdAt', app.json_utc(i.created_at), 'expiresAt', app.json_utc(i.expires_at),
      'invitedBy', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'A team member'), 'organizationName', o.name)
    from invitations i join users u on u.id = i.invited_by where i.id = made.id));
end $$;

create function app.admin_invitation_sent(invitation uuid) returns void language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
begin
  perform app.admin_only();
  update invitations set status = 'sent' where id = invitation and status = 'pending';
end $$;

-- Reasons

-- Writes the reason down and opens the record for a quarter of an hour. Null when there is no such record.
create function app.admin_justify(of_kind text, resource uuid, justification text) returns timestamptz
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

-- Clients

create function app.json_client(c clients, therapist users, o organizations) returns jsonb language sql stable
  return jsonb_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'status', c.status, 'createdAt', c.created_at,
    'therapist', app.json_person(therapist), 'organization', case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end);

-- What matches among the newest clients, and how many were looked at. Therapists are a list, or too many for one.
create function app.newest_clients(reach integer, only_status text, wanted tsquery, wanted_therapist tsquery, therapists uuid[],
  out ids uuid[], out seen integer) language plpgsql stable set search_path = pg_catalog, public as $$
begin
  with newest as materialized (
    select c.id, c.therapist_id, c.search_keys, c.created_at from clients c where only_status = 'all' or c.status = only_status
    order by c.created_at desc, c.id desc limit reach)
  select array(select n.id from newest n where n.search_keys @@ wanted or case when cardinality(therapists) <= 30 then n.therapist_id = any (therapists)
        else exists (select from users u where u.id = n.therapist_id and u.search_keys @@ wanted_therapist) end
      order by n.created_at desc, n.id desc limit 1001),
    (select count(*) from newest) into ids, seen;
end $$;

-- Newest first. Words that many have are met among the newest clients. Up to 4,000 that match are looked up by their words and sorted;
-- of more, 100 are met soon. Joins by hash would read all clients first.
create function app.admin_clients(search text, only_status text) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  wanted tsquery := app.search_query(search, true);
  wanted_therapist tsquery := app.search_query(search, false);
  therapists uuid[]; ids uuid[]; found integer; seen integer; reach integer := 1000;
begin
  perform app.admin_acts('admin.clients_listed', 'client', null, null, null, jsonb_build_object('isSearch', search <> '', 'status', only_status));
  if search = '' then
    ids := array(select c.id from clients c where only_status = 'all' or c.status = only_status order by c.created_at desc, c.id desc limit 1001);
    found := cardinality(ids); seen := 0;
  else
    therapists := array(select u.id from users u where u.search_keys @@ wanted_therapist limit 31);
    select n.ids, n.seen into ids, seen from app.newest_clients(reach, only_status, wanted, wanted_therapist, therapists) n;
    found := cardinality(ids);
    if found < 100 and seen = reach then
      with hits as materialized (
        (select c.id, c.created_at from clients c where c.search_keys @@ wanted and (only_status = 'all' or c.status = only_status) limit 4001)
        union
        (select c.id, c.created_at from unnest(therapists) t(id) join clients c on c.therapist_id = t.id
          where only_status = 'all' or c.status = only_status limit 4001))
      select array(select h.id from hits h order by h.created_at desc, h.id desc limit 1001), (select count(*) from hits) into ids, found;
      if found <= 4000 and cardinality(therapists) <= 30 then
        seen := 0;
      else
        foreach reach in array array[10000, 100000, 2000000000] loop
          select n.ids, n.seen into ids, seen from app.newest_clients(reach, only_status, wanted, wanted_therapist, therapists) n;
          exit when cardinality(ids) >= 100;
        end loop;
        found := greatest(found, cardinality(ids));
      end if;
    end if;
  end if;
  return app.json_list((select jsonb_agg(app.json_client(c, t, o) order by place) from unnest(ids[:100]) with ordinality page(id, place)
    join clients c on c.id = page.id join users t on t.id = c.therapist_id left join organizations o on o.id = c.organization_id),
    found, seen < reach);
end $$;

-- Null without a reason that was given.
create function app.admin_client(target uuid) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare until timestamptz := app.admin_access('client', target); c clients;
begin
  perform app.admin_only();
  if until is null then return null; end if;
  select * into c from clients where id = target;
  perform app.admin_acts('admin.client_read', 'client', c.id, c.id, c.organization_id, '{}');
  return (select app.json_client(c, t, o) from users t left join organizations o on o.id = c.organization_id where t.id = c.therapist_id)
    || jsonb_build_object('email', c.email, 'phone', c.phone, 'updatedAt', c.updated_at, 'accessUntil', until)
    || (select jsonb_build_object('sessionCount', count(*), 'lastSessionDate', max(date)) from sessions
      where client_id = c.id and status in ('processing', 'completed', 'failed'));
end $$;

-- Writes what differs. Answers whether a reason was given that opens the client.
create function app.admin_change_client(target uuid, changes jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare c clients; differences jsonb;
begin
  perform app.admin_only();
  if app.admin_access('client', target) is null then return false; end if;
  perform set_config('app.admin_record', target::text, true);
  select * into c from clients where id = target for update;
  differences := app.json_changes(jsonb_build_object('firstName', c.first_name, 'lastName', c.last_name, 'email', coalesce(c.email, ''),
    'phone', coalesce(c.phone, ''), 'status', c.status), changes);
  if differences <> '{}' then
    update clients set first_name = coalesce(changes->>'firstName', first_name), last_name = coalesce(changes->>'lastName', last_name),
        email = case when changes ? 'email' then nullif(changes->>'email', '') else email end,
        phone = case when changes ? 'phone' then nullif(changes->>'phone', '') else phone end,
        status = coalesce(changes->>'status', status) where id = target;
    perform app.admin_acts('admin.client_changed', 'client', c.id, c.id, c.organization_id, jsonb_build_object('changes', differences));
  end if;
  perform set_config('app.admin_record', '', true);
  return true;
end $$;

-- Hands a client that a reason opens to another member. Null when it is done, else the code of the failure.
create function app.admin_hand_over(target uuid, therapist uuid, interrupted text) returns text language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare c clients; refusal text;
begin
  perform app.admin_only();
  if app.admin_access('client', target) is null then return 'justification_missing'; end if;
  select * into c from clients where id = target;
  if c.therapist_id = therapist then return null; end if;
  if c.organization_id is null then return 'transfer_target'; end if;
  if app.is_demo(c.organization_id) then return 'demo_fixed'; end if;
  refusal := app.hand_over(c.organization_id, target, therapist, interrupted);
  if refusal is null then
    perform app.admin_acts('admin.client_changed', 'client', c.id, c.id, c.organization_id, jsonb_build_object('changes',
      jsonb_build_object('therapistId', jsonb_build_object('before', c.therapist_id, 'after', therapist))));
  end if;
  return refusal;
end $$;

-- Sessions

create function app.json_session(s sessions, client clients, therapist users, today date) returns jsonb language sql stable
  return jsonb_build_object('id', s.id, 'date', s.date, 'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
    'durationMinutes', (1440 + round(extract(epoch from s.end_time - s.start_time) / 60)::int) % 1440,
    'type', s.type, 'settingType', s.setting_type, 'status', s.status,
    'when', case when s.date = today then 'today' when s.date > today then 'upcoming' else 'past' end,
    'client', jsonb_build_object('id', client.id, 'firstName', client.first_name, 'lastName', client.last_name),
    'therapist', app.json_person(therapist));

-- The day it is for the caller.
create function app.own_today() returns date language sql stable security definer set search_path = pg_catalog, public as $$
  select (now() at time zone time_zone)::date from users where id = app.user_id()
$$;

-- What matches among the latest sessions, and how many were looked at. Clients and therapists are lists, or too many for one.
create function app.latest_sessions(reach integer, first_day date, last_day date, only_kind text, wanted tsquery, clients uuid[], therapists uuid[],
  first_id uuid, last_id uuid, out ids uuid[], out seen integer) language plpgsql stable set search_path = pg_catalog, public as $$
begin
  with latest as materialized (
    select s.id, s.client_id, s.therapist_id, s.date, s.start_time from sessions s
    where s.date between first_day and last_day and (only_kind = 'all' or app.session_kind(s.type) = only_kind)
    order by s.date desc, s.start_time desc, s.id desc limit reach)
  select array(select l.id from latest l where l.id between first_id and last_id
        or case when cardinality(clients) <= 4000 then l.client_id = any (clients)
          else exists (select from clients c where c.id = l.client_id and c.search_keys @@ wanted) end
        or case when cardinality(therapists) <= 30 then l.therapist_id = any (therapists)
          else exists (select from users u where u.id = l.therapist_id and u.search_keys @@ wanted) end
      order by l.date desc, l.start_time desc, l.id desc limit 1001),
    (select count(*) from latest) into ids, seen;
end $$;

-- Latest date first. Names that many have are met among the latest sessions. Those of up to 1,000 clients and 30 therapists are looked up;
-- of more, 100 are met soon. Eight characters of an id, or more, find it.
create function app.admin_sessions(search text, only_when text, only_kind text) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  wanted tsquery := app.search_query(search, false);
  digits text := case when lower(trim(search)) ~ '^[0-9a-f]{8}[0-9a-f-]{0,28}$' then left(replace(lower(trim(search)), '-', ''), 32) end;
  first_id uuid := rpad(digits, 32, '0'); last_id uuid := rpad(digits, 32, 'f');
  today date := app.own_today();
  first_day date := case only_when when 'today' then today when 'upcoming' then today + 1 else '-infinity' end;
  last_day date := case only_when when 'today' then today when 'past' then today - 1 else 'infinity' end;
  named uuid[]; therapists uuid[]; most integer; ids uuid[]; seen integer; reach integer := 1000; is_cut boolean;
begin
  perform app.admin_acts('admin.sessions_listed', 'session', null, null, null,
    jsonb_build_object('isSearch', search <> '', 'when', only_when, 'kind', only_kind));
  if search = '' then
    ids := array(select s.id from sessions s where s.date between first_day and last_day and (only_kind = 'all' or app.session_kind(s.type) = only_kind)
      order by s.date desc, s.start_time desc, s.id desc limit 1001);
    seen := 0;
  else
    therapists := array(select u.id from users u where u.search_keys @@ wanted limit 31);
    select l.ids, l.seen into ids, seen from app.latest_sessions(reach, first_day, last_day, only_kind, wanted, null, therapists, first_id, last_id) l;
    if cardinality(ids) < 100 and seen = reach then
      named := array(select c.id from clients c where c.search_keys @@ wanted limit 4001);
      if cardinality(named) <= 1000 and cardinality(therapists) <= 30 then
        -- Of a therapist, so many that a page is full and few are sorted.
        most := 100 + 900 / greatest(cardinality(therapists), 1);
        with found as materialized (
          select s.id, s.date, s.start_time, false as is_cut from unnest(named) client(id) cross join lateral (
            select s.id, s.date, s.start_time from sessions s
            where s.client_id = client.id and s.date between first_day and last_day and (only_kind = 'all' or app.session_kind(s.type) = only_kind)
            order by s.date desc, s.start_time desc, s.id desc limit 1001) s
          union all
          select s.id, s.date, s.start_time, s.place = most from unnest(therapists) therapist(id) cross join lateral (
            select s.id, s.client_id, s.date, s.start_time, row_number() over (order by s.date desc, s.id desc) as place from sessions s
            where s.therapist_id = therapist.id and s.date between first_day and last_day and (only_kind = 'all' or app.session_kind(s.type) = only_kind)
            order by s.date desc, s.id desc limit most) s where s.client_id <> all (named)
          union all
          select s.id, s.date, s.start_time, false from sessions s
          where s.id between first_id and last_id and s.date between first_day and last_day
            and (only_kind = 'all' or app.session_kind(s.type) = only_kind) and s.client_id <> all (named) and s.therapist_id <> all (therapists))
        select array(select f.id from found f order by f.date desc, f.start_time desc, f.id desc limit 1001),
          exists (select from found f where f.is_cut) into ids, is_cut;
        seen := case when is_cut then reach else 0 end;
      else
        foreach reach in array array[10000, 100000, 2000000000] loop
          select l.ids, l.seen into ids, seen
            from app.latest_sessions(reach, first_day, last_day, only_kind, wanted, named, therapists, first_id, last_id) l;
          exit when cardinality(ids) >= 100;
        end loop;
      end if;
    end if;
  end if;
  return app.json_list((select jsonb_agg(app.json_session(s, c, t, today) order by place) from unnest(ids[:100]) with ordinality page(id, place)
    join sessions s on s.id = page.id join clients c on c.id = s.client_id join users t on t.id = s.therapist_id),
    cardinality(ids), seen < reach);
end $$;

-- Null without a reason that was given. How many notes there are is known without reading one: a written one has versions.
create function app.admin_session_details(target uuid) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare until timestamptz := app.admin_access('session', target); s sessions; notes_count bigint;
begin
  perform app.admin_only();
  if until is null then return null; end if;
  select * into s from sessions where id = target;
  perform app.admin_acts('admin.session_read', 'session', s.id, s.client_id, s.organization_id, '{}');
  perform set_config('app.admin_record', s.id::text, true);
  select count(*) into notes_count from notes n where n.session_id = s.id and n.version > 0;
  perform set_config('app.admin_record', '', true);
  return (select app.json_session(s, c, t, app.own_today()) from clients c, users t where c.id = s.client_id and t.id = s.therapist_id) || jsonb_build_object('hasRecording', s.recording_url is not null,
    'createdAt', s.created_at, 'updatedAt', s.updated_at, 'accessUntil', until,
    'organization', (select jsonb_build_object('id', o.id, 'name', o.name) from organizations o where o.id = s.organization_id),
    'notesCount', notes_count);
end $$;

-- The audit trail, as people read it

create index audit_events_of_person on audit_events (organization_id, actor_id, at desc);
create index audit_events_of_action on audit_events (organization_id, action, at desc);

create type app.trail_event as (at text, chain uuid, seq bigint, actor_id uuid, actor_name text, action text, about text, client_id uuid,
  viewing_as text, ip_address text);

create function app.trail_name(person uuid) returns text language sql stable set search_path = pg_catalog, public as $$
  select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) from users where id = person
$$;

-- An event as it is read. Clients are named in the trail of their organization only, never those that a member has elsewhere.
create function app.trail_event(e audit_events, names_clients boolean) returns app.trail_event language sql stable set search_path = pg_catalog, public as $$
  select e.at::text, e.chain, e.seq, e.actor_id, coalesce(app.trail_name(e.actor_id), ''), e.action,
    case when c.id is not null then c.first_name || ' ' || c.last_name
      when e.resource_type in ('account', 'member') and e.resource_id is distinct from e.actor_id then app.trail_name(e.resource_id) end,
    c.id, app.trail_name((e.details->>'viewing_as')::uuid), e.ip_address
  from (select) one left join clients c on names_clients and c.id = e.client_id and c.organization_id = e.organization_id
$$;

-- Events of a client's record, newest first, after a place; for those who may see the client.
create function app.client_trail(client uuid, after_at timestamptz, after_chain uuid, after_seq bigint, most integer) returns setof app.trail_event
language plpgsql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
begin
  -- As the policies of clients say.
  if not exists (select from clients c where c.id = client and coalesce(c.organization_id = app.viewed_org(), app.viewed_org() is null)
    and (c.organization_id = any (app.uuids('app.admin_orgs'))
      or c.therapist_id = app.user_id() and (c.organization_id is null or c.organization_id = any (app.uuids('app.member_orgs')))
      or c.organization_id is null and c.therapist_id = any (app.uuids('app.therapists'))
      or (c.organization_id, c.therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s))) then return; end if;
  return query select t.* from (select * from audit_events e where e.client_id = client
      and (after_at is null or (e.at, e.chain, e.seq) < (after_at, after_chain, after_seq))
      order by e.at desc, e.chain desc, e.seq desc limit most) page,
    lateral app.trail_event(page, false) t order by page.at desc, page.chain desc, page.seq desc;
end $$;

-- An organization's events in a time, newest first, after a place; for its owner and admins.
create function app.organization_trail(organization uuid, person uuid, only_action text, since timestamptz, until timestamptz,
  after_at timestamptz, after_chain uuid, after_seq bigint, most integer) returns setof app.trail_event
language plpgsql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
begin
  if organization is null or not organization = any (app.uuids('app.admin_orgs')) then return; end if;
  return query select t.* from (select * from audit_events e where e.organization_id = organization
      and (person is null or e.actor_id = person) and (only_action is null or e.action = only_action)
      and (since is null or e.at >= since) and (until is null or e.at < until)
      and (after_at is null or (e.at, e.chain, e.seq) < (after_at, after_chain, after_seq))
      order by e.at desc, e.chain desc, e.seq desc limit most) page,
    lateral app.trail_event(page, true) t order by page.at desc, page.chain desc, page.seq desc;
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.admin_users, app.admin_user, app.admin_change_user, app.admin_organizations, app.admin_organization,
  app.admin_therapists, app.admin_change_organization, app.admin_justify, app.admin_clients, app.admin_client, app.admin_change_client,
  app.admin_sessions, app.admin_session_details, app.admin_change_role, app.admin_remove_member, app.admin_assign_supervisor,
  app.admin_organization_of, app.admin_invite, app.admin_invitation_sent, app.admin_hand_over, app.client_trail, app.organization_trail to app_web;
