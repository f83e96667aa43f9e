-- Failed sign-ins of one account, whatever address they come from. Kept apart from auth_rate_limits, whose rows are thrown away after a minute.
create table auth_tries (
  -- Hash of the email, so that addresses without an account leave no trace.
  account text primary key,
  count integer not null,
  window_ends timestamptz not null
);
create index on auth_tries (window_ends);
alter table auth_tries enable row level security;
alter table auth_tries force row level security;
create policy auth on auth_tries to app_auth using (true) with check (true);
grant select, insert, update, delete on auth_tries to app_auth;
