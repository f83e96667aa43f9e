create or replace function app.pending_invitations(organization uuid) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select count(*)::integer from invitations i
  where i.organization_id = organization and i.status in ('pending', 'sent') and app.is_open(i)
$$;
grant execute on function app.pending_invitations to app_admin;

-- Returns null on success, else an error code.
create or replace function app.admin_change_organization(target uuid, changes jsonb) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old organizations; differences jsonb;
begin
  perform app.require_platform_admin();
  select * into old from organizations where id = target for update;
  if old.id is null then return 'organization_not_found'; end if;
  differences := app.json_changes(jsonb_build_object('name', old.name, 'subscriptionPlan', old.subscription_plan,
    'subscriptionStatus', old.subscription_status), changes);
  if differences = '{}' then return null; end if;
  if differences ?| array['subscriptionPlan', 'subscriptionStatus'] and app.has_billing_account(target) then return 'plan_from_billing'; end if;
  update organizations set name = coalesce(changes->>'name', name), subscription_plan = coalesce(changes->>'subscriptionPlan', subscription_plan),
      subscription_status = coalesce(changes->>'subscriptionStatus', subscription_status) where id = target;
  perform app.write_admin_event('admin.organization_changed', 'organization', target, null, target, jsonb_build_object('changes', differences));
  return null;
end $$;
grant execute on function app.admin_change_organization to app_admin;
