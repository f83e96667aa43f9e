-- Receipts of deleted recordings, transcripts and sessions (decision 0054). Only app.delete_filed inserts them, and they are never deleted.
create table deletion_receipts (
  id uuid primary key default app.new_id(),
  -- Users who may see the client may see the receipt, also after a transfer.
  client_id uuid not null references clients,
  -- Not a foreign key, because the session may be deleted.
  session_id uuid not null,
  what text not null check (what in ('recording', 'transcript', 'session')),
  -- One of fixed values, so that the reason contains no clinical text.
  reason text not null check (reason in ('wrong client', 'duplicate', 'wrong file', 'no consent', 'test')),
  session_date date not null,
  start_time time not null,
  -- The deleted parts, each with its bytes, sha256 and count where they apply.
  contents jsonb not null,
  deleted_by uuid not null references users,
  deleted_by_name text not null,
  deleted_at timestamptz not null default now(),
  -- Names of files in the file store, which a job erases. The names consist of ids.
  files text[] not null,
  files_erased_at timestamptz
);
create index deletion_receipts_client_id_idx on deletion_receipts (client_id, deleted_at desc);
create index deletion_receipts_to_erase on deletion_receipts (deleted_at) where files_erased_at is null and cardinality(files) > 0;

alter table deletion_receipts enable row level security;
alter table deletion_receipts force row level security;
create policy visible on deletion_receipts for select to app_web
  using (exists (select from clients c where c.id = deletion_receipts.client_id));
create policy definer on deletion_receipts for insert to app_owner with check (session_id = (select app.session_to_change()));
-- Files are erased without a user, because the user who deleted them may no longer see the client.
create policy erasure on deletion_receipts for select to app_owner using (cardinality(files) > 0);
create policy erasure_update on deletion_receipts for update to app_owner using (files_erased_at is null) with check (files_erased_at is not null);

grant select on deletion_receipts to app_web;
