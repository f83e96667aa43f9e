-- Only the therapist who held the session changes a note that has text. A first draft may be made for the next therapist.
create or replace function app.require_renderer() returns trigger language plpgsql volatile as $$ begin
  if app.user_id() is not null and exists (
    select from sessions s where s.id = new.session_id and s.rendered_by <> app.user_id()
  ) then
    raise exception 'the session was held by another therapist' using errcode = '42501';
  end if;
  return new;
end $$;
grant execute on function app.require_renderer to app_web, app_worker;
