-- An email address is proved by a mailed code, a password reset or a mailed invitation (decision 0027).

create or replace function app.is_verified(person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select email_verified from users where id = person), false)
$$;

-- Records the first proof of an address. An earlier user of the account may not own the address, so their second factors and sign-ins
-- are removed. Returns false if the address was verified before. Callers have checked the proof.
create or replace function app.prove_email(person uuid, kept_session uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  update users set email_verified = true, two_factor_enabled = false where id = person and not email_verified;
  if not found then return false; end if;
  delete from auth_passkeys where user_id = person;
  delete from auth_two_factors where user_id = person;
  delete from auth_used_codes where user_id = person;
  delete from auth_sessions where user_id = person and id is distinct from kept_session;
  delete from email_codes where user_id = person;
  -- A pending change of the address may be another user's.
  delete from auth_email_changes where user_id = person;
  insert into audit_events (action, resource_type, resource_id) values ('account.email_verified', 'account', person);
  return true;
end $$;

-- A completed password reset proves the address, because its link was mailed there. Ends all sign-ins.
create or replace function app.prove_email_by_reset(person uuid, ip text, agent text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform set_config('app.user_id', person::text, true), set_config('app.ip_address', coalesce(ip, ''), true),
    set_config('app.user_agent', coalesce(left(agent, 300), ''), true);
  return app.prove_email(person, null);
end $$;
grant execute on function app.prove_email_by_reset to app_auth;

-- A change of the address ends with a code that was mailed to the new address, which proves it.
create or replace function app.prove_email_by_change(person uuid, session_token text, ip text, agent text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform set_config('app.user_id', person::text, true), set_config('app.ip_address', coalesce(ip, ''), true),
    set_config('app.user_agent', coalesce(left(agent, 300), ''), true);
  return app.prove_email(person, (select s.id from public.auth_sessions s where s.token = session_token and s.user_id = person));
end $$;
grant execute on function app.prove_email_by_change to app_auth;

create or replace function app.save_email_code(person uuid, hash text) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into email_codes (user_id, email, code_hash) select id, email, hash from users where id = person and not email_verified
  on conflict (user_id) do update set email = excluded.email, code_hash = excluded.code_hash, tries = 0, expires_at = default
$$;
grant execute on function app.save_email_code to app_auth;

-- Replaces the caller's code and returns 0. Returns the seconds to wait if codes were requested too often; null if the address is verified.
create or replace function app.renew_email_code(hash text) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me uuid := app.user_id(); wait integer;
begin
  perform app.may_change();
  if me is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  if app.is_verified(me) then return null; end if;
  wait := app.count_attempt('email code of ' || me || ' now', 1, '1 minute');
  if wait = 0 then wait := app.count_attempt('email code of ' || me, 5, '1 hour'); end if;
  if wait = 0 then perform app.save_email_code(me, hash); end if;
  return wait;
end $$;
grant execute on function app.renew_email_code to app_web;

-- Returns null if the code is right, else an error code. Each code allows ten attempts.
create or replace function app.confirm_email(hash text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me uuid := app.user_id(); c public.email_codes;
begin
  perform app.may_change();
  if me is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  if app.is_verified(me) then return null; end if;
  update public.email_codes set tries = tries + 1 where user_id = me and expires_at > now() and tries < 10
    and email = (select u.email from public.users u where u.id = me) returning * into c;
  if c.user_id is null then return 'address_code_expired'; end if;
  if c.code_hash <> hash then return 'address_code_wrong'; end if;
  perform app.prove_email(me, app.session_id());
  return null;
end $$;
grant execute on function app.confirm_email to app_web;
