alter table deletion_receipts add column request_id uuid;
create unique index deletion_receipts_request on deletion_receipts (deleted_by, request_id) where request_id is not null;
-- The function takes a request id, which calls of the previous version leave out. It is created again from functions/*.sql.
drop function if exists app.delete_filed(uuid, text, text, text);

alter table insights add column transcript_revision integer not null default 0;
alter table insights disable trigger touch;
alter table insights disable row level security;
alter table transcripts disable row level security;
-- Insights that are older than the last change of their transcript do not have its revision.
update insights set transcript_revision = revision - (transcripts.updated_at > insights.updated_at)::integer
  from transcripts where transcripts.session_id = insights.session_id;
alter table transcripts enable row level security;
alter table insights enable row level security;
alter table insights enable trigger touch;
grant update (transcript_revision) on insights to app_web, app_worker;
