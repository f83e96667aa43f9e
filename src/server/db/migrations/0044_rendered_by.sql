-- Who held a session never changes. A transfer changes therapist_id, which says who has access now (docs/decisions/0039).
alter table sessions add rendered_by uuid references users;

-- Sessions that were held before a transfer belong to the therapist that the first later transfer names as the former one.
alter table sessions no force row level security;
alter table audit_events no force row level security;
alter table sessions disable trigger touch;
update sessions s set rendered_by = coalesce((
    select (e.details->>'from')::uuid from audit_events e
    where e.client_id = s.client_id and e.action = 'client.transferred' and e.at >= s.created_at order by e.at limit 1), s.therapist_id)
  where s.status not in ('scheduled', 'cancelled');
alter table sessions enable trigger touch;
alter table audit_events force row level security;
alter table sessions force row level security;

create function app.set_rendered_by() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and old.rendered_by is not null then
    new.rendered_by := old.rendered_by;
  elsif new.status in ('scheduled', 'cancelled') then
    new.rendered_by := null;
  else
    new.rendered_by := new.therapist_id;
  end if;
  return new;
end $$;
create trigger set_rendered_by before insert or update on sessions for each row execute function app.set_rendered_by();

-- A note that has text is changed by the therapist who held its session only. A first draft may be made for the next therapist.
create function app.require_renderer() returns trigger language plpgsql as $$ begin
  if app.user_id() is not null and exists (
    select from sessions s where s.id = new.session_id and s.rendered_by <> app.user_id()
  ) then
    raise exception 'the session was held by another therapist' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger require_renderer before update on notes for each row
  when (old.version > 0 and (old.sections, old.note_type, old.version) is distinct from (new.sections, new.note_type, new.version))
  execute function app.require_renderer();
create policy renderer_writes on note_versions as restrictive for insert to app_web, app_worker with check (version = 1 or exists (
  select from sessions s where s.id = session_id and (s.rendered_by is null or s.rendered_by = (select app.user_id()))));

revoke execute on function app.set_rendered_by, app.require_renderer from public;
grant execute on function app.set_rendered_by, app.require_renderer to app_web, app_worker;
