-- The backups of this installation, complete or failed. They belong to the platform, not to an organization (decision 0069).
create table backups (
  id uuid primary key default app.new_id(),
  began_at timestamptz not null,
  finished_at timestamptz not null default now(),
  failure text,
  row_count bigint,
  file_count bigint,
  lost_file_count bigint,
  size bigint,
  check ((failure is null) = (row_count is not null and file_count is not null and lost_file_count is not null and size is not null))
);
create index backups_newest on backups (finished_at desc);

alter table backups enable row level security;
alter table backups force row level security;
create policy visible on backups for select using (true);
create policy insert_backup on backups for insert to app_owner with check (true);

grant select on backups to app_worker, app_admin;
