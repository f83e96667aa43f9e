-- The function takes the version of the comment, which calls of the previous version leave out. It is created again from functions/cosign.sql.
drop function if exists app.add_note_comment(uuid, text, integer, text, uuid, text, uuid);
