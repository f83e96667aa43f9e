-- Owner and admins view as their members, supervisors as therapists they manage. Platform admins cannot view as other users.
create or replace function app.may_view(viewer uuid, viewed uuid, organization uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from organization_members v
    join organization_members m on m.organization_id = v.organization_id and m.user_id = viewed
    where v.organization_id = organization and v.user_id = viewer and viewer <> viewed
      and not app.is_closed(organization) and (v.role in ('owner', 'admin') or v.role = 'supervisor' and m.role = 'therapist' and m.managed_by = viewer)
      and exists (select from users u where u.id = viewer and u.is_active and u.role <> 'admin')
      and exists (select from users u where u.id = viewed and u.is_active))
$$;

-- Sets the scope of the viewed user within one organization, never as a platform admin.
create or replace function app.enter_viewing(v viewings) returns app.actor
language sql volatile security definer set search_path = pg_catalog, public as $$
  select
    set_config('app.user_id', v.viewed_id::text, true),
    set_config('app.viewer_id', v.viewer_id::text, true),
    set_config('app.viewed_org', v.organization_id::text, true),
    set_config('app.member_orgs', array[v.organization_id]::text, true),
    set_config('app.admin_orgs', (select coalesce(array_agg(organization_id), '{}')::text from organization_members
      where user_id = v.viewed_id and organization_id = v.organization_id and role in ('owner', 'admin')), true),
    set_config('app.therapists', (select array_append(coalesce(array_agg(m.user_id), '{}'), v.viewed_id)::text from organization_members m
      where m.organization_id = v.organization_id and m.managed_by = v.viewed_id and exists (select from organization_members s
        where s.organization_id = v.organization_id and s.user_id = v.viewed_id and s.role = 'supervisor')), true);
  select u.id, 'user', m.organization_id, m.role, u.time_zone, v.viewer_id, v.expires_at, false
  from users u join organization_members m on m.user_id = u.id where u.id = v.viewed_id and m.organization_id = v.organization_id
$$;

-- Serializes the starts of viewings and of recordings of one user.
create or replace function app.lock_own_starts() returns void language sql volatile
  begin atomic select pg_advisory_xact_lock(hashtextextended('start of ' || app.user_id(), 0)); end;

-- Starts to view as a user in this sign-in. Returns when the viewing ends; null if the caller may not view as this user.
create or replace function app.start_viewing(person uuid, organization uuid) returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare ends timestamptz;
begin
  perform app.may_change();
  if app.user_id() is null or app.session_id() is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform app.lock_own_starts();
  if not app.may_view(app.user_id(), person, organization) then return null; end if;
  insert into public.viewings (auth_session_id, viewer_id, viewed_id, organization_id)
    values (app.session_id(), app.user_id(), person, organization) on conflict do nothing returning expires_at into ends;
  -- Another tab has already started a viewing.
  if ends is null then raise exception 'viewing_read_only' using errcode = '25006'; end if;
  return ends;
end $$;
grant execute on function app.start_viewing to app_web;

-- Ends the viewing of this sign-in. Returns the viewed user, or null.
create or replace function app.stop_viewing() returns uuid
language sql volatile security definer set search_path = pg_catalog, public as $$
  delete from viewings where auth_session_id = app.session_id() returning viewed_id
$$;
grant execute on function app.stop_viewing to app_web;
