-- UUID version 7 (RFC 9562): time-ordered, so that new rows go to the end of every index. PostgreSQL has such a function since version 18.
create or replace function app.new_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
grant execute on function app.new_id to app_web, app_worker, app_auth;

-- Sets updated_at. A transfer does not count as an update.
create or replace function app.touch() returns trigger language plpgsql volatile as $$ begin
  if coalesce(current_setting('app.transfer_org', true), '') = '' then new.updated_at := now(); end if;
  return new;
end $$;
grant execute on function app.touch to app_web, app_worker, app_auth;
