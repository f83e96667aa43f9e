-- Qualifies every name, so that no search path can replace sha256.
create or replace function app.audit_hash(e audit_events) returns bytea language plpgsql immutable parallel safe as $$
begin
  return pg_catalog.sha256(e.previous_hash operator(pg_catalog.||) pg_catalog.convert_to(pg_catalog.jsonb_build_array(e.chain, e.seq,
    extract(epoch from e.at), e.actor_id, e.organization_id, e.action, e.resource_type, e.resource_id, e.client_id, e.details, e.ip_address,
    e.user_agent)::pg_catalog.text, 'UTF8'));
end $$;
grant execute on function app.audit_hash to app_web, app_worker, app_auth;

create or replace function app.trail_name(person uuid) returns text
language sql stable set search_path = pg_catalog, public as $$
  select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) from users where id = person
$$;

-- An event for display. Names clients only in the trail of their own organization, not clients that a member has elsewhere.
create or replace function app.trail_event(e audit_events, names_clients boolean) returns app.trail_event
language sql stable set search_path = pg_catalog, public as $$
  select e.at::text, e.chain, e.seq, e.actor_id, coalesce(app.trail_name(e.actor_id), ''), e.action,
    case when c.id is not null then c.first_name || ' ' || c.last_name
      when e.resource_type in ('account', 'member') and e.resource_id is distinct from e.actor_id then app.trail_name(e.resource_id) end,
    c.id, app.trail_name((e.details->>'viewing_as')::uuid), e.ip_address
  from (select) one left join clients c on names_clients and c.id = e.client_id and c.organization_id = e.organization_id
$$;

-- Events of a client's record after a position, newest first, for users who may see the client.
create or replace function app.client_trail(client uuid, after_at timestamptz, after_chain uuid, after_seq bigint, most integer)
  returns setof app.trail_event
language plpgsql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
begin
  -- The same condition as the policies of clients.
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
grant execute on function app.client_trail to app_web;

-- Events of an organization in a period after a position, newest first, for its owner and admins.
create or replace function app.organization_trail(organization uuid, person uuid, only_action text, since timestamptz, until timestamptz,
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
grant execute on function app.organization_trail to app_web;
