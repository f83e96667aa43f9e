alter table deletion_receipts add column request_id uuid;
create unique index deletion_receipts_request on deletion_receipts (deleted_by, request_id) where request_id is not null;
-- The function takes a request id, which calls of the previous version leave out. It is created again from functions/*.sql.
drop function if exists app.delete_filed(uuid, text, text, text);
