-- What people wish Attend could do. Nobody but the sender reads them.
create table suggestions (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  organization_id uuid references organizations,
  content text not null check (length(content) between 1 and 2000),
  created_at timestamptz not null default now(),
  -- When the operator was told by mail.
  mailed_at timestamptz
);
create index on suggestions (user_id, created_at desc);
alter table suggestions enable row level security;
alter table suggestions force row level security;
create policy own on suggestions for all to app_web, app_worker using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id())
    and (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
grant select, insert on suggestions to app_web;
grant select, update (mailed_at) on suggestions to app_worker;
