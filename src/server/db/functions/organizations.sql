-- The membership in which a user currently acts.
create or replace function app.current_membership(person users) returns organization_members
language sql stable set search_path = pg_catalog, public as $$
  select * from organization_members m where m.user_id = person.id
  order by m.organization_id is not distinct from person.current_organization_id desc, m.created_at, m.id limit 1
$$;

-- Sets the name of the caller's own organization, or creates it if they belong to none (spec core §4). With several
-- organizations, names the one they act in; never names the demo practice or an organization that is closed to this sign-in.
create or replace function app.name_own_organization(org_name text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me uuid := app.user_id(); org uuid;
begin
  perform app.may_change();
  if me is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform 1 from public.users where id = me for no key update;
  select id into org from public.organizations where owner_id = me and not app.is_demo(id) and not app.is_closed(id)
    order by id is not distinct from (select current_organization_id from public.users where id = me) desc, created_at limit 1;
  if org is not null then
    update public.organizations set name = org_name where id = org;
  elsif not exists (select from public.organization_members where user_id = me) then
    insert into public.organizations (name, owner_id) values (org_name, me) returning id into org;
    insert into public.organization_members (organization_id, user_id, role) values (org, me, 'owner');
    perform app.set_scope(me);
  end if;
  return org;
end $$;
grant execute on function app.name_own_organization to app_web;

create or replace function app.rename_organization(org uuid, new_name text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org);
begin
  if refusal is not null then return refusal; end if;
  update public.organizations set name = new_name where id = org;
  return null;
end $$;
grant execute on function app.rename_organization to app_web;

-- Sets the vocabulary of an organization, for its owner and admins. `based_on` has the words that the caller changed; pages and processes of the
-- previous version pass none. A repeated change is accepted.
create or replace function app.change_vocabulary(org uuid, words text[], based_on text[] default null) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org);
begin
  if refusal is not null then return refusal; end if;
  update public.organizations set vocabulary = words where id = org and (based_on is null or vocabulary in (based_on, words));
  return case when not found then 'vocabulary_changed' end;
end $$;
grant execute on function app.change_vocabulary to app_web;

create or replace function app.switch_organization(org uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  update public.users set current_organization_id = org where id = app.user_id()
    and exists (select from public.organization_members where organization_id = org and user_id = app.user_id());
  return case when not found then 'organization_unknown' end;
end $$;
grant execute on function app.switch_organization to app_web;
