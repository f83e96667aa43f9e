-- Each function that changes something returns null on success, else an error code (src/shared/contract/errors.ts), alone or with the
-- values of its message.

create or replace function app.is_active_member(org uuid, person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from organization_members m join users u on u.id = m.user_id and u.is_active where m.organization_id = org and m.user_id = person)
$$;

-- Changes a role, except that of the last active owner. Does not check the caller.
create or replace function app.set_role(org uuid, member uuid, new_role text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old_role text; next_owner uuid;
begin
  select role into old_role from public.organization_members where organization_id = org and user_id = member;
  if old_role is null then return 'member_missing'; end if;
  if old_role = 'owner' and new_role <> 'owner' then
    -- An owner who can sign in has to remain.
    select m.user_id into next_owner from public.organization_members m join public.users u on u.id = m.user_id and u.is_active
      where m.organization_id = org and m.role = 'owner' and m.user_id <> member order by m.created_at, m.id limit 1;
    if next_owner is null then return 'last_owner'; end if;
    update public.organizations set owner_id = next_owner where id = org and owner_id = member;
  end if;
  update public.organization_members set role = new_role, managed_by = case when new_role = 'therapist' then managed_by end,
      is_prelicensed = is_prelicensed and new_role = 'therapist'
    where organization_id = org and user_id = member;
  if new_role <> 'supervisor' then
    update public.organization_members set managed_by = null where organization_id = org and managed_by = member;
  end if;
  if new_role = 'therapist' then perform app.end_cosign_assignments(org, member); end if;
  return null;
end $$;

-- Returns null on success, else the error code and the values of its message; does not check the caller. Ending the membership of a member who
-- is recording needs `may_interrupt`, and notes that the member could still sign need `may_stay_unsigned`. A member who leaves ends or
-- discards a recording first (decision 0142).
create or replace function app.end_membership(org uuid, member uuid, may_interrupt boolean, may_stay_unsigned boolean) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old_role text; unsigned jsonb; refusal text; is_leaving boolean := member = app.user_id();
  is_recording boolean := exists (select from public.live_recordings r where r.organization_id = org and r.therapist_id = member and r.ended_at is null);
begin
  perform set_config('app.transfer_org', org::text, true);
  unsigned := app.unsigned_notes(org, member, null);
  perform set_config('app.transfer_org', '', true);
  select role into old_role from public.organization_members where organization_id = org and user_id = member;
  refusal := case when old_role is null then 'member_missing' when old_role = 'owner' then 'owner_stays'
    when is_recording and is_leaving then 'leave_recording' when is_recording and not may_interrupt then 'member_recording'
    when unsigned is not null and not may_stay_unsigned then case when is_leaving then 'leave_unsigned' else 'member_unsigned' end end;
  if refusal is not null then return jsonb_build_object('code', refusal, 'values', coalesce(unsigned, '{}')); end if;
  update public.organization_members set managed_by = null where organization_id = org and managed_by = member;
  delete from public.organization_members where organization_id = org and user_id = member;
  perform app.end_cosign_assignments(org, member);
  insert into public.former_members (organization_id, user_id) values (org, member) on conflict (organization_id, user_id) do update set left_at = now();
  update public.users set current_organization_id = null where id = member and current_organization_id = org;
  return null;
end $$;

create or replace function app.set_supervisor(org uuid, member uuid, supervisor uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old_role text;
begin
  select role into old_role from public.organization_members where organization_id = org and user_id = member;
  if old_role is null then return 'member_missing'; end if;
  if supervisor is not null and old_role <> 'therapist' then return 'supervisor_only_for_therapists'; end if;
  if supervisor is not null and not exists (select from public.organization_members
    where organization_id = org and user_id = supervisor and role = 'supervisor') then return 'supervisor_role_missing'; end if;
  update public.organization_members set managed_by = supervisor where organization_id = org and user_id = member;
  return null;
end $$;

-- Rejects roles above the caller's own, and changes of members above the caller (src/shared/rules/roles.ts).
create or replace function app.change_role(org uuid, member uuid, new_role text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org); old_role text;
begin
  if refusal is not null then return refusal; end if;
  select role into old_role from public.organization_members where organization_id = org and user_id = member;
  if greatest(app.role_rank(old_role), app.role_rank(new_role)) > app.own_admin_rank(org) and old_role is not null then return 'role_above'; end if;
  return app.set_role(org, member, new_role);
end $$;
grant execute on function app.change_role to app_web;

-- Every member except an owner may leave.
create or replace function app.remove_member(org uuid, member uuid, may_interrupt boolean, may_stay_unsigned boolean) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org);
begin
  if refusal = 'not_allowed' and member = app.user_id() then
    refusal := case when app.is_demo(org) then 'demo_fixed' end;
  end if;
  return case when refusal is not null then jsonb_build_object('code', refusal)
    else app.end_membership(org, member, may_interrupt, may_stay_unsigned) end;
end $$;
grant execute on function app.remove_member(uuid, uuid, boolean, boolean) to app_web;

-- For processes of the previous version.
create or replace function app.remove_member(org uuid, member uuid) returns text
language sql volatile security definer set search_path = pg_catalog, public as $$
  select app.may_change();
  select app.remove_member(org, member, true, true)->>'code';
$$;
grant execute on function app.remove_member(uuid, uuid) to app_web;

create or replace function app.assign_supervisor(org uuid, member uuid, supervisor uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org);
begin
  return case when refusal is not null then refusal else app.set_supervisor(org, member, supervisor) end;
end $$;
grant execute on function app.assign_supervisor to app_web;

-- Owners and admins are never pre-licensed in their own organization, so no one changes this for themselves.
create or replace function app.set_prelicensed(org uuid, member uuid, prelicensed boolean) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org); member_role text;
begin
  if refusal is not null then return refusal; end if;
  select role into member_role from public.organization_members where organization_id = org and user_id = member;
  if member_role is null then return 'member_missing';
  elsif member_role <> 'therapist' then return 'prelicensed_only_for_therapists';
  end if;
  update public.organization_members set is_prelicensed = prelicensed where organization_id = org and user_id = member;
  return null;
end $$;
grant execute on function app.set_prelicensed to app_web;
