-- An event about a client belongs to the trail of the client's organization, whichever organization the writer acts in. If the client has no
-- organization, the event has none either. For a client of an organization that the writer does not belong to, the
-- event keeps the organization that it was inserted with. Otherwise the policy own_organization would reject it, which would reveal that
-- the client exists.
create or replace function app.chain_audit_event() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare head public.audit_heads; organization uuid;
begin
  select c.organization_id into organization from public.clients c where c.id = new.client_id
    and (c.organization_id is null or c.organization_id = any (app.uuids('app.member_orgs')));
  if found then new.organization_id := organization; end if;
  new.actor_id := coalesce(app.viewer_id(), app.user_id());
  if app.viewer_id() is not null then new.details := new.details || jsonb_build_object('viewing_as', app.user_id()); end if;
  new.chain := coalesce(new.actor_id, '00000000-0000-0000-0000-000000000000');
  new.ip_address := nullif(current_setting('app.ip_address', true), '');
  new.user_agent := nullif(current_setting('app.user_agent', true), '');
  insert into public.audit_heads values (new.chain, 0, '') on conflict do nothing;
  select * into head from public.audit_heads where chain = new.chain for update;
  -- After the wait for the head, so that the times of a chain have the order of its events.
  new.at := clock_timestamp();
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := app.audit_hash(new);
  update public.audit_heads set seq = new.seq, hash = new.hash where chain = new.chain;
  return new;
end $$;

-- Records a refused access: at most 30 events per user and hour, so that the trail cannot be flooded.
create or replace function app.record_refused_access(code text, endpoint text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare person uuid := coalesce(app.viewer_id(), app.user_id());
begin
  if person is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  if app.count_attempt('refused access of ' || person, 30, '1 hour') = 0 then
    insert into audit_events (action, resource_type, resource_id, details)
      values ('access.refused', 'account', person, jsonb_build_object('code', code, 'endpoint', endpoint));
  end if;
end $$;
grant execute on function app.record_refused_access to app_web;
