-- False for visitors of an open demo practice.
create or replace function app.may_upload() returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select may_upload from auth_sessions where id = app.session_id()), true)
$$;
grant execute on function app.may_upload to app_web, app_worker;

-- A sign-in that views as another user cannot send chunks, so it cannot start a recording, not even concurrently.
create or replace function app.no_recording_while_viewing() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$ begin
  if app.session_id() is null then return new; end if;
  perform app.lock_own_chain();
  if exists (select from public.viewings where auth_session_id = app.session_id()) then
    raise exception 'viewing_read_only' using errcode = '25006';
  end if;
  return new;
end $$;

create or replace function app.add_storage(holder uuid, change bigint) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into storage_used (holder_id, bytes) values (holder, change)
    on conflict (holder_id) do update set bytes = storage_used.bytes + excluded.bytes
$$;

-- A recording counts while it is stored; an upload counts until it becomes a recording or is deleted.
create or replace function app.count_storage() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare is_upload boolean := tg_table_name = 'uploads';
begin
  if tg_op <> 'INSERT' and not (is_upload and to_jsonb(old)->>'session_id' is not null) then
    perform app.add_storage(coalesce(old.organization_id, old.therapist_id), -old.size);
  end if;
  if tg_op <> 'DELETE' and not (is_upload and to_jsonb(new)->>'session_id' is not null) then
    perform app.add_storage(coalesce(new.organization_id, new.therapist_id), new.size);
  end if;
  return null;
end $$;

-- Bytes stored for the caller's clients in an organization, or in none.
create or replace function app.storage_of(org uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select bytes from storage_used where holder_id = coalesce(org, app.user_id())
    and (org is null or org = any (app.uuids('app.member_orgs')))), 0)
$$;
grant execute on function app.storage_of to app_web, app_worker;

-- Deletes uploads that were not finished within a week, with their chunks. Returns their number.
create or replace function app.clean_uploads() returns integer
language sql volatile security definer set search_path = pg_catalog, public as $$
  with gone as (delete from uploads where session_id is null and created_at < now() - interval '7 days' returning 1)
  select count(*)::int from gone
$$;
grant execute on function app.clean_uploads to app_worker;
