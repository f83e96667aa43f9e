-- A record under a legal hold keeps its psychotherapy notes (decision 0132). The policy needs the function before functions/ is applied.
create or replace function app.hold_since(client uuid) returns date
language sql stable security definer set search_path = pg_catalog, public as $$
  select min(h.starts_on) from legal_holds h where h.client_id = client
    and not exists (select from legal_hold_lifts l where l.hold_id = h.id)
$$;

create policy not_on_hold on psychotherapy_notes as restrictive for delete to app_web using (app.hold_since(client_id) is null);
