-- Organizations: the one a person acts in, who is in it, who is invited to it, and what ends with a membership (docs/decisions/0018).

-- Where somebody is in two organizations, the one they act in.
alter table users add column current_organization_id uuid references organizations;

do $$ declare known text := 'order by created_at, id limit 1'; body text := pg_get_functiondef('app.actor_of'::regproc); begin
  if strpos(body, known) = 0 then raise exception 'app.actor_of is not the one of 0015'; end if;
  execute replace(body, known, 'order by organization_id is not distinct from u.current_organization_id desc, created_at, id limit 1');
end $$;

-- Who was a member: their clients stay, and owner and admin still see whose they were.
create table former_members (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  left_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);

create table invitations (
  -- Random and the secret of the link (decision 10): the table is closed to the application, its functions are below.
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations,
  email text not null check (email = lower(email) and email like '%_@_%' and length(email) <= 254),
  role text not null check (role in ('therapist', 'supervisor', 'admin')),
  -- Whom a supervisor will supervise.
  therapist_ids uuid[] not null default '{}',
  invited_by uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'sent', 'expired', 'accepted')),
  created_at timestamptz not null default now(),
  tried_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_by uuid references users,
  accepted_at timestamptz
);
create unique index invitations_open on invitations (organization_id, email) where status in ('pending', 'sent');
create index on invitations (organization_id, created_at desc);

do $$ declare t text; begin
  foreach t in array array['former_members', 'invitations'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy definer on %I to app_owner using (true) with check (true)', t);
  end loop;
end $$;

create policy in_charge on former_members for select to app_web using (organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]));
grant select on former_members to app_web;
select app.follow_viewing('former_members', 'organization');
create policy former_member on users for select to app_web using (
  id in (select user_id from former_members where organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])));

-- Access ends with the membership: what belongs to an organization is seen and changed by its members only, also what is one's own
-- work; and a supervisor sees the work of a therapist in the organization where they supervise them, in no other.
create function app.supervised() returns table (organization_id uuid, therapist_id uuid)
language sql stable parallel safe rows 20 security definer set search_path = pg_catalog, public as $$
  select m.organization_id, m.user_id from organization_members m
  join organization_members s on s.organization_id = m.organization_id and s.user_id = m.managed_by and s.role = 'supervisor'
  where m.managed_by = app.user_id()
$$;

do $$ declare t text; begin
  foreach t in array array['clients', 'sessions', 'uploads', 'upload_chunks', 'recordings', 'session_progress', 'transcripts', 'notes',
    'note_versions', 'note_requests', 'live_recordings', 'live_chunks', 'insights', 'note_search'] loop
    execute format($p$create policy still_member on %I as restrictive to app_web, app_worker using (coalesce(organization_id is null
      or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
      or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
      or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false))$p$, t);
  end loop;
end $$;
create policy still_member on audit_events as restrictive for select to app_web, app_worker using (coalesce(organization_id is null
  or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]), false));

-- Searching one's own notes: hits in an organization that one has left are passed over, so that they take no other's place.
do $$ declare known text := 'else hit.therapist_id = therapist'; body text := pg_get_functiondef('app.search_notes'::regproc); begin
  if strpos(body, known) = 0 then raise exception 'app.search_notes is not the one of 0015'; end if;
  execute replace(body, known, known || ' and (hit.organization_id is null or hit.organization_id = any (app.uuids(''app.member_orgs'')))');
end $$;

create function app.is_demo(org uuid) returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from demo_practice where organization_id = org)
$$;

create function app.role_rank(role text) returns integer language sql immutable parallel safe
  return array_position(array['therapist', 'supervisor', 'admin', 'owner'], role);

-- The rank of the caller in an organization of which they have charge (owner, admin); null otherwise.
create function app.charge_of(org uuid) returns integer language sql stable security definer set search_path = pg_catalog, public as $$
  select app.role_rank(role) from organization_members where organization_id = org and user_id = app.user_id() and role in ('owner', 'admin')
$$;

-- Each of the following answers null when it is done, else the code of the failure (src/shared/contract/errors.ts). The organization's row
-- is locked first: its members are changed one after another.

create function app.refusal_in(org uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  perform 1 from public.organizations where id = org for no key update;
  return case when app.charge_of(org) is null then 'not_allowed' when app.is_demo(org) then 'demo_fixed' end;
end $$;

create function app.rename_organization(org uuid, new_name text) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org);
begin
  if refusal is not null then return refusal; end if;
  update public.organizations set name = new_name where id = org;
  return null;
end $$;

