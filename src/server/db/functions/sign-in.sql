create or replace function app.actor_of(uid uuid) returns app.actor
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare found_actor app.actor;
begin
  select u.id, u.role, m.organization_id, m.role, u.time_zone, null::uuid, null::timestamptz, false into found_actor
  from users u left join lateral (select organization_id, role from organization_members where user_id = u.id order by organization_id is not distinct from u.current_organization_id desc, created_at, id limit 1) m on true
  where u.id = uid and u.is_active;
  return found_actor;
end $$;

-- Sets the scope of the transaction from the token of a sign-in and returns the caller.
-- Raises not_signed_in if the sign-in is unknown or has ended, or if the account is deactivated.
create or replace function app.enter_session(session_token text, ip text, agent text) returns app.actor
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare s public.auth_sessions; found_actor app.actor; v public.viewings; closed uuid[];
begin
  select * into s from public.auth_sessions where token = session_token and expires_at > now();
  if s.id is not null then found_actor := app.actor_of(s.user_id); end if;
  if found_actor.user_id is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  -- A sign-in in use is extended to twelve hours, at most every 15 minutes. The list of devices shows the latest address and agent.
  -- Reads that a page repeats without its user are not a use.
  if s.updated_at < now() - interval '15 minutes' and current_setting('app.is_automatic', true) is distinct from 'on' then
    update public.auth_sessions set expires_at = least(now() + interval '12 hours', ends_at), ip_address = coalesce(nullif(ip, ''), ip_address),
      user_agent = coalesce(nullif(left(agent, 300), ''), user_agent) where id = s.id;
  end if;
  closed := app.closed_organizations(s);
  perform set_config('app.closed_orgs', closed::text, true);
  found_actor.lacks_second_factor := coalesce(found_actor.organization_id = any (closed), false);
  perform set_config('app.ip_address', coalesce(ip, ''), true), set_config('app.user_agent', coalesce(left(agent, 300), ''), true),
    set_config('app.session_id', s.id::text, true);
  select * into v from public.viewings where auth_session_id = s.id;
  if v.viewed_id is not null and v.expires_at > now() and app.may_view(s.user_id, v.viewed_id, v.organization_id) then
    return app.enter_viewing(v);
  end if;
  perform app.set_scope(s.user_id);
  if v.viewed_id is not null then
    -- The viewing has expired or is no longer allowed. Only the request that deletes it writes the event.
    delete from public.viewings where auth_session_id = s.id and started_at = v.started_at;
    if found then
      insert into public.audit_events (organization_id, action, resource_type, resource_id, details) values (v.organization_id,
        'viewing.ended', 'account', v.viewed_id, jsonb_build_object('expired', v.expires_at <= now()));
    end if;
  end if;
  return found_actor;
end $$;
grant execute on function app.enter_session to app_web;

-- Whether the caller has a password, an authenticator app and a passkey, and whether a second factor was given in this sign-in.
create or replace function app.second_factor() returns app.second_factor
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from auth_accounts a where a.user_id = u.id and a.password is not null),
    u.two_factor_enabled,
    exists (select from auth_passkeys p where p.user_id = u.id),
    s.second_factor_at is not null
  from auth_sessions s join users u on u.id = s.user_id
  where s.id = app.session_id() and u.id = app.user_id()
$$;
grant execute on function app.second_factor to app_web;

-- Whether the user gave a second factor in this sign-in and still has one.
create or replace function app.has_second_factor(s auth_sessions) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  return s.second_factor_at is not null and (exists (select from users u where u.id = s.user_id and u.two_factor_enabled)
    or exists (select from auth_passkeys p where p.user_id = s.user_id));
end $$;

-- The organizations that a sign-in cannot access because it lacks a second factor. A recording that was in progress when the requirement
-- was turned on may be finished until twelve hours after its start.
create or replace function app.closed_organizations(s auth_sessions) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  if app.has_second_factor(s) then return '{}'; end if;
  return (select coalesce(array_agg(o.id), '{}') from organization_members m join organizations o on o.id = m.organization_id
    where m.user_id = s.user_id and o.second_factor_since is not null and not (s.created_at < o.second_factor_since and exists (
      select from live_recordings r where r.therapist_id = s.user_id and r.organization_id = o.id and r.ended_at is null
        and r.created_at <= o.second_factor_since and r.created_at > now() - interval '12 hours')));
end $$;

-- Name of the caller's current organization, if this sign-in cannot access it.
create or replace function app.closed_organization() returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  select o.name from organizations o where o.id = (app.actor_of(app.user_id())).organization_id and app.is_closed(o.id)
$$;
grant execute on function app.closed_organization to app_web;

