create or replace function app.json_client(c clients, therapist users, o organizations) returns jsonb language sql stable
  return jsonb_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'status', c.status, 'createdAt', c.created_at,
    'therapist', app.json_person(therapist), 'organization', case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end);

-- The matches among the newest clients, and how many were searched. `therapists` with more than 30 ids means: too many to list.
create or replace function app.newest_clients(reach integer, only_status text, wanted tsquery, wanted_therapist tsquery, therapists uuid[],
  out ids uuid[], out seen integer) returns record
language plpgsql stable set search_path = pg_catalog, public as $$
begin
  with newest as materialized (
    select c.id, c.therapist_id, c.search_keys, c.created_at from clients c where only_status = 'all' or c.status = only_status
    order by c.created_at desc, c.id desc limit reach)
  select array(select n.id from newest n where n.search_keys @@ wanted or case when cardinality(therapists) <= 30 then n.therapist_id = any (therapists)
        else exists (select from users u where u.id = n.therapist_id and u.search_keys @@ wanted_therapist) end
      order by n.created_at desc, n.id desc limit 1001),
    (select count(*) from newest) into ids, seen;
end $$;

-- Newest first. Frequent words are found among the newest clients. Up to 4,000 matches are looked up by word and sorted; of more
-- matches, the newest 100 are found soon. Hash joins would read all clients first.
create or replace function app.admin_clients(search text, only_status text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan =
  off set enable_hashjoin = off set enable_mergejoin = off as $$
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
grant execute on function app.admin_clients to app_web;

-- Returns null unless the caller has opened the client by stating a reason.
create or replace function app.admin_client(target uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
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
grant execute on function app.admin_client to app_web;

-- Writes the differences. Returns false unless the caller has opened the client by stating a reason.
create or replace function app.admin_change_client(target uuid, changes jsonb) returns boolean
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
grant execute on function app.admin_change_client to app_web;

-- Transfers an opened client to another member. Returns the error code, if any, and the notices that it created.
create or replace function app.admin_hand_over(target uuid, therapist uuid, interrupted text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare c clients; refusal text; told jsonb;
begin
  perform app.admin_only();
  select * into c from clients where id = target;
  if app.admin_access('client', target) is null then refusal := 'justification_missing';
  elsif c.therapist_id = therapist then null;
  elsif c.organization_id is null then refusal := 'transfer_target';
  elsif app.is_demo(c.organization_id) then refusal := 'demo_fixed';
  else
    refusal := app.apply_transfer(c.organization_id, target, therapist, interrupted);
    if refusal is null then
      perform app.admin_acts('admin.client_changed', 'client', c.id, c.id, c.organization_id, jsonb_build_object('changes',
        jsonb_build_object('therapistId', jsonb_build_object('before', c.therapist_id, 'after', therapist))));
      told := (select jsonb_agg(jsonb_build_object('noticeId', t.notice_id, 'receiverId', t.receiver_id))
        from app.notify_therapists(c.organization_id, target, c.therapist_id, null) t);
    end if;
  end if;
  return jsonb_build_object('refusal', refusal, 'told', coalesce(told, '[]'));
end $$;
grant execute on function app.admin_hand_over to app_web;
