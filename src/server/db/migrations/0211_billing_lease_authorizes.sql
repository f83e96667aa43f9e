drop function app.billing_account(uuid);
