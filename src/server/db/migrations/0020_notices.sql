-- What somebody is told in the product and by mail (core specification, section 3: notification_settings). Initials only, so that
-- reading one is no access to a client's record: that is the client's page, which is audited.
create table notices (
  -- Time-ordered, so that the newest come first by id.
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  organization_id uuid not null references organizations,
  kind text not null check (kind in ('client_received', 'client_given')),
  client_id uuid not null references clients,
  client_initials text not null check (length(client_initials) <= 8),
  -- Whose doing it was.
  actor_id uuid not null references users,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When it was told by mail.
  mailed_at timestamptz
);
create index on notices (user_id, id desc);
create index on notices (user_id) where read_at is null;
alter table notices enable row level security;
alter table notices force row level security;
create policy definer on notices to app_owner using (true) with check (true);
create policy own on notices to app_web, app_worker using (user_id = (select app.user_id()));
create policy still_member on notices as restrictive to app_web, app_worker
  using (coalesce(organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]), false));
grant select, update (read_at) on notices to app_web;
grant select, update (mailed_at) on notices to app_worker;
select app.follow_viewing('notices', 'nothing');

-- Tells the present therapist of a client and the former one of a transfer, in the transaction that made it; nobody of what they did
-- themselves, who is no member any more, or who does not wish it. For those in charge of the organization.
create function app.tell_of_transfer(org uuid, client uuid, former uuid) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare holder uuid; initials text;
begin
  perform app.may_change();
  if app.charge_of(org) is null then raise exception 'not in charge of the organization' using errcode = '42501'; end if;
  -- So that the tables' owner sees the client: 0019.
  perform set_config('app.hands_over_in', org::text, true);
  select c.therapist_id, upper(left(trim(c.first_name), 1) || '.' || left(trim(c.last_name), 1) || '.') into holder, initials
    from public.clients c where c.id = client and c.organization_id = org;
  perform set_config('app.hands_over_in', '', true);
  if holder is null or holder = former then return; end if;
  return query insert into public.notices (user_id, organization_id, kind, client_id, client_initials, actor_id)
    select u.id, org, told.kind, client, initials, app.user_id()
    from (values (holder, 'client_received'), (former, 'client_given')) told (person, kind) join public.users u on u.id = told.person
    where u.id <> app.user_id() and app.can_work_in(org, u.id) and coalesce((u.notification_settings->>'client_transferred')::boolean, true)
    returning id, user_id;
end $$;
revoke execute on function app.tell_of_transfer from public;
grant execute on function app.tell_of_transfer to app_web;
