-- Platform admins change memberships of any role, except their own. Functions that return text return null on success, else an error
-- code; admin_remove_member returns null, or the code with its values as JSON.

create or replace function app.admin_member(member uuid) returns organization_members
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare m organization_members;
begin
  perform app.require_platform_admin();
  -- Locks the organization first, so that changes of its members run one after another.
  perform from organizations where id = (select organization_id from organization_members where id = member) for update;
  select * into m from organization_members where id = member;
  return m;
end $$;

create or replace function app.admin_refusal(m organization_members) returns text
language sql stable set search_path = pg_catalog, public as $$
  select case when m.id is null then 'member_missing' when m.user_id = app.user_id() then 'admin_self'
    when app.is_demo(m.organization_id) then 'demo_fixed' end
$$;

create or replace function app.admin_member_changed(m organization_members, done text, changes jsonb) returns void
language sql volatile set search_path = pg_catalog, public as $$
  select app.write_admin_event(done, 'account', m.user_id, null, m.organization_id, jsonb_build_object('changes', changes))
$$;

create or replace function app.admin_change_role(member uuid, new_role text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare m organization_members := app.admin_member(member); refusal text := app.admin_refusal(m);
begin
  if refusal is null and m.role <> new_role then
    refusal := app.set_role(m.organization_id, m.user_id, new_role);
    if refusal is null then
      perform app.admin_member_changed(m, 'admin.role_changed', jsonb_build_object('role', jsonb_build_object('before', m.role, 'after', new_role)));
    end if;
  end if;
  return refusal;
end $$;
grant execute on function app.admin_change_role to app_admin;

create or replace function app.admin_remove_member(member uuid, may_interrupt boolean, may_stay_unsigned boolean) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare m organization_members := app.admin_member(member); code text := app.admin_refusal(m); refusal jsonb;
begin
  refusal := case when code is not null then jsonb_build_object('code', code)
    else app.end_membership(m.organization_id, m.user_id, may_interrupt, may_stay_unsigned) end;
  if refusal is null then
    perform app.admin_member_changed(m, 'admin.member_removed', jsonb_build_object('role', jsonb_build_object('before', m.role, 'after', null)));
  end if;
  return refusal;
end $$;
grant execute on function app.admin_remove_member(uuid, boolean, boolean) to app_admin;

-- For processes of the previous version.
create or replace function app.admin_remove_member(member uuid) returns text
language sql volatile security definer set search_path = pg_catalog, public as $$
  select app.admin_remove_member(member, true, true)->>'code'
$$;
grant execute on function app.admin_remove_member(uuid) to app_admin;

create or replace function app.admin_assign_supervisor(member uuid, supervisor uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare m organization_members := app.admin_member(member); refusal text := app.admin_refusal(m);
begin
  if refusal is null and m.managed_by is distinct from supervisor then
    refusal := app.set_supervisor(m.organization_id, m.user_id, supervisor);
    if refusal is null then
      perform app.admin_member_changed(m, 'admin.supervisor_assigned',
        jsonb_build_object('supervisorId', jsonb_build_object('before', m.managed_by, 'after', supervisor)));
    end if;
  end if;
  return refusal;
end $$;
grant execute on function app.admin_assign_supervisor to app_admin;

-- Returns an error code or null, and the invitation to mail in the shape of `shared/contract/invitations.ts`, which is null after an error.
create or replace function app.admin_invite(organization uuid, address text, new_role text, therapists uuid[], mailed bytea,
  shown bytea) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare o organizations; made app.invited;
begin
  perform app.require_platform_admin();
  select * into o from organizations where id = organization for update;
  if o.id is null then return jsonb_build_object('refusal', 'organization_not_found', 'invitation', null); end if;
  if app.is_demo(o.id) then return jsonb_build_object('refusal', 'demo_fixed', 'invitation', null); end if;
  made := app.write_invitation(o.id, address, new_role, therapists);
  if made.refusal is null then perform app.add_invitation_secrets(made.id, mailed, shown);
    perform app.write_admin_event('admin.member_invited', 'invitation', made.id, null, o.id, jsonb_build_object('role', new_role));
  end if;
  return jsonb_build_object('refusal', made.refusal, 'wait', app.seconds_to_invite(o.id, made.refusal, null), 'invitation', (
    select jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'status', i.status, 'createdAt', app.json_utc(i.created_at), 'expiresAt', app.json_utc(i.expires_at),
      'invitedBy', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'A team member'), 'organizationName', o.name)
    from invitations i join users u on u.id = i.invited_by where i.id = made.id));
end $$;
grant execute on function app.admin_invite to app_admin;

create or replace function app.admin_mark_invitation_sent(invitation uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.require_platform_admin();
  update invitations set status = 'sent' where id = invitation and status = 'pending';
end $$;
grant execute on function app.admin_mark_invitation_sent to app_admin;
