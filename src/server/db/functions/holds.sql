-- The first day of the earliest current legal hold on a client's record; null without a hold. Does not check the caller: policies that forbid
-- deletions read it, and for a caller who may not see the hold they would allow them.
create or replace function app.hold_since(client uuid) returns date
language sql stable security definer set search_path = pg_catalog, public as $$
  select min(h.starts_on) from legal_holds h where h.client_id = client
    and not exists (select from legal_hold_lifts l where l.hold_id = h.id)
$$;
grant execute on function app.hold_since to app_web;
