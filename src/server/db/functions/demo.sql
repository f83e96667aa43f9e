create or replace function app.is_demo(org uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from demo_practice where organization_id = org)
$$;
grant execute on function app.is_demo to app_web, app_worker;

-- Creates the practice once, with new accounts only, so that it never contains existing users or records. Marks the welcome video as seen,
-- because the accounts are shared.
create or replace function app.create_demo_practice(practice jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare org uuid := practice->>'id'; person uuid;
begin
  perform pg_advisory_xact_lock(hashtext('attend demo'));
  if exists (select from public.demo_practice) then return; end if;
  -- If an address already has an account, the demo account gets another address.
  insert into public.users (id, email, email_verified, name, first_name, last_name, clinic_name, license_type, credentials, is_prelicensed,
    default_note_type, time_zone, welcome_video_seen)
    select p.id, case when exists (select from public.users u where u.email = p.email) then replace(p.email, '@', '+' || gen_random_uuid() || '@') else p.email end,
      true, p."firstName" || ' ' || p."lastName", p."firstName", p."lastName", practice->>'name', p."licenseType", p.credentials, coalesce(p."isPrelicensed", false), p."defaultNoteType", practice->>'timeZone', true
    from jsonb_to_recordset(practice->'people') as p(id uuid, email text, "firstName" text, "lastName" text, "licenseType" text, credentials text, "isPrelicensed" boolean,
      "defaultNoteType" text);
  insert into public.organizations (id, name, owner_id)
    select org, practice->>'name', p.id from jsonb_to_recordset(practice->'people') as p(id uuid, role text) where p.role = 'owner';
  insert into public.organization_members (organization_id, user_id, role, managed_by)
    select org, p.id, p.role, p."managedBy" from jsonb_to_recordset(practice->'people') as p(id uuid, role text, "managedBy" uuid);
  insert into public.demo_practice (organization_id, owner_id) select id, owner_id from public.organizations where id = org;
  for person in select (p->>'id')::uuid from jsonb_array_elements(practice->'people') p loop
    perform set_config('app.user_id', person::text, true);
    insert into public.audit_events (organization_id, action, resource_type, resource_id) values (org, 'account.created', 'account', person);
  end loop;
  perform set_config('app.user_id', '', true);
end $$;
grant execute on function app.create_demo_practice to app_worker;

create or replace function app.open_demo_practice() returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  update demo_practice set prepared_at = now() where prepared_at is null
$$;
grant execute on function app.open_demo_practice to app_worker;

-- The account that visitors sign in as, once the practice is prepared.
create or replace function app.demo_owner() returns uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select owner_id from demo_practice where prepared_at is not null
$$;
grant execute on function app.demo_owner to app_web, app_worker;
