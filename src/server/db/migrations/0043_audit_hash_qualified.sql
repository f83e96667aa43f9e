-- Every name is qualified, so that no search path can put another function in the place of sha256.
create or replace function app.audit_hash(e audit_events) returns bytea language sql immutable parallel safe as $$
  select pg_catalog.sha256(e.previous_hash operator(pg_catalog.||) pg_catalog.convert_to(pg_catalog.jsonb_build_array(e.chain, e.seq,
    extract(epoch from e.at), e.actor_id, e.organization_id, e.action, e.resource_type, e.resource_id, e.client_id, e.details, e.ip_address,
    e.user_agent)::pg_catalog.text, 'UTF8'))
$$;
