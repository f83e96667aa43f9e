-- The organization whose audit trail records changes of an account.
create or replace function app.current_organization(person uuid) returns uuid
language sql stable set search_path = pg_catalog, public as $$
  select home.organization_id from users u, lateral app.current_membership(u) home where u.id = person
$$;

create or replace function app.json_editable(u users) returns jsonb language sql stable
  return jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name, 'licenseType', u.license_type, 'clinicName', u.clinic_name,
    'phoneNumber', u.phone_office, 'isActive', u.is_active);

-- Changes an account and audits the differences. Returns false if the account does not exist. Platform admins cannot deactivate
-- themselves, so one of them always remains active.
create or replace function app.admin_change_user(target uuid, changes jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old users; fresh users; differences jsonb;
begin
  perform app.require_platform_admin();
  if target = app.user_id() and (changes->>'isActive') = 'false' then raise exception 'not_allowed' using errcode = '42501'; end if;
  -- If two admins deactivate each other, the second waits here and then fails the next check.
  perform from users where role = 'admin' order by id for update;
  perform app.require_platform_admin();
  select * into old from users where id = target for update;
  if old.id is null then return false; end if;
  differences := app.json_changes(app.json_editable(old), changes);
  if differences = '{}' then return true; end if;
  update users set first_name = coalesce(changes->>'firstName', first_name), last_name = coalesce(changes->>'lastName', last_name),
      license_type = coalesce(changes->>'licenseType', license_type), clinic_name = coalesce(changes->>'clinicName', clinic_name),
      phone_office = coalesce(changes->>'phoneNumber', phone_office), is_active = coalesce((changes->>'isActive')::boolean, is_active)
    where id = target returning * into fresh;
  if not fresh.is_active then delete from auth_sessions where user_id = target; end if;
  perform app.write_admin_event('admin.user_changed', 'account', target, null, app.current_organization(target), jsonb_build_object('changes', differences));
  return true;
end $$;
grant execute on function app.admin_change_user to app_admin;
