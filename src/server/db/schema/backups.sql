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

-- How far Attend has archived the write-ahead log of the embedded database: one row (decision 0112).
create table wal_archive (
  only_one boolean primary key default true check (only_one),
  -- When all finished files were last in the archive; null before the first time.
  archived_at timestamptz,
  failures bigint not null default 0 check (failures >= 0),
  -- Why the last run failed; null if it did not.
  failure text check (length(failure) <= 500)
);

alter table wal_archive enable row level security;
alter table wal_archive force row level security;
create policy archive on wal_archive to app_owner using (true) with check (true);
