-- An organization may require a second factor. Sign-ins without one do not reach it: it is left out of their scope (docs/decisions/0031).

alter table organizations add column second_factor_since timestamptz;

-- Whether a second factor was given in a sign-in, by somebody who still has one.
create function app.has_second_factor(s auth_sessions) returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select s.second_factor_at is not null and (exists (select from users u where u.id = s.user_id and u.two_factor_enabled)
    or exists (select from auth_passkeys p where p.user_id = s.user_id))
$$;

-- A session that is being recorded when the requirement is turned on is recorded to its end.
create policy under_way on live_recordings for select to app_owner using (ended_at is null);

-- The organizations that a sign-in does not reach for want of a second factor.
create function app.closed_organizations(s auth_sessions) returns uuid[] language sql stable security definer set search_path = pg_catalog, public as $$
  select case when app.has_second_factor(s) then '{}' else (
    select coalesce(array_agg(o.id), '{}') from organization_members m join organizations o on o.id = m.organization_id
    where m.user_id = s.user_id and o.second_factor_since is not null and not (s.created_at < o.second_factor_since and exists (
      select from live_recordings r where r.therapist_id = s.user_id and r.organization_id = o.id and r.ended_at is null
        and r.created_at between o.second_factor_since - interval '12 hours' and o.second_factor_since))) end
$$;
create function app.is_closed(org uuid) returns boolean language sql stable parallel safe
  return coalesce(org = any (app.uuids('app.closed_orgs')), false);

create or replace function app.set_scope(uid uuid) returns void language sql volatile security definer set search_path = pg_catalog, public as $$
  select
    set_config('app.user_id', uid::text, true),
    set_config('app.member_orgs', (select coalesce(array_agg(organization_id), '{}')::text from organization_members
      where user_id = uid and not app.is_closed(organization_id)), true),
    set_config('app.admin_orgs', (select coalesce(array_agg(organization_id), '{}')::text from organization_members
      where user_id = uid and role in ('owner', 'admin') and not app.is_closed(organization_id)), true),
    set_config('app.therapists', (select array_append(coalesce(array_agg(m.user_id), '{}'), uid)::text from organization_members m
      where m.managed_by = uid and not app.is_closed(m.organization_id) and exists (select from organization_members s
        where s.organization_id = m.organization_id and s.user_id = uid and s.role = 'supervisor')), true)
$$;

do $$ declare
  actor_known text := 'null::uuid, null::timestamptz'; actor_body text := pg_get_functiondef('app.actor_of'::regproc);
  viewing_known text := 'v.viewer_id, v.expires_at'; viewing_body text := pg_get_functiondef('app.enter_viewing'::regproc);
  enter_known text[] := array['v public.viewings;', 'perform set_config(''app.ip_address''', 'return found_actor;'];
  enter_body text := pg_get_functiondef('app.enter_session'::regproc);
  may_known text := 'and (v.role in (''owner'', ''admin'')'; may_body text := pg_get_functiondef('app.may_view'::regproc);
  charge_known text := 'where organization_id = org'; charge_body text := pg_get_functiondef('app.charge_of'::regproc);
  supervised_known text := 'where m.managed_by = app.user_id()'; supervised_body text := pg_get_functiondef('app.supervised'::regproc);
  part text;
begin
  alter type app.actor add attribute lacks_second_factor boolean;
  foreach part in array enter_known loop
    if strpos(enter_body, part) = 0 then raise exception 'app.enter_session is not the one of 0032'; end if;
  end loop;
  if strpos(actor_body, actor_known) = 0 or strpos(viewing_body, viewing_known) = 0 or strpos(may_body, may_known) = 0
    or strpos(charge_body, charge_known) = 0 or strpos(supervised_body, supervised_known) = 0 then
    raise exception 'a function of the scope is not the one of 0018';
  end if;
  execute replace(actor_body, actor_known, actor_known || ', false');
  execute replace(viewing_body, viewing_known, viewing_known || ', false');
  execute replace(may_body, may_known, 'and not app.is_closed(organization) ' || may_known);
  execute replace(charge_body, charge_known, charge_known || ' and not app.is_closed(org)');
  execute replace(supervised_body, supervised_known, supervised_known || ' and not app.is_closed(m.organization_id)');
  enter_body := replace(enter_body, enter_known[1], 'v public.viewings; closed uuid[];');
  -- Before anything asks for the scope, viewing included.
  enter_body := replace(enter_body, enter_known[2], 'closed := app.closed_organizations(s);
  perform set_config(''app.closed_orgs'', closed::text, true);
  found_actor.lacks_second_factor := coalesce(found_actor.organization_id = any (closed), false);
  ' || enter_known[2]);
  execute enter_body;
end $$;

-- What the organization is called in which the caller acts, where this sign-in does not reach it.
create function app.closed_organization() returns text language sql stable security definer set search_path = pg_catalog, public as $$
  select o.name from organizations o where o.id = (app.actor_of(app.user_id())).organization_id and app.is_closed(o.id)
$$;

-- For those in charge, who have to have given a second factor themselves.
create function app.require_second_factor(org uuid, required boolean) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org); s public.auth_sessions;
begin
  if refusal is not null then return refusal; end if;
  select * into s from public.auth_sessions where id = app.session_id();
  if required and not coalesce(app.has_second_factor(s), false) then return 'second_factor_missing'; end if;
  update public.organizations set second_factor_since = case when required then coalesce(second_factor_since, now()) end where id = org;
  return null;
end $$;

-- Whether somebody who needs a second factor, and has one, signed in without it: whoever knows their password alone changes nothing
-- about how they sign in.
create function app.must_give_second_factor(session_token text) returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select s.second_factor_at is null
      and (u.two_factor_enabled or exists (select from auth_passkeys p where p.user_id = u.id))
      and (u.role = 'admin' or exists (select from organization_members m join organizations o on o.id = m.organization_id
        where m.user_id = u.id and o.second_factor_since is not null))
    from auth_sessions s join users u on u.id = s.user_id where s.token = session_token), false)
$$;

revoke execute on function app.has_second_factor, app.closed_organizations, app.is_closed, app.closed_organization, app.require_second_factor,
  app.must_give_second_factor from public;
grant execute on function app.is_closed, app.closed_organization, app.require_second_factor to app_web;
grant execute on function app.must_give_second_factor to app_auth;
