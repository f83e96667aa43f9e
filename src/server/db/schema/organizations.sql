create table organizations (
  id uuid primary key default app.new_id(),
  name text not null check (length(name) between 1 and 200),
  owner_id uuid not null references users,
  subscription_plan text not null default 'free' check (subscription_plan in ('free', 'basic', 'pro', 'enterprise')),
  subscription_status text not null default 'trial' check (subscription_status in ('active', 'trial', 'inactive', 'canceled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_keys tsvector generated always as (app.search_keys(name, '')) stored,
  -- The time since which members need a second factor; null if they do not (decision 0031).
  second_factor_since timestamptz,
  -- The statement that therapists of the organization sign; null for the default of Attend.
  attestation_text text check (length(attestation_text) between 1 and 1000),
  -- A first signature later than this many hours after the session is a late entry.
  late_after_hours integer not null default 72 check (late_after_hours in (24, 48, 72)),
  -- Hours in which authors may unlock a note that they signed.
  unlock_hours integer not null default 24 check (unlock_hours between 0 and 168),
  -- Words that speech engines should know: first names, medications, places.
  vocabulary text[] not null default '{}' check (cardinality(vocabulary) <= 100)
);
create index organizations_owner_id_idx on organizations (owner_id);
create index organizations_newest on organizations (created_at desc, id desc);
-- The admin panel also finds users by the name of their organization: invited members have no clinic name of their own.
create index organizations_search on organizations using gin (search_keys);

create trigger touch before update on organizations for each row execute function app.touch();

alter table organizations enable row level security;
alter table organizations force row level security;
create policy definer on organizations to app_owner using (true) with check (true);
create policy member on organizations for select to app_web, app_worker using (id = any ((select app.uuids('app.member_orgs'))::uuid[]));
create policy admin_panel on organizations for select to app_admin using (true);
create policy viewing_insert on organizations as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on organizations as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on organizations as restrictive for delete to app_web using ((select app.may_change()));

grant select on organizations to app_web, app_worker;
grant select (id, name, owner_id, subscription_plan, subscription_status, created_at, updated_at, search_keys) on organizations to app_admin;

create table organization_members (
  id uuid primary key default app.new_id(),
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'supervisor', 'therapist')),
  managed_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The last day of an absence; notes to co-sign can be reassigned meanwhile.
  away_until date,
  -- Set by owners and admins: a supervisor co-signs the therapist's notes, regardless of the therapist's own profile.
  is_prelicensed boolean not null default false,
  constraint organization_members_organization_id_user_id_key unique (organization_id, user_id)
);
create index organization_members_user_id_idx on organization_members (user_id);
create index organization_members_managed_by_idx on organization_members (managed_by) where managed_by is not null;

create trigger touch before update on organization_members for each row execute function app.touch();

alter table organization_members enable row level security;
alter table organization_members force row level security;
create policy definer on organization_members to app_owner using (true) with check (true);
create policy member on organization_members for select to app_web, app_worker
  using (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
create policy admin_panel on organization_members for select to app_admin using (true);
create policy viewing_insert on organization_members as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on organization_members as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on organization_members as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on organization_members as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select on organization_members to app_web, app_worker;
grant select (id, organization_id, user_id, role, managed_by, created_at) on organization_members to app_admin;

-- Users who were members. Their clients stay, and owner and admins still see whose clients they were.
create table former_members (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  left_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);

alter table former_members enable row level security;
alter table former_members force row level security;
create policy definer on former_members to app_owner using (true) with check (true);
create policy organization_admin on former_members for select to app_web
  using (organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]));
create policy viewing_insert on former_members as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on former_members as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on former_members as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on former_members as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select on former_members to app_web;

-- Parts of the table users (accounts.sql) that need the tables above.
alter table users
  add constraint users_current_organization_id_fkey foreign key (current_organization_id) references organizations;
create policy same_organization on users for select to app_web, app_worker
  using (coalesce(
    id = (select app.user_id())
    or id in (select user_id from organization_members
    where organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])), false));
create policy former_member on users for select to app_web
  using (id in (select user_id from former_members where organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])));
