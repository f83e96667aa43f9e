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

create or replace function app.set_first_ready() returns trigger language plpgsql volatile as $$ begin
  new.first_ready_at := now();
  return new;
end $$;
grant execute on function app.set_first_ready to app_web, app_worker;

create or replace function app.refuse_signed() returns trigger language plpgsql volatile as $$ begin
  raise exception 'signed records do not change' using errcode = '55000';
end $$;
grant execute on function app.refuse_signed to app_web, app_worker;

-- The only note that a function of signatures may read and change in this transaction.
create or replace function app.note_to_sign() returns uuid language sql stable return nullif(current_setting('app.note_to_sign', true), '')::uuid;

-- The only organization whose notes app.cosign_queue may read in this transaction.
create or replace function app.cosign_org() returns uuid language sql stable return nullif(current_setting('app.cosign_org', true), '')::uuid;

-- In a locked note, only the therapist with access, the signing status and times may change.
create or replace function app.lock_signed_note() returns trigger language plpgsql volatile as $$
declare free text[] := array['therapist_id', 'status', 'signed_at', 'updated_at', 'search_due_since'];
begin
  if to_jsonb(new) - free <> to_jsonb(old) - free then
    raise exception 'signed records do not change' using errcode = '55000';
  end if;
  return new;
end $$;
grant execute on function app.lock_signed_note to app_web, app_worker;

-- A version never changes, except its therapist after a transfer. When a transcript is deleted, unsigned versions lose their quotes.
create or replace function app.lock_version() returns trigger language plpgsql volatile as $$ begin
  if to_jsonb(new) - 'therapist_id' <> to_jsonb(old) - 'therapist_id' and (old.session_id is distinct from app.session_to_change()
    or to_jsonb(new) <> to_jsonb(old) || jsonb_build_object('coverage', null, 'sections', app.without_quotes(old.sections))) then
    raise exception 'versions do not change' using errcode = '55000';
  end if;
  return new;
end $$;
grant execute on function app.lock_version to app_web, app_worker;

-- Notes whose open items are not counted yet, with the therapist who has access; at most 200.
create or replace function app.uncounted_notes() returns table (session_id uuid, therapist_id uuid)
language sql stable security definer set search_path = pg_catalog, public as $$
  select n.session_id, n.therapist_id from notes n join users u on u.id = n.therapist_id and u.is_active
  where n.to_review_count is null and (n.organization_id is null or app.is_active_member(n.organization_id, n.therapist_id))
  order by n.session_id limit 200
$$;
grant execute on function app.uncounted_notes to app_worker;
