-- Viewing as: somebody sees the product as another person of the organization does, and changes nothing (docs/decisions/0014).

-- One a sign-in. What it allows is decided with every request: app.enter_session.
create table viewings (
  auth_session_id uuid primary key references auth_sessions on delete cascade,
  viewer_id uuid not null references users,
  viewed_id uuid not null references users,
  organization_id uuid not null references organizations,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '60 minutes',
  check (viewer_id <> viewed_id),
  check (expires_at <= started_at + interval '60 minutes')
);
alter table viewings enable row level security;
alter table viewings force row level security;
create policy definer on viewings to app_owner using (true) with check (true);

-- Who is really asking, while the scope is another person's; the organization they see; the sign-in that the request came with.
create function app.viewer_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.viewer_id', true), '')::uuid;
create function app.viewed_org() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.viewed_org', true), '')::uuid;
create function app.session_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.session_id', true), '')::uuid;

-- Whatever changes something asks this first: policies, and functions that act for their owner.
create function app.may_change() returns boolean language plpgsql stable parallel safe as $$ begin
  if app.viewer_id() is not null then raise exception 'viewing_read_only' using errcode = '25006'; end if;
  return true;
end $$;

-- To be called for every table that app_web may read or change. `seen` says which rows are shown to a viewer: those of the viewed
-- 'organization' (the column organization_id), 'nothing', or those 'in scope' when the table's own policies see to it.
create function app.follow_viewing(t regclass, seen text) returns void language plpgsql as $$ begin
  execute format('create policy viewing_insert on %s as restrictive for insert to app_web with check ((select app.may_change()))', t);
  execute format('create policy viewing_update on %s as restrictive for update to app_web using ((select app.may_change()))', t);
  execute format('create policy viewing_delete on %s as restrictive for delete to app_web using ((select app.may_change()))', t);
  case seen
    -- coalesce keeps the planner from reading anything into it, as in the policies beside it.
    when 'organization' then execute format('create policy viewing_select on %s as restrictive for select to app_web
      using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null))', t);
    when 'nothing' then execute format('create policy viewing_select on %s as restrictive for select to app_web
      using ((select app.viewer_id()) is null)', t);
    when 'in scope' then null;
  end case;
end $$;

do $$ declare t text; begin
  foreach t in array array['clients', 'sessions', 'uploads', 'upload_chunks', 'recordings', 'session_progress', 'transcripts', 'notes',
    'note_versions', 'note_requests', 'note_search', 'insights', 'organization_members'] loop
    perform app.follow_viewing(t::regclass, 'organization');
  end loop;
  -- Nobody but the person: a session while it is recorded, and what they wrote to the operator.
  foreach t in array array['live_recordings', 'live_chunks', 'suggestions'] loop
    perform app.follow_viewing(t::regclass, 'nothing');
  end loop;
  foreach t in array array['users', 'organizations'] loop
    perform app.follow_viewing(t::regclass, 'in scope');
  end loop;
end $$;
-- The audit trail goes on.
create policy viewing_select on audit_events as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

-- Owner and admin for members of their organization, supervisors for therapists they manage; platform administrators for nobody.
create function app.may_view(viewer uuid, viewed uuid, organization uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from organization_members v
    join organization_members m on m.organization_id = v.organization_id and m.user_id = viewed
    where v.organization_id = organization and v.user_id = viewer and viewer <> viewed
      and (v.role in ('owner', 'admin') or v.role = 'supervisor' and m.role = 'therapist' and m.managed_by = viewer)
      and exists (select from users u where u.id = viewer and u.is_active and u.role <> 'admin')
      and exists (select from users u where u.id = viewed and u.is_active))
$$;

alter type app.actor add attribute viewer_id uuid, add attribute viewing_ends timestamptz;

create or replace function app.actor_of(uid uuid) returns app.actor language sql stable security definer set search_path = pg_catalog, public as $$
  select u.id, u.role, m.organization_id, m.role, u.time_zone, null::uuid, null::timestamptz
  from users u left join lateral (select organization_id, role from organization_members where user_id = u.id order by created_at, id limit 1) m on true
  where u.id = uid and u.is_active
$$;

-- The scope of the viewed person within that one organization, never as a platform administrator.
create function app.enter_viewing(v viewings) returns app.actor language sql volatile security definer set search_path = pg_catalog, public as $$
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
  select u.id, 'user', m.organization_id, m.role, u.time_zone, v.viewer_id, v.expires_at
  from users u join organization_members m on m.user_id = u.id where u.id = v.viewed_id and m.organization_id = v.organization_id
$$;

create or replace function app.enter_session(session_token text, ip text, agent text) returns app.actor
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare s public.auth_sessions; found_actor app.actor; v public.viewings;
begin
  select * into s from public.auth_sessions where token = session_token and expires_at > now();
  if s.id is not null then found_actor := app.actor_of(s.user_id); end if;
  if found_actor.user_id is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  -- A session in use lives on: twelve hours from its last quarter of an hour.
  if s.updated_at < now() - interval '15 minutes' then
    update public.auth_sessions set expires_at = now() + interval '12 hours' where id = s.id;
  end if;
  perform set_config('app.ip_address', coalesce(ip, ''), true), set_config('app.user_agent', coalesce(left(agent, 300), ''), true),
    set_config('app.session_id', s.id::text, true);
  select * into v from public.viewings where auth_session_id = s.id;
  if v.viewed_id is not null and v.expires_at > now() and app.may_view(s.user_id, v.viewed_id, v.organization_id) then
    return app.enter_viewing(v);
  end if;
  perform app.set_scope(s.user_id);
  if v.viewed_id is not null then
    -- Its time or the right to it is over. Whoever deletes it says so.
    delete from public.viewings where auth_session_id = s.id and started_at = v.started_at;
    if found then
      insert into public.audit_events (organization_id, action, resource_type, resource_id, details) values (v.organization_id,
        'viewing.ended', 'account', v.viewed_id, jsonb_build_object('expired', v.expires_at <= now()));
    end if;
  end if;
  return found_actor;
end $$;

-- One after the other: a person's starts of viewings and of recordings. Both are audited, so the end of the chain is what they wait for.
create function app.lock_own_chain() returns void language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into audit_heads values (app.user_id(), 0, '') on conflict do nothing;
  select from audit_heads where chain = app.user_id() for update
$$;

-- Begins to view as somebody, in this sign-in. Answers when it will end; null when the caller may not.
create function app.start_viewing(person uuid, organization uuid) returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare ends timestamptz;
begin
  perform app.may_change();
  if app.user_id() is null or app.session_id() is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform app.lock_own_chain();
  if not app.may_view(app.user_id(), person, organization) then return null; end if;
  insert into public.viewings (auth_session_id, viewer_id, viewed_id, organization_id)
    values (app.session_id(), app.user_id(), person, organization) on conflict do nothing returning expires_at into ends;
  -- Another tab was first.
  if ends is null then raise exception 'viewing_read_only' using errcode = '25006'; end if;
  return ends;
end $$;

-- Ends what this sign-in views. Answers whom it viewed; null when nobody.
create function app.stop_viewing() returns uuid language sql volatile security definer set search_path = pg_catalog, public as $$
  delete from viewings where auth_session_id = app.session_id() returning viewed_id
$$;

-- Chunks of a recording would be refused in a sign-in that views: none begins there, at the same moment neither.
create function app.no_recording_while_viewing() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$ begin
  if app.session_id() is null then return new; end if;
  perform app.lock_own_chain();
  if exists (select from public.viewings where auth_session_id = app.session_id()) then
    raise exception 'viewing_read_only' using errcode = '25006';
  end if;
  return new;
end $$;
create trigger no_recording_while_viewing before insert on live_recordings for each row execute function app.no_recording_while_viewing();

-- The actor is whoever really asks, in their own chain; as whom they saw it stands in the details, whatever the writer says.
create or replace function app.chain_audit_event() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare head public.audit_heads;
begin
  new.actor_id := coalesce(app.viewer_id(), app.user_id());
  if app.viewer_id() is not null then new.details := new.details || jsonb_build_object('viewing_as', app.user_id()); end if;
  new.chain := coalesce(new.actor_id, '00000000-0000-0000-0000-000000000000');
  new.at := clock_timestamp();
  new.ip_address := nullif(current_setting('app.ip_address', true), '');
  new.user_agent := nullif(current_setting('app.user_agent', true), '');
  insert into public.audit_heads values (new.chain, 0, '') on conflict do nothing;
  select * into head from public.audit_heads where chain = new.chain for update;
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := app.audit_hash(new);
  update public.audit_heads set seq = new.seq, hash = new.hash where chain = new.chain;
  return new;
end $$;

create or replace function app.name_own_organization(org_name text) returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me uuid := app.user_id(); org uuid;
begin
  perform app.may_change();
  if me is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform 1 from public.users where id = me for update;
  select id into org from public.organizations where owner_id = me order by created_at limit 1;
  if org is not null then
    update public.organizations set name = org_name where id = org;
  elsif not exists (select from public.organization_members where user_id = me) then
    insert into public.organizations (name, owner_id) values (org_name, me) returning id into org;
    insert into public.organization_members (organization_id, user_id, role) values (org, me, 'owner');
    perform app.set_scope(me);
  end if;
  return org;
end $$;

-- Words are looked up for the owner of the tables, past the policies above: one condition more in app.search_notes.
do $$
declare
  known text := 'else hit.therapist_id = therapist end';
  body text := pg_get_functiondef('app.search_notes'::regproc);
begin
  if strpos(body, known) = 0 then raise exception 'app.search_notes is not the one of 0012'; end if;
  execute replace(body, known, 'else hit.therapist_id = therapist and (app.viewed_org() is null or hit.organization_id = app.viewed_org()) end');
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.viewer_id, app.viewed_org, app.session_id, app.may_change to app_web, app_worker, app_auth;
grant execute on function app.start_viewing, app.stop_viewing to app_web;
