-- Files of a deletion are erased without a user, because the user who deleted them may no longer see the client. A job that a process of
-- the previous version runs fails, and is retried.
drop policy own_update on deletion_receipts;
drop policy visible on deletion_receipts;
revoke select, update (files_erased_at) on deletion_receipts from app_worker;
create policy visible on deletion_receipts for select to app_web
  using (exists (select from clients c where c.id = deletion_receipts.client_id));
create policy erasure on deletion_receipts for select to app_owner using (cardinality(files) > 0);
create policy erasure_update on deletion_receipts for update to app_owner using (files_erased_at is null) with check (files_erased_at is not null);
create index deletion_receipts_to_erase on deletion_receipts (deleted_at) where files_erased_at is null and cardinality(files) > 0;
