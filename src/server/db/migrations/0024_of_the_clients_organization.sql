-- Where somebody in two organizations works on a client, what they do is told in the client's; and a client who is handed over in the
-- admin panel is told of like any other.

-- What is about a client stands in the trail of the client's organization, in whichever the writer acts; in nobody's where the client has
-- none. A client of an organization that the writer is not in changes nothing: its row would be refused (own_clinic, 0005), which would
-- say that there is such a client. What stands in the chain already stays.
create or replace function app.chain_audit_event() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare head public.audit_heads; organization uuid;
begin
  select c.organization_id into organization from public.clients c where c.id = new.client_id
    and (c.organization_id is null or c.organization_id = any (app.uuids('app.member_orgs')));
  if found then new.organization_id := organization; end if;
  new.actor_id := coalesce(app.viewer_id(), app.user_id());
  if app.viewer_id() is not null then new.details := new.details || jsonb_build_object('viewing_as', app.user_id()); end if;
  new.chain := coalesce(new.actor_id, '00000000-0000-0000-0000-000000000000');
  new.at := clock_timestamp();
  new.ip_address := nullif(current_setting('app.ip_address', true), '');
  new.user_agent := nullif(current_setting('app.user_agent', true), '');
  insert into public.audit_heads values (new.chain, 0, '') on conflict do nothing;
  select * into head from public.audit_heads where chain = new.chain for update;
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := app.audit_hash(new);
  update public.audit_heads set seq = new.seq, hash = new.hash where chain = new.chain;
  return new;
end $$;
