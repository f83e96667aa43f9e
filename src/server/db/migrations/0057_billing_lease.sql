-- Requests and jobs take the billing lease by the same functions, so app_worker no longer updates its columns.
alter table billing_customers rename column busy_until to leased_until;
alter table billing_customers rename column busy_turn to lease;
alter table billing_customers rename column unsure_call to retry_call;
alter table billing_customers rename constraint billing_customers_unsure_call_check to billing_customers_retry_call_check;
revoke update (leased_until, lease, retry_call) on billing_customers from app_worker;
drop function app.begin_billing_change;
drop function app.end_billing_change;
