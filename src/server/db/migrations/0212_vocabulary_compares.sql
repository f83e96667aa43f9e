-- The function takes the words that the caller changed, which calls of the previous version leave out. It is created again from functions/*.sql.
drop function if exists app.change_vocabulary(uuid, text[]);
