alter table note_addenda add column request_id uuid;
create unique index note_addenda_request on note_addenda (author_id, request_id) where request_id is not null;
alter table note_comments add column request_id uuid;
create unique index note_comments_request on note_comments (author_id, request_id) where request_id is not null;
-- The functions take a request id, which calls of the previous version leave out. They are created again from functions/*.sql.
drop function if exists app.add_addendum(uuid, text, text, text, date);
drop function if exists app.add_note_comment(uuid, text, integer, text, uuid, text);