-- Requires a second factor from all members, or no longer. For owner and admins, who can require it only if they gave one in this sign-in.
create or replace function app.require_second_factor(org uuid, required boolean) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org); s public.auth_sessions;
begin
  if refusal is not null then return refusal; end if;
  select * into s from public.auth_sessions where id = app.session_id();
  if required and not coalesce(app.has_second_factor(s), false) then return 'second_factor_missing'; end if;
  update public.organizations set second_factor_since = case when required then coalesce(second_factor_since, now()) end where id = org;
  return null;
end $$;
grant execute on function app.require_second_factor to app_web;

-- Whether a user who must use a second factor, and has one, signed in without it. Such a sign-in cannot change how the user signs in,
-- because a stolen password alone must not suffice for that.
create or replace function app.must_give_second_factor(session_token text) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select s.second_factor_at is null
      and (u.two_factor_enabled or exists (select from auth_passkeys p where p.user_id = u.id))
      and (u.role = 'admin' or exists (select from organization_members m join organizations o on o.id = m.organization_id
        where m.user_id = u.id and o.second_factor_since is not null))
    from auth_sessions s join users u on u.id = s.user_id where s.token = session_token), false)
$$;
grant execute on function app.must_give_second_factor to app_auth;

-- The caller's own sign-ins without tokens; none while viewing.
create or replace function app.own_sign_ins() returns table (id uuid, is_current boolean, user_agent text, ip_address text,
  signed_in_with text, signed_in_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select s.id, s.id = app.session_id(), coalesce(s.user_agent, ''), nullif(s.ip_address, ''), s.signed_in_with, s.created_at, s.updated_at
  from auth_sessions s
  where s.user_id = app.user_id() and app.viewer_id() is null and s.expires_at > now()
    and (s.id = app.session_id() or not app.is_shared_account(s.user_id))
  order by s.id = app.session_id() desc, s.updated_at desc, s.id
$$;
grant execute on function app.own_sign_ins to app_web;

-- Ends one of the caller's other sign-ins, or all of them. Returns the number of ended sign-ins.
create or replace function app.end_other_sign_ins(only_id uuid) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare ended integer;
begin
  perform app.may_change();
  delete from public.auth_sessions s where s.user_id = app.user_id() and s.id <> app.session_id() and (only_id is null or s.id = only_id)
    and not app.is_shared_account(s.user_id);
  get diagnostics ended = row_count;
  return ended;
end $$;
grant execute on function app.end_other_sign_ins to app_web;

-- The tokens of those sign-ins that have ended, for streams that are still open. This check does not count as use of the sign-ins.
create or replace function app.ended_sign_ins(tokens text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, public as $$
  select given from unnest(tokens) given where not exists (
    select from auth_sessions s join users u on u.id = s.user_id and u.is_active where s.token = given and s.expires_at > now())
$$;
grant execute on function app.ended_sign_ins to app_web;

-- Accounts of the demo practice are shared: visitors do not see or end each other's sign-ins.
create or replace function app.is_shared_account(person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from demo_practice p join organization_members m on m.organization_id = p.organization_id where m.user_id = person)
$$;

-- When the caller last changed their password; null for the first password or none.
create or replace function app.password_changed_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public as $$
  select updated_at from auth_accounts where user_id = app.user_id() and app.viewer_id() is null
    and password is not null and updated_at > created_at + interval '1 second'
$$;
grant execute on function app.password_changed_at to app_web;

-- Makes a reset link valid when a job mails it. Only a hash of the token is stored. Returns the address; null without an active account.
create or replace function app.begin_password_reset(p_user uuid, p_identifier text, p_ends timestamptz) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  address text;
begin
  select email into address from users where id = p_user and is_active;
  if found then
    insert into auth_verifications (identifier, value, expires_at) values (p_identifier, p_user::text, p_ends);
  end if;
  return address;
end $$;
grant execute on function app.begin_password_reset to app_worker;

-- The address of a deactivated account, which gets a mail without a link.
create or replace function app.deactivated_address(p_user uuid) returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  select email from users where id = p_user and not is_active
$$;
grant execute on function app.deactivated_address to app_worker;

-- Counts an attempt before it is checked, so that parallel attempts count, too. Returns how many seconds to wait; 0 to proceed.
create or replace function app.count_attempt(who text, most integer, span interval, account_hash text default null) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare row public.auth_tries;
begin
  delete from public.auth_tries where window_ends < now();
  insert into public.auth_tries (account, count, window_ends, subject)
    values (encode(sha256(convert_to(who, 'UTF8')), 'base64'), 1, now() + span, account_hash)
    on conflict (account) do update set count = auth_tries.count + 1 returning * into row;
  return case when row.count <= most then 0 else greatest(1, ceil(extract(epoch from row.window_ends - now())))::integer end;
end $$;
grant execute on function app.count_attempt to app_web, app_auth;
