-- The demo practice. Each installation has one, shared by all visitors.
create table demo_practice (
  only_one boolean primary key default true check (only_one),
  organization_id uuid not null references organizations,
  owner_id uuid not null references users,
  -- Null while the data of the practice is being written.
  prepared_at timestamptz
);

alter table demo_practice enable row level security;
alter table demo_practice force row level security;
create policy definer on demo_practice to app_owner using (true) with check (true);
