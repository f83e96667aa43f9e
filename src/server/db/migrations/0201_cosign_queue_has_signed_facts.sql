-- The function returns further columns. It is created again from functions/cosign.sql.
drop function if exists app.cosign_queue(uuid);
