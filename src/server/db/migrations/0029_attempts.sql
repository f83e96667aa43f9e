-- Limits that say when the next attempt is allowed, and that a completed password reset lifts.

alter table auth_tries add column subject text;
create index on auth_tries (subject) where subject is not null;
comment on column auth_tries.subject is 'Hash of the account whose completed password reset clears the row.';

-- Counts an attempt before it is checked, so that parallel attempts count one by one. Returns how many seconds to wait; 0 when it may go on.
create function app.count_attempt(who text, most integer, span interval, account_hash text default null) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare row public.auth_tries;
begin
  delete from public.auth_tries where window_ends < now();
  insert into public.auth_tries (account, count, window_ends, subject)
    values (encode(sha256(convert_to(who, 'UTF8')), 'base64'), 1, now() + span, account_hash)
    on conflict (account) do update set count = auth_tries.count + 1 returning * into row;
  return case when row.count <= most then 0 else greatest(1, ceil(extract(epoch from row.window_ends - now())))::integer end;
end $$;

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

drop function app.may_try(text, integer, interval);
revoke execute on function app.count_attempt from public;
grant execute on function app.count_attempt to app_web, app_auth;