-- A clinic's name in one's profile names the organization one acts in, when it is one's own, else one's first; the shared demo practice keeps its own.
do $$ declare known text := 'where owner_id = me order by created_at limit 1'; body text := pg_get_functiondef('app.name_own_organization'::regproc); begin
  if strpos(body, known) = 0 then raise exception 'app.name_own_organization is not the one of 0015'; end if;
  execute replace(body, known, 'where owner_id = me and not app.is_demo(id)
    order by id is not distinct from (select current_organization_id from public.users where id = me) desc, created_at limit 1');
end $$;

create function app.switch_organization(org uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  update public.users set current_organization_id = org where id = app.user_id()
    and exists (select from public.organization_members where organization_id = org and user_id = app.user_id());
  return case when not found then 'organization_unknown' end;
end $$;

-- Without asking who is asking: for the functions that have done so.
create function app.set_role(org uuid, member uuid, new_role text) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare present text; heir uuid;
begin
  select role into present from public.organization_members where organization_id = org and user_id = member;
  if present is null then return 'member_missing'; end if;
  if present = 'owner' and new_role <> 'owner' then
    -- Somebody who can sign in has to be left.
    select m.user_id into heir from public.organization_members m join public.users u on u.id = m.user_id and u.is_active
      where m.organization_id = org and m.role = 'owner' and m.user_id <> member order by m.created_at, m.id limit 1;
    if heir is null then return 'last_owner'; end if;
    update public.organizations set owner_id = heir where id = org and owner_id = member;
  end if;
  update public.organization_members set role = new_role, managed_by = case when new_role = 'therapist' then managed_by end
    where organization_id = org and user_id = member;
  if new_role <> 'supervisor' then
    update public.organization_members set managed_by = null where organization_id = org and managed_by = member;
  end if;
  return null;
end $$;

create function app.take_out(org uuid, member uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare present text;
begin
  select role into present from public.organization_members where organization_id = org and user_id = member;
  if present is null then return 'member_missing'; end if;
  if present = 'owner' then return 'owner_stays'; end if;
  update public.organization_members set managed_by = null where organization_id = org and managed_by = member;
  delete from public.organization_members where organization_id = org and user_id = member;
  insert into public.former_members (organization_id, user_id) values (org, member) on conflict (organization_id, user_id) do update set left_at = now();
  update public.users set current_organization_id = null where id = member and current_organization_id = org;
  return null;
end $$;

create function app.set_supervisor(org uuid, member uuid, supervisor uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare present text;
begin
  select role into present from public.organization_members where organization_id = org and user_id = member;
  if present is null then return 'member_missing'; end if;
  if supervisor is not null and present <> 'therapist' then return 'supervisor_only_for_therapists'; end if;
  if supervisor is not null and not exists (select from public.organization_members
    where organization_id = org and user_id = supervisor and role = 'supervisor') then return 'supervisor_role_missing'; end if;
  update public.organization_members set managed_by = supervisor where organization_id = org and user_id = member;
  return null;
end $$;

-- Nobody raises anyone above their own role, and nobody changes someone above them (src/shared/rules/roles.ts).
create function app.change_role(org uuid, member uuid, new_role text) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org); present text;
begin
  if refusal is not null then return refusal; end if;
  select role into present from public.organization_members where organization_id = org and user_id = member;
  if greatest(app.role_rank(present), app.role_rank(new_role)) > app.charge_of(org) and present is not null then return 'role_above'; end if;
  return app.set_role(org, member, new_role);
end $$;

create function app.remove_member(org uuid, member uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org);
begin
  return case when refusal is not null then refusal else app.take_out(org, member) end;
end $$;

create function app.assign_supervisor(org uuid, member uuid, supervisor uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org);
begin
  return case when refusal is not null then refusal else app.set_supervisor(org, member, supervisor) end;
end $$;

-- Invitations. One that has run out, or whose sender may not invite any more, is as good as expired.
create function app.invitation_status(i invitations) returns text language sql stable security definer set search_path = pg_catalog, public as $$
  select case when i.status in ('pending', 'sent') and (i.expires_at <= now() or not exists (
      select from users u where u.id = i.invited_by and u.is_active and (u.role = 'admin' or exists (
        select from organization_members m where m.organization_id = i.organization_id and m.user_id = u.id and m.role in ('owner', 'admin')))))
    then 'expired' else i.status end
$$;

create function app.is_open(i invitations) returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select app.invitation_status(i) in ('pending', 'sent')
$$;

-- For every member; the secret for those in charge.
create function app.open_invitations(org uuid)
returns table (id uuid, email text, role text, status text, first_name text, last_name text, created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select case when org = any (app.uuids('app.admin_orgs')) then i.id end, i.email, i.role, i.status, u.first_name, u.last_name, i.created_at, i.expires_at
  from invitations i join users u on u.id = i.invited_by
  where i.organization_id = org and org = any (app.uuids('app.member_orgs')) and i.status in ('pending', 'sent') and app.is_open(i)
  order by i.created_at desc, i.id
$$;

create type app.invited as (refusal text, id uuid);

-- Without asking who is asking. The mails of an hour are limited: they go to whom the sender likes.
create function app.write_invitation(org uuid, address text, new_role text, therapists uuid[]) returns app.invited
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare made uuid;
begin
  if exists (select from public.organization_members m join public.users u on u.id = m.user_id
    where m.organization_id = org and u.email = lower(address)) then return row('member_already', null)::app.invited; end if;
  update public.invitations i set status = 'expired'
    where organization_id = org and email = lower(address) and status in ('pending', 'sent') and not app.is_open(i);
  if exists (select from public.invitations where organization_id = org and email = lower(address) and status in ('pending', 'sent')) then
    return row('invitation_duplicate', null)::app.invited;
  end if;
  if (select count(*) from public.invitations where organization_id = org and created_at > now() - interval '1 hour') >= 50 then
    return row('too_many_requests', null)::app.invited;
  end if;
  insert into public.invitations (organization_id, email, role, invited_by, therapist_ids) values (org, lower(address), new_role, app.user_id(),
    case when new_role = 'supervisor' then array(select user_id from public.organization_members
      where organization_id = org and role = 'therapist' and user_id = any (therapists)) else '{}' end) returning id into made;
  return row(null, made)::app.invited;
end $$;

create function app.invite(org uuid, address text, new_role text, therapists uuid[]) returns app.invited
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org);
begin
  if refusal is null and app.role_rank(new_role) > app.charge_of(org) then refusal := 'role_above'; end if;
  if refusal is not null then return row(refusal, null)::app.invited; end if;
  return app.write_invitation(org, address, new_role, therapists);
end $$;

-- Before it is mailed once more.
create function app.renew_invitation(org uuid, invitation uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org); i public.invitations;
begin
  if refusal is not null then return refusal; end if;
  select * into i from public.invitations where id = invitation and organization_id = org for update;
  if i.id is null or not app.is_open(i) then return 'invitation_gone'; end if;
  if i.tried_at > now() - interval '1 minute' then return 'too_many_requests'; end if;
  update public.invitations set tried_at = now(), expires_at = now() + interval '7 days' where id = invitation;
  return null;
end $$;

create function app.invitation_was_sent(org uuid, invitation uuid) returns void language sql volatile security definer set search_path = pg_catalog, public as $$
  select app.may_change();
  update invitations set status = 'sent' where id = invitation and organization_id = org and status = 'pending' and app.charge_of(org) is not null
$$;

create function app.cancel_invitation(org uuid, invitation uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org);
begin
  if refusal is not null then return refusal; end if;
  update public.invitations i set status = 'expired' where id = invitation and organization_id = org and status in ('pending', 'sent') and app.is_open(i);
  return case when not found then 'invitation_gone' end;
end $$;

-- For whoever has the secret, signed in or not.
create function app.look_at_invitation(invitation uuid)
returns table (email text, organization_name text, first_name text, last_name text, role text, status text, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select i.email, o.name, u.first_name, u.last_name, i.role, app.invitation_status(i), i.expires_at
  from invitations i join organizations o on o.id = i.organization_id join users u on u.id = i.invited_by where i.id = invitation
$$;

create type app.accepted as (refusal text, status text, organization_id uuid, role text);

-- The caller joins, once, with the address that was invited. Whoever is a member already stays what they are.
create function app.accept_invitation(invitation uuid) returns app.accepted language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me uuid := app.user_id(); i public.invitations; given text;
begin
  perform app.may_change();
  if me is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  -- The same order as everywhere: the organization first.
  perform 1 from public.organizations where id = (select organization_id from public.invitations where id = invitation) for no key update;
  select * into i from public.invitations where id = invitation for update;
  if i.id is null then return row('invitation_missing', null, null, null)::app.accepted; end if;
  if not app.is_open(i) then return row('invitation_over', app.invitation_status(i), null, null)::app.accepted; end if;
  if i.email <> (select email from public.users where id = me) then return row('invitation_other_address', null, null, null)::app.accepted; end if;
  if exists (select from public.organization_members where user_id = me and app.is_demo(organization_id)) then return row('demo_fixed', null, null, null)::app.accepted; end if;
  insert into public.organization_members (organization_id, user_id, role) values (i.organization_id, me, i.role) on conflict do nothing;
  select role into given from public.organization_members where organization_id = i.organization_id and user_id = me;
  delete from public.former_members where organization_id = i.organization_id and user_id = me;
  if given = 'supervisor' then
    update public.organization_members set managed_by = me
      where organization_id = i.organization_id and user_id = any (i.therapist_ids) and role = 'therapist';
  end if;
  update public.users set current_organization_id = i.organization_id where id = me;
  update public.invitations set status = 'accepted', accepted_by = me, accepted_at = now() where id = invitation;
  perform app.set_scope(me);
  return row(null, 'accepted', i.organization_id, given)::app.accepted;
end $$;

-- Counts what somebody tries who has not signed in; false when it was too often within a minute.
create policy definer on auth_tries to app_owner using (true) with check (true);
create function app.may_try(who text, most integer) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare tries integer;
begin
  delete from public.auth_tries where window_ends < now();
  insert into public.auth_tries (account, count, window_ends) values (encode(sha256(convert_to(who, 'UTF8')), 'base64'), 1, now() + interval '1 minute')
    on conflict (account) do update set count = auth_tries.count + 1 returning count into tries;
  return tries <= most;
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.supervised to app_web, app_worker;
grant execute on function app.is_demo, app.rename_organization, app.switch_organization, app.change_role, app.remove_member, app.assign_supervisor,
  app.open_invitations, app.invite, app.renew_invitation, app.invitation_was_sent, app.cancel_invitation, app.look_at_invitation,
  app.accept_invitation, app.may_try to app_web;
