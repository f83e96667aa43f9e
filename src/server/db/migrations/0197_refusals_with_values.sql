-- Only other functions call these two; they now take whether notes may stay unsigned, and return the values of a refusal's message.
drop function if exists app.apply_transfer(uuid, uuid, uuid, text);
drop function if exists app.end_membership(uuid, uuid);
