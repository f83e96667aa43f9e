-- An invitation also expires when its sender may no longer invite.
create or replace function app.invitation_status(i invitations) returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  select case when i.status in ('pending', 'sent') and (i.expires_at <= now() or not exists (
      select from users u where u.id = i.invited_by and u.is_active and (u.role = 'admin' or exists (
        select from organization_members m where m.organization_id = i.organization_id and m.user_id = u.id and m.role in ('owner', 'admin')))))
    then 'expired' else i.status end
$$;

create or replace function app.is_open(i invitations) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select app.invitation_status(i) in ('pending', 'sent')
$$;

-- Open invitations, for every member. Only owner and admins get their ids.
create or replace function app.open_invitations(org uuid) returns table (id uuid, email text, role text, status text, first_name text,
  last_name text, created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select case when org = any (app.uuids('app.admin_orgs')) then i.id end, i.email, i.role, i.status, u.first_name, u.last_name, i.created_at, i.expires_at
  from invitations i join users u on u.id = i.invited_by
  where i.organization_id = org and org = any (app.uuids('app.member_orgs')) and i.status in ('pending', 'sent') and app.is_open(i)
  order by i.created_at desc, i.id
$$;
grant execute on function app.open_invitations to app_web;

create or replace function app.add_invitation_secrets(invitation uuid, mailed bytea, shown bytea) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into invitation_secrets (hash, invitation_id, is_mailed) select mailed, invitation, true where mailed is not null;
  insert into invitation_secrets (hash, invitation_id, is_mailed) select shown, invitation, false where shown is not null
$$;

-- Inserts an invitation. Does not check the caller. Limits invitations per hour and on an organization's first day, because an inviter can
-- name any address.
create or replace function app.write_invitation(org uuid, address text, new_role text, therapists uuid[]) returns app.invited
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare made uuid;
begin
  if not app.is_verified(app.user_id()) then return row('email_unverified', null)::app.invited; end if;
  if exists (select from public.organization_members m join public.users u on u.id = m.user_id
    where m.organization_id = org and u.email = lower(address)) then return row('member_already', null)::app.invited; end if;
  update public.invitations i set status = 'expired'
    where organization_id = org and email = lower(address) and status in ('pending', 'sent') and not app.is_open(i);
  if exists (select from public.invitations where organization_id = org and email = lower(address) and status in ('pending', 'sent')) then
    return row('invitation_duplicate', null)::app.invited;
  end if;
  if (select count(*) from public.invitations where organization_id = org and created_at > now() - interval '1 hour') >= 50 then
    return row('invitations_too_many', null)::app.invited;
  end if;
  if exists (select from public.organizations where id = org and created_at > now() - interval '1 day')
    and (select count(*) from public.invitations where organization_id = org) >= 20 then
    return row('invitations_new', null)::app.invited;
  end if;
  insert into public.invitations (organization_id, email, role, invited_by, therapist_ids) values (org, lower(address), new_role, app.user_id(),
    case when new_role = 'supervisor' then array(select user_id from public.organization_members
      where organization_id = org and role = 'therapist' and user_id = any (therapists)) else '{}' end) returning id into made;
  return row(null, made)::app.invited;
end $$;

create or replace function app.invite(org uuid, address text, new_role text, therapists uuid[], mailed bytea, shown bytea)
  returns app.invited
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org); made app.invited;
begin
  if refusal is null and app.role_rank(new_role) > app.own_admin_rank(org) then refusal := 'role_above'; end if;
  if refusal is not null then return row(refusal, null)::app.invited; end if;
  made := app.write_invitation(org, address, new_role, therapists);
  if made.refusal is null then perform app.add_invitation_secrets(made.id, mailed, shown); end if;
  return made;
end $$;
grant execute on function app.invite to app_web;

-- Seconds until a limit of invitations ends: that of one invitation, of the organization's first day, or of the hour. Does not check the caller.
create or replace function app.seconds_to_invite(org uuid, refusal text, invitation uuid) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select greatest(1, ceil(extract(epoch from case refusal
    when 'invitation_too_soon' then (select tried_at + interval '1 minute' from invitations where id = invitation and organization_id = org)
    when 'invitations_new' then (select created_at + interval '1 day' from organizations where id = org)
    else (select created_at + interval '1 hour' from invitations where organization_id = org order by created_at desc offset 49 limit 1) end
    - now())))::integer
$$;

create or replace function app.invitation_wait(org uuid, refusal text, invitation uuid) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select app.seconds_to_invite(org, refusal, invitation) where app.own_admin_rank(org) is not null
$$;
grant execute on function app.invitation_wait to app_web;

