-- The demo practice: one an installation, shared by everybody who enters it.
create table demo_practice (
  only_one boolean primary key default true check (only_one),
  organization_id uuid not null references organizations,
  owner_id uuid not null references users,
  -- Null while its data is being written.
  prepared_at timestamptz
);
alter table demo_practice enable row level security;
alter table demo_practice force row level security;
create policy definer on demo_practice to app_owner using (true) with check (true);

-- Its accounts (features/demo/people.ts) never get a password, by a reset neither: nobody takes the shared practice for themselves.
create policy no_demo_password on auth_accounts as restrictive for insert to app_auth with check (user_id::text not like 'de300000-0000-8000-8000-%');

-- Founds an organization of new accounts only, and only once: nobody and nothing that exists can be drawn into it.
create function app.found_demo_practice(practice jsonb) returns void language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare org uuid := practice->>'id'; person uuid;
begin
  perform pg_advisory_xact_lock(hashtext('attend demo'));
  if exists (select from public.demo_practice) then return; end if;
  -- An address that somebody has taken in the meantime stays theirs.
  insert into public.users (id, email, email_verified, name, first_name, last_name, clinic_name, license_type, default_note_type, time_zone)
    select p.id, case when exists (select from public.users u where u.email = p.email) then replace(p.email, '@', '+' || gen_random_uuid() || '@') else p.email end,
      true, p."firstName" || ' ' || p."lastName", p."firstName", p."lastName", practice->>'name', p."licenseType", p."defaultNoteType", practice->>'timeZone'
    from jsonb_to_recordset(practice->'people') as p(id uuid, email text, "firstName" text, "lastName" text, "licenseType" text, "defaultNoteType" text);
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

create function app.open_demo_practice() returns void language sql volatile security definer set search_path = pg_catalog, public as $$
  update demo_practice set prepared_at = now() where prepared_at is null
$$;

-- Whom a visitor signs in as, once everything is prepared.
create function app.demo_owner() returns uuid language sql stable security definer set search_path = pg_catalog, public as $$
  select owner_id from demo_practice where prepared_at is not null
$$;

revoke execute on function app.found_demo_practice, app.open_demo_practice, app.demo_owner from public;
grant execute on function app.found_demo_practice, app.open_demo_practice to app_worker;
grant execute on function app.demo_owner to app_web, app_worker;
