-- Failed sign-ins and refused access in the audit trail, rate limited, for the account holder and for platform admins.

-- Counts an event; false when there were too many of the same within `span`.
drop function app.may_try(text, integer);
create function app.may_try(who text, most integer, span interval default '1 minute') returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare tries integer;
begin
  delete from public.auth_tries where window_ends < now();
  insert into public.auth_tries (account, count, window_ends) values (encode(sha256(convert_to(who, 'UTF8')), 'base64'), 1, now() + span)
    on conflict (account) do update set count = auth_tries.count + 1 returning count into tries;
  return tries <= most;
end $$;

-- Records that the caller was refused. At most 30 events per person and hour, so that nobody floods the trail.
create function app.record_refused_access(code text, endpoint text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare person uuid := coalesce(app.viewer_id(), app.user_id());
begin
  if person is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  if app.may_try('refused access of ' || person, 30, '1 hour') then
    insert into audit_events (action, resource_type, resource_id, details)
      values ('access.refused', 'account', person, jsonb_build_object('code', code, 'endpoint', endpoint));
  end if;
end $$;

create index audit_events_refused on audit_events (at desc)
  where action in ('access.refused', 'account.sign_in_failed', 'account.second_factor_failed', 'account.password_refused');
create index audit_events_refused_to on audit_events (actor_id, at desc)
  where action in ('access.refused', 'account.sign_in_failed', 'account.second_factor_failed', 'account.password_refused');

-- The newest 200 of the last 90 days, for platform admins.
create function app.admin_refused_access() returns jsonb language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.refused_access_listed', 'account', null, null, null, '{}');
  return (select coalesce(jsonb_agg(jsonb_build_object('id', e.chain || '-' || e.seq, 'at', app.json_utc(e.at), 'action', e.action,
      'details', e.details, 'person', (select app.json_person(u) from users u where u.id = e.actor_id),
      'ipAddress', e.ip_address, 'userAgent', e.user_agent) order by e.at desc, e.chain, e.seq desc), '[]')
    from (select * from audit_events
      where action in ('access.refused', 'account.sign_in_failed', 'account.second_factor_failed', 'account.password_refused')
        and at > now() - interval '90 days' order by at desc limit 200) e);
end $$;

revoke execute on function app.may_try, app.record_refused_access, app.admin_refused_access from public;
grant execute on function app.may_try to app_web, app_auth;
grant execute on function app.record_refused_access, app.admin_refused_access to app_web;
