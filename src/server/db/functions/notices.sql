-- A client's initials, `S.O.`.
create or replace function app.initials(c public.clients) returns text
language sql immutable set search_path = pg_catalog as $$
  select upper(left(trim(c.first_name), 1) || '.' || left(trim(c.last_name), 1) || '.')
$$;

-- Inserts the notices of a transfer. Does not check the caller. `actor` is the member who made the transfer; null for a platform admin.
create or replace function app.notify_therapists(org uuid, client uuid, former uuid, actor uuid) returns table (notice_id uuid,
  receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare c public.clients;
begin
  select * into c from public.clients where id = client and organization_id = org;
  if c.id is null or c.therapist_id = former then return; end if;
  return query insert into public.notices (user_id, organization_id, kind, client_id, client_initials, actor_id)
    select u.id, org, receiver.kind, client, app.initials(c), actor
    from (values (c.therapist_id, 'client_received'), (former, 'client_given')) receiver (id, kind) join public.users u on u.id = receiver.id
    where u.id <> app.user_id() and app.is_active_member(org, u.id) and coalesce((u.notification_settings->>'client_transferred')::boolean, true)
    returning id, user_id;
end $$;

-- Notifies the new and the former therapist of a transfer, in its transaction. Skips the user who made it, former members and users
-- who opted out. For owner and admins.
create or replace function app.notify_transfer(org uuid, client uuid, former uuid) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.own_admin_rank(org) is null then raise exception 'not an owner or admin of the organization' using errcode = '42501'; end if;
  return query select n.notice_id, n.receiver_id from app.notify_therapists(org, client, former, app.user_id()) n;
end $$;
grant execute on function app.notify_transfer to app_web;

-- Notifies owner and admins who want it that few sessions remain, once per period.
create or replace function app.notify_low_sessions(org uuid, remaining integer) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  update public.subscriptions s set low_sessions_notified_for = s.current_period_start
    where s.organization_id = org and s.low_sessions_notified_for is distinct from s.current_period_start;
  if not found then return; end if;
  return query insert into public.notices (user_id, organization_id, kind, sessions_left)
    select u.id, org, 'low_sessions_remaining', remaining
    from public.organization_members m join public.users u on u.id = m.user_id and u.is_active
    where m.organization_id = org and m.role in ('owner', 'admin') and coalesce((u.notification_settings->>'low_sessions_remaining')::boolean, true)
    returning id, user_id;
end $$;
grant execute on function app.notify_low_sessions to app_worker;

-- Notifies owner and admins that 80 percent of the storage limit is used, once until less is used. Returns the notices.
create or replace function app.notify_low_storage(org uuid, quota bigint) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare used bigint;
begin
  select bytes into used from public.storage_used where holder_id = org for update;
  if used is null or used < quota * 0.8 then
    update public.storage_used set notified_at = null where holder_id = org and notified_at is not null;
    return;
  end if;
  update public.storage_used set notified_at = now() where holder_id = org and notified_at is null;
  if not found then return; end if;
  return query insert into public.notices (user_id, organization_id, kind, storage_percent)
    select u.id, org, 'storage_low', least(1000, (used * 100 / quota)::integer)
    from public.organization_members m join public.users u on u.id = m.user_id and u.is_active
    where m.organization_id = org and m.role in ('owner', 'admin')
    returning id, user_id;
end $$;
grant execute on function app.notify_low_storage to app_worker;

-- After the caller signed or reassigned a note, notifies the co-signer, at most once a day while a notice is unread; without a co-signer, the
-- owners. After the caller returned or co-signed a note, notifies the author, once.
create or replace function app.notify_cosign(target uuid) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n public.notes; c public.clients; signature public.note_signatures := app.author_signature(target); decided_at timestamptz;
  author constant uuid := signature.signer_id; cosigner uuid;
begin
  perform app.may_change();
  perform set_config('app.note_to_sign', target::text, true);
  select * into n from public.notes where session_id = target;
  perform set_config('app.note_to_sign', '', true);
  if n.organization_id is null or author is null then return; end if;
  if n.status = 'awaiting_cosign' and (author = app.user_id() or app.own_admin_rank(n.organization_id) is not null) then
    cosigner := coalesce(app.assigned_cosigner(target, n.organization_id), app.supervisor_of(author, n.organization_id));
    return query insert into public.notices (user_id, organization_id, kind, actor_id)
      select m.user_id, n.organization_id, 'cosign_waiting', app.user_id() from public.organization_members m
      join public.users u on u.id = m.user_id and u.is_active
      where m.organization_id = n.organization_id and m.user_id not in (author, app.user_id())
        and case when cosigner is null then m.role = 'owner' else m.user_id = cosigner end
        and not exists (select from public.notices o where o.user_id = m.user_id and o.organization_id = n.organization_id
          and o.kind = 'cosign_waiting' and o.read_at is null and o.created_at > now() - interval '1 day')
      returning id, user_id;
  elsif n.status in ('returned', 'signed') and app.is_cosigner(target) then
    select case n.status
      when 'returned' then (select x.superseded_at from public.note_supersessions x
        where x.signature_id = signature.id and x.kind = 'returned' and x.superseded_by = app.user_id())
      else (select k.signed_at from public.note_signatures k
        where k.session_id = target and k.role = 'cosigner' and k.signer_id = app.user_id()) end into decided_at;
    select * into c from public.clients where id = n.client_id;
    return query insert into public.notices (user_id, organization_id, kind, session_id, client_initials, actor_id)
      select author, n.organization_id, case n.status when 'returned' then 'note_returned' else 'note_cosigned' end, target,
        app.initials(c), app.user_id()
      where decided_at is not null and app.is_active_member(n.organization_id, author)
        and not exists (select from public.notices o where o.user_id = author and o.session_id = target and o.actor_id = app.user_id()
          and o.created_at >= decided_at)
      returning id, user_id;
  end if;
end $$;
grant execute on function app.notify_cosign to app_web;
