-- A new email address counts once a code that was sent to it is given. One change a person at a time.
create table auth_email_changes (
  user_id uuid primary key references users,
  email text not null check (email = lower(email) and length(email) <= 254),
  -- HMAC of person, address and code. Null once it was used up.
  code_hash bytea,
  wrong_codes integer not null default 0,
  ends_at timestamptz not null,
  -- Codes that were sent since, so that nobody fills a stranger's mailbox.
  sent integer not null default 1,
  sent_since timestamptz not null default now()
);
alter table auth_email_changes enable row level security;
alter table auth_email_changes force row level security;
create policy definer on auth_email_changes to app_owner using (true) with check (true);
create policy auth on auth_email_changes to app_auth using (true) with check (true);
grant select, insert, update, delete on auth_email_changes to app_auth;

-- When the caller's own password was changed last; null where it is the first one, or none.
create function app.password_changed_at() returns timestamptz language sql stable security definer set search_path = pg_catalog, public as $$
  select updated_at from auth_accounts where user_id = app.user_id() and app.viewer_id() is null
    and password is not null and updated_at > created_at + interval '1 second'
$$;
revoke execute on function app.password_changed_at from public;
grant execute on function app.password_changed_at to app_web;
