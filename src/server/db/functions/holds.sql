-- The first day of the earliest current legal hold on a client's record; null without a hold. Only for the client's therapist and members
-- of the client's organization.
create or replace function app.hold_since(client uuid) returns date
language sql stable security definer set search_path = pg_catalog, public as $$
  select min(h.starts_on) from legal_holds h where h.client_id = client
    and exists (select from clients c where c.id = client and (c.therapist_id = app.user_id() or exists (
      select from organization_members m where m.organization_id = c.organization_id and m.user_id = app.user_id())))
    and not exists (select from legal_hold_lifts l where l.hold_id = h.id)
$$;
grant execute on function app.hold_since to app_web;
