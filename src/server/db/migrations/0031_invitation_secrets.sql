-- The secrets of invitation links, hashed, apart from the ids that name invitations; and invitations only by and for verified addresses.

create table invitation_secrets (
  hash bytea primary key,
  invitation_id uuid not null references invitations on delete cascade,
  -- Only the mail has it, so whoever brings it reads the mailbox. Other secrets are shown to whoever invites and prove nothing.
  is_mailed boolean not null,
  created_at timestamptz not null default now()
);
create index on invitation_secrets (invitation_id);
alter table invitation_secrets enable row level security;
alter table invitation_secrets force row level security;
create policy definer on invitation_secrets to app_owner using (true) with check (true);

-- Links that were sent before work until they expire (docs/decisions/0029).
insert into invitation_secrets (hash, invitation_id, is_mailed)
  select sha256(convert_to(id::text, 'UTF8')), id, false from invitations where status in ('pending', 'sent');

create function app.add_invitation_secrets(invitation uuid, mailed bytea, shown bytea) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into invitation_secrets (hash, invitation_id, is_mailed) select mailed, invitation, true where mailed is not null;
  insert into invitation_secrets (hash, invitation_id, is_mailed) select shown, invitation, false where shown is not null
$$;

-- Invitations go to whom the sender likes: only from an address that is proved.
do $$ declare known text := 'if exists (select from public.organization_members m join'; body text := pg_get_functiondef('app.write_invitation'::regproc); begin
  if strpos(body, known) = 0 then raise exception 'app.write_invitation is not the one of 0018'; end if;
  body := replace(body, known, 'if not app.is_verified(app.user_id()) then return row(''email_unverified'', null)::app.invited; end if;
  ' || known);
  execute replace(body, '''too_many_requests''', '''invitations_too_many''');
end $$;

drop function app.invite(uuid, text, text, uuid[]);
create function app.invite(org uuid, address text, new_role text, therapists uuid[], mailed bytea, shown bytea) returns app.invited
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org); made app.invited;
begin
  if refusal is null and app.role_rank(new_role) > app.charge_of(org) then refusal := 'role_above'; end if;
  if refusal is not null then return row(refusal, null)::app.invited; end if;
  made := app.write_invitation(org, address, new_role, therapists);
  if made.refusal is null then perform app.add_invitation_secrets(made.id, mailed, shown); end if;
  return made;
end $$;

do $$ declare
  old_arguments text := 'therapists uuid[])';
  known text := 'if made.refusal is null then';
  body text := pg_get_functiondef('app.admin_invite'::regproc);
begin
  if strpos(body, old_arguments) = 0 or strpos(body, known) = 0 then raise exception 'app.admin_invite is not the one of 0021'; end if;
  body := replace(body, old_arguments, 'therapists uuid[], mailed bytea, shown bytea)');
  execute replace(body, known, known || ' perform app.add_invitation_secrets(made.id, mailed, shown);');
end $$;
drop function app.admin_invite(uuid, text, text, uuid[]);

-- Before it is mailed again. Links of earlier mails go on working, those that were shown do not.
drop function app.renew_invitation(uuid, uuid);
create function app.renew_invitation(org uuid, invitation uuid, mailed bytea, shown bytea) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org); i public.invitations;
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

-- A new link for whoever invites, to be handed over. It replaces the one that was shown before.
create function app.show_invitation(org uuid, invitation uuid, shown bytea) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org); i public.invitations;
begin
  if refusal is not null then return refusal; end if;
  if not app.is_verified(app.user_id()) then return 'email_unverified'; end if;
  select * into i from public.invitations where id = invitation and organization_id = org for update;
  if i.id is null or not app.is_open(i) then return 'invitation_gone'; end if;
  delete from public.invitation_secrets where invitation_id = invitation and not is_mailed;
  perform app.add_invitation_secrets(invitation, null, shown);
  return null;
end $$;

-- For whoever has a secret, signed in or not.
drop function app.look_at_invitation(uuid);
create function app.look_at_invitation(secret bytea)
returns table (email text, organization_name text, first_name text, last_name text, role text, status text, expires_at timestamptz, is_mailed boolean)
language sql stable security definer set search_path = pg_catalog, public as $$
  select i.email, o.name, u.first_name, u.last_name, i.role, app.invitation_status(i), i.expires_at, s.is_mailed
  from invitation_secrets s join invitations i on i.id = s.invitation_id join organizations o on o.id = i.organization_id
    join users u on u.id = i.invited_by where s.hash = secret
$$;

-- The caller joins, once, with the address that was invited. An address that is not proved yet is proved by a secret that was mailed.
drop function app.accept_invitation(uuid);
create function app.accept_invitation(secret bytea) returns app.accepted language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me uuid := app.user_id(); i public.invitations; s public.invitation_secrets; given text;
begin
  perform app.may_change();
  if me is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  select * into s from public.invitation_secrets where hash = secret;
  -- The same order as everywhere: the organization first.
  perform 1 from public.organizations where id = (select organization_id from public.invitations where id = s.invitation_id) for no key update;
  select * into i from public.invitations where id = s.invitation_id for update;
  if i.id is null then return row('invitation_missing', null, null, null)::app.accepted; end if;
  if not app.is_open(i) then return row('invitation_over', app.invitation_status(i), null, null)::app.accepted; end if;
  if i.email <> (select email from public.users where id = me) then return row('invitation_other_address', null, null, null)::app.accepted; end if;
  if exists (select from public.organization_members where user_id = me and app.is_demo(organization_id)) then return row('demo_fixed', null, null, null)::app.accepted; end if;
  if s.is_mailed then perform app.prove_email(me, app.session_id()); end if;
  if not app.is_verified(me) then return row('email_unverified', null, null, null)::app.accepted; end if;
  insert into public.organization_members (organization_id, user_id, role) values (i.organization_id, me, i.role) on conflict do nothing;
  select role into given from public.organization_members where organization_id = i.organization_id and user_id = me;
  delete from public.former_members where organization_id = i.organization_id and user_id = me;
  if given = 'supervisor' then
    update public.organization_members set managed_by = me
      where organization_id = i.organization_id and user_id = any (i.therapist_ids) and role = 'therapist';
  end if;
  update public.users set current_organization_id = i.organization_id where id = me;
  update public.invitations set status = 'accepted', accepted_by = me, accepted_at = now() where id = i.id;
  perform app.set_scope(me);
  return row(null, 'accepted', i.organization_id, given)::app.accepted;
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.invite, app.admin_invite, app.renew_invitation, app.show_invitation, app.look_at_invitation, app.accept_invitation to app_web;
