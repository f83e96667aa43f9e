-- Transfers say whether notes may stay unsigned, and a refusal has the values of its message.
drop function if exists app.apply_transfer(uuid, uuid, uuid, text);
drop function if exists app.transfer_client(uuid, uuid, uuid, text);
drop function if exists app.admin_transfer_client(uuid, uuid, text);
