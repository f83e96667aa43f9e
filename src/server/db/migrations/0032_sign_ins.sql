-- Sign-ins end: after twelve hours without use, on a fixed day at the latest, and when their person signs the device out (docs/decisions/0030).

-- The server says when, by its setting. A sign-in never lives on past its end.
alter table auth_sessions add column ends_at timestamptz not null default now() + interval '30 days';
-- Null for sign-ins from before this migration.
alter table auth_sessions add column signed_in_with text
  check (signed_in_with in ('password', 'authenticator', 'recovery code', 'passkey', 'demo'));
update auth_sessions set ends_at = greatest(created_at + interval '30 days', expires_at);
alter table auth_sessions add constraint auth_sessions_end check (expires_at <= ends_at);

do $$ declare
  known text := 'set expires_at = now() + interval ''12 hours'' where id = s.id';
  body text := pg_get_functiondef('app.enter_session'::regproc);
begin
  if strpos(body, known) = 0 then raise exception 'app.enter_session is not the one of 0015'; end if;
  -- The list of devices tells where a sign-in was used last.
  execute replace(body, known, 'set expires_at = least(now() + interval ''12 hours'', ends_at), ip_address = coalesce(nullif(ip, ''''), ip_address),
      user_agent = coalesce(nullif(left(agent, 300), ''''), user_agent) where id = s.id');
end $$;

-- The accounts of the demo practice are shared: no visitor sees or ends another's sign-in.
create function app.is_shared_account(person uuid) returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from demo_practice p join organization_members m on m.organization_id = p.organization_id where m.user_id = person)
$$;

-- The caller's own sign-ins, without their tokens; none to whoever views their data.
create function app.own_sign_ins()
returns table (id uuid, is_current boolean, user_agent text, ip_address text, signed_in_with text, signed_in_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select s.id, s.id = app.session_id(), coalesce(s.user_agent, ''), nullif(s.ip_address, ''), s.signed_in_with, s.created_at, s.updated_at
  from auth_sessions s
  where s.user_id = app.user_id() and app.viewer_id() is null and s.expires_at > now()
    and (s.id = app.session_id() or not app.is_shared_account(s.user_id))
  order by s.id = app.session_id() desc, s.updated_at desc, s.id
$$;

-- Ends one of the caller's other sign-ins, or all of them. Answers how many ended.
create function app.end_other_sign_ins(only_id uuid) returns integer language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare ended integer;
begin
  perform app.may_change();
  delete from public.auth_sessions s where s.user_id = app.user_id() and s.id <> app.session_id() and (only_id is null or s.id = only_id)
    and not app.is_shared_account(s.user_id);
  get diagnostics ended = row_count;
  return ended;
end $$;

-- Which of these sign-ins have ended, for streams that are still open. Asking is no use of them.
create function app.ended_sign_ins(tokens text[]) returns setof text language sql stable security definer set search_path = pg_catalog, public as $$
  select given from unnest(tokens) given where not exists (
    select from auth_sessions s join users u on u.id = s.user_id and u.is_active where s.token = given and s.expires_at > now())
$$;

revoke execute on function app.is_shared_account, app.own_sign_ins, app.end_other_sign_ins, app.ended_sign_ins from public;
grant execute on function app.own_sign_ins, app.end_other_sign_ins, app.ended_sign_ins to app_web;
