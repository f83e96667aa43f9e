-- A reset link is valid from when its mail is sent, which a job does. Of the token only a hash is stored.
create function app.begin_password_reset(p_user uuid, p_identifier text, p_ends timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  address text;
begin
  select email into address from users where id = p_user;
  if found then
    insert into auth_verifications (identifier, value, expires_at) values (p_identifier, p_user::text, p_ends);
  end if;
  return address;
end $$;
revoke execute on function app.begin_password_reset from public;
grant execute on function app.begin_password_reset to app_worker;
