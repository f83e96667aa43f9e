-- Whether the caller has the first account of this installation. Accounts of the demo practice do not count.
create or replace function app.is_first_account() returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(app.user_id() = (
    select u.id from users u
    where not exists (select from organization_members m join demo_practice d using (organization_id) where m.user_id = u.id)
    order by u.created_at, u.id limit 1), false)
$$;
grant execute on function app.is_first_account to app_web;
