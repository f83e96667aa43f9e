-- Each function that changes something returns null on success, else an error code (src/shared/contract/errors.ts). The callers
-- who may answer amendment requests (app.may_amend) may also log releases and place holds (decision 0132).

-- Locks a client, so that a hold or release and a change that it would forbid run one after another. Called before other rows are locked,
-- as in a transfer.
create or replace function app.lock_record(client uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform set_config('app.record_to_lock', client::text, true);
  perform 1 from public.clients where id = client for no key update;
  perform set_config('app.record_to_lock', '', true);
end $$;

-- Like app.lock_record, for the client of a session. Returns the client.
create or replace function app.lock_record_of(target uuid) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare client uuid;
begin
  select client_id into client from public.sessions where id = target;
  perform app.lock_record(client);
  return client;
end $$;

-- The error code if a hold, or a release after the author's signature, forbids superseding this signature; and the day of the hold or release.
-- The days of release and signature are compared in the same time zone. 'not_allowed' for a note that the caller neither reads nor co-signs.
create or replace function app.supersede_refusal(target uuid, out refusal text, out since date)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare signature public.note_signatures := app.valid_signature(target, 'author'); client uuid; s public.sessions;
begin
  select * into s from public.sessions where id = target;
  if not (app.may_read(s.organization_id, s.therapist_id) or app.is_cosigner(target)) then
    refusal := 'not_allowed';
    return;
  end if;
  client := s.client_id;
  since := app.hold_since(client);
  if since is not null then
    refusal := 'record_on_hold';
    return;
  end if;
  select min(r.released_on) into since from public.record_releases r where r.client_id = client and r.logged_at >= signature.signed_at
    and r.released_on >= (signature.signed_at at time zone r.time_zone)::date;
  if since is not null then refusal := 'note_released'; end if;
end $$;
grant execute on function app.supersede_refusal to app_web;

-- Logs that a copy of a client's record was released. A repeated request id is not logged again.
create or replace function app.log_release(client uuid, request uuid, released date, given_to text, what text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  perform app.lock_record(client);
  if not app.may_amend(client) then return 'not_allowed';
  elsif released > app.own_today() then return 'release_date';
  end if;
  -- The time is taken after the lock, so that a signature from before the lock is older.
  insert into public.record_releases (organization_id, client_id, request_id, released_on, recipient, contents, time_zone, logged_by,
    logged_by_name, logged_at)
  select c.organization_id, c.id, request, released, given_to, what, u.time_zone, u.id, u.first_name || ' ' || u.last_name, clock_timestamp()
    from public.clients c, public.users u where c.id = client and u.id = app.user_id()
      and not exists (select from public.record_releases r where r.logged_by = u.id and r.request_id = request);
  return null;
end $$;
grant execute on function app.log_release to app_web;

-- Places a legal hold on a client's record. A repeated request id does not place a second hold.
create or replace function app.place_hold(client uuid, request uuid, starts date, why text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  perform app.lock_record(client);
  if not app.may_amend(client) then return 'not_allowed';
  elsif starts > app.own_today() then return 'hold_date';
  end if;
  insert into public.legal_holds (organization_id, client_id, request_id, starts_on, reason, placed_by, placed_by_name)
  select c.organization_id, c.id, request, starts, why, u.id, u.first_name || ' ' || u.last_name
    from public.clients c, public.users u where c.id = client and u.id = app.user_id()
      and not exists (select from public.legal_holds h where h.placed_by = u.id and h.request_id = request);
  return null;
end $$;
grant execute on function app.place_hold to app_web;

-- Lifts a hold. Of two concurrent calls, the second waits and is rejected.
create or replace function app.lift_hold(target uuid, why text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare h public.legal_holds;
begin
  perform app.may_change();
  select * into h from public.legal_holds where id = target;
  perform app.lock_record(h.client_id);
  if h.id is null or not app.may_amend(h.client_id) then return 'not_allowed';
  elsif exists (select from public.legal_hold_lifts where hold_id = target) then return 'hold_lifted';
  end if;
  insert into public.legal_hold_lifts (hold_id, organization_id, reason, lifted_by, lifted_by_name)
  select target, h.organization_id, why, u.id, u.first_name || ' ' || u.last_name from public.users u where u.id = app.user_id();
  return null;
end $$;
grant execute on function app.lift_hold to app_web;
