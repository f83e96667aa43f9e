drop function app.billing_account(uuid);
drop function app.release_own_customer(uuid, uuid, text, boolean);