-- Renews an invitation before it is mailed again. Links of earlier mails stay valid; links that were shown do not.
create or replace function app.renew_invitation(org uuid, invitation uuid, mailed bytea, shown bytea) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org); i public.invitations;
begin
  if refusal is not null then return refusal; end if;
  if not app.is_verified(app.user_id()) then return 'email_unverified'; end if;
  select * into i from public.invitations where id = invitation and organization_id = org for update;
  if i.id is null or not app.is_open(i) then return 'invitation_gone'; end if;
  if i.tried_at > now() - interval '1 minute' then return 'invitation_too_soon'; end if;
  update public.invitations set tried_at = now(), expires_at = now() + interval '7 days' where id = invitation;
  delete from public.invitation_secrets where invitation_id = invitation and not is_mailed;
  perform app.add_invitation_secrets(invitation, mailed, shown);
  return null;
end $$;
grant execute on function app.renew_invitation to app_web;

-- Sets the secret of a new link for the inviter to pass on. It replaces the link that was shown before.
create or replace function app.replace_invitation_link(org uuid, invitation uuid, shown bytea) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org); i public.invitations;
begin
  if refusal is not null then return refusal; end if;
  if not app.is_verified(app.user_id()) then return 'email_unverified'; end if;
  select * into i from public.invitations where id = invitation and organization_id = org for update;
  if i.id is null or not app.is_open(i) then return 'invitation_gone'; end if;
  delete from public.invitation_secrets where invitation_id = invitation and not is_mailed;
  perform app.add_invitation_secrets(invitation, null, shown);
  return null;
end $$;
grant execute on function app.replace_invitation_link to app_web;

create or replace function app.mark_invitation_sent(org uuid, invitation uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  select app.may_change();
  update invitations set status = 'sent' where id = invitation and organization_id = org and status = 'pending' and app.own_admin_rank(org) is not null
$$;
grant execute on function app.mark_invitation_sent to app_web;

create or replace function app.cancel_invitation(org uuid, invitation uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org);
begin
  if refusal is not null then return refusal; end if;
  update public.invitations i set status = 'expired' where id = invitation and organization_id = org and status in ('pending', 'sent') and app.is_open(i);
  return case when not found then 'invitation_gone' end;
end $$;
grant execute on function app.cancel_invitation to app_web;

-- The invitation of a secret, for anyone who has the secret, signed in or not.
create or replace function app.find_invitation(secret bytea) returns table (email text, organization_name text, first_name text,
  last_name text, role text, status text, expires_at timestamptz, is_mailed boolean)
language sql stable security definer set search_path = pg_catalog, public as $$
  select i.email, o.name, u.first_name, u.last_name, i.role, app.invitation_status(i), i.expires_at, s.is_mailed
  from invitation_secrets s join invitations i on i.id = s.invitation_id join organizations o on o.id = i.organization_id
    join users u on u.id = i.invited_by where s.hash = secret
$$;
grant execute on function app.find_invitation to app_web;

-- The caller joins once, with the invited address; a mailed secret also proves that address. Existing members keep their role.
-- Returns the therapists whose supervisor the caller became, with their former supervisors.
create or replace function app.accept_invitation(secret bytea) returns app.accepted
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me uuid := app.user_id(); i public.invitations; s public.invitation_secrets; given text;
  supervised jsonb := '[]';
begin
  perform app.may_change();
  if me is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  select * into s from public.invitation_secrets where hash = secret;
  -- Like all functions on invitations, locks the organization first.
  perform 1 from public.organizations where id = (select organization_id from public.invitations where id = s.invitation_id) for no key update;
  select * into i from public.invitations where id = s.invitation_id for update;
  if i.id is null then return row('invitation_missing', null, null, null, null)::app.accepted; end if;
  if not app.is_open(i) then return row('invitation_over', app.invitation_status(i), null, null, null)::app.accepted; end if;
  if i.email <> (select email from public.users where id = me) then return row('invitation_other_address', null, null, null, null)::app.accepted; end if;
  if exists (select from public.organization_members where user_id = me and app.is_demo(organization_id)) then return row('demo_fixed', null, null, null, null)::app.accepted; end if;
  if s.is_mailed then perform app.prove_email(me, app.session_id()); end if;
  if not app.is_verified(me) then return row('email_unverified', null, null, null, null)::app.accepted; end if;
  insert into public.organization_members (organization_id, user_id, role) values (i.organization_id, me, i.role) on conflict do nothing;
  select role into given from public.organization_members where organization_id = i.organization_id and user_id = me;
  delete from public.former_members where organization_id = i.organization_id and user_id = me;
  if given = 'supervisor' then
    select coalesce(jsonb_agg(jsonb_build_object('therapistId', user_id, 'from', managed_by) order by user_id), '[]') into supervised
      from public.organization_members where organization_id = i.organization_id and user_id = any (i.therapist_ids) and role = 'therapist'
        and managed_by is distinct from me;
    update public.organization_members set managed_by = me
      where organization_id = i.organization_id and user_id = any (i.therapist_ids) and role = 'therapist';
  end if;
  update public.users set current_organization_id = i.organization_id where id = me;
  update public.invitations set status = 'accepted', accepted_by = me, accepted_at = now() where id = i.id;
  perform app.set_scope(me);
  return row(null, 'accepted', i.organization_id, given, supervised)::app.accepted;
end $$;
grant execute on function app.accept_invitation to app_web;
