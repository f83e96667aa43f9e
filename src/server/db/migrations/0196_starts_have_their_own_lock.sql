-- Starts of viewings and recordings no longer lock the chain of audit events, which a transaction locks last (decision 0138).
drop function if exists app.lock_own_chain;
