-- The function returns a further column. It is created again from functions/cosign.sql.
drop function if exists app.cosign_queue(uuid);
