-- The status page and the figures show how far the write-ahead log is archived (decision 0112).
create table wal_archive (
  only_one boolean primary key default true check (only_one),
  -- Null before the first file.
  archived_at timestamptz,
  failures bigint not null default 0 check (failures >= 0),
  -- Why the last run failed; null if it did not.
  failure text check (length(failure) <= 500)
);

alter table wal_archive enable row level security;
alter table wal_archive force row level security;
create policy archive on wal_archive to app_owner using (true) with check (true);
