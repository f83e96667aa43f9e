-- Run once as a superuser in the database `postgres`, with another password. PgBouncer may then look up logins of Attend, and no others.
create role pgbouncer login password 'change me';
create schema pgbouncer;
grant usage on schema pgbouncer to pgbouncer;
create function pgbouncer.login(name text, out login text, out secret text) returns setof record
language sql stable security definer set search_path = pg_catalog as $$
  select rolname::text, rolpassword from pg_authid where rolname = name and rolcanlogin and name ~ '^app_(web|worker|auth|admin|payments)_'
$$;
revoke execute on function pgbouncer.login from public;
grant execute on function pgbouncer.login to pgbouncer;
