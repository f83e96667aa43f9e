-- What one organization and one visitor may use (docs/decisions/0032).

-- Bytes of audio that somebody keeps. A row is changed by one upload at a time, so that of many at once none counts on the same room.
create table storage_used (
  -- An organization; for clients in none, their therapist.
  holder_id uuid primary key,
  bytes bigint not null default 0,
  -- Since when those in charge know that little room is left.
  told_at timestamptz
);
alter table storage_used enable row level security;
alter table storage_used force row level security;
create policy definer on storage_used to app_owner using (true) with check (true);

create function app.add_storage(holder uuid, change bigint) returns void language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into storage_used (holder_id, bytes) values (holder, change)
    on conflict (holder_id) do update set bytes = storage_used.bytes + excluded.bytes
$$;

-- A recording counts as long as it is kept, an upload from its beginning until it is a recording or thrown away.
create function app.count_storage() returns trigger language plpgsql volatile security definer set search_path = pg_catalog, public as $$
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
create trigger count_storage after insert or delete or update of size, organization_id, therapist_id on recordings
  for each row execute function app.count_storage();
create trigger count_storage after insert or delete or update of size, organization_id, therapist_id, session_id on uploads
  for each row execute function app.count_storage();

-- What is there already. Row-level security hides it from its owner, too.
alter table recordings no force row level security;
alter table uploads no force row level security;
insert into storage_used (holder_id, bytes) select coalesce(organization_id, therapist_id), sum(size) from (
    select organization_id, therapist_id, size from recordings
    union all select organization_id, therapist_id, size from uploads where session_id is null) kept group by 1;
alter table recordings force row level security;
alter table uploads force row level security;

-- What is kept for the caller's clients in an organization, or in none.
create function app.storage_of(org uuid) returns bigint language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select bytes from storage_used where holder_id = coalesce(org, app.user_id())
    and (org is null or org = any (app.uuids('app.member_orgs')))), 0)
$$;

-- Notices may be about the room that is left.
alter table notices add column storage_percent integer check (storage_percent between 0 and 1000);
do $$ declare known text := pg_get_constraintdef(oid) from pg_constraint where conname = 'notices_kind_check' and conrelid = 'notices'::regclass; begin
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (case when kind = ''storage_low''
    then num_nonnulls(client_id, client_initials, actor_id, sessions_left) = 0 and storage_percent is not null
    else storage_percent is null and %s end)', substring(known from 7));
end $$;

-- Tells those in charge, once until there is room again, how much of the limit is used. Answers whom.
create function app.tell_of_storage(org uuid, quota bigint) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare used bigint;
begin
  select bytes into used from public.storage_used where holder_id = org for update;
  if used is null or used < quota * 0.8 then
    update public.storage_used set told_at = null where holder_id = org and told_at is not null;
    return;
  end if;
  update public.storage_used set told_at = now() where holder_id = org and told_at is null;
  if not found then return; end if;
  return query insert into public.notices (user_id, organization_id, kind, storage_percent)
    select u.id, org, 'storage_low', least(1000, (used * 100 / quota)::integer)
    from public.organization_members m join public.users u on u.id = m.user_id and u.is_active
    where m.organization_id = org and m.role in ('owner', 'admin')
    returning id, user_id;
end $$;

-- Visitors of a demo practice that is open to everybody hand nothing in.
alter table auth_sessions add column may_hand_in boolean not null default true;
create function app.may_hand_in() returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select may_hand_in from auth_sessions where id = app.session_id()), true)
$$;
do $$ declare t text; begin
  foreach t in array array['uploads', 'upload_chunks', 'live_recordings', 'transcripts'] loop
    execute format('create policy handed_in on %I as restrictive for insert to app_web with check ((select app.may_hand_in()))', t);
  end loop;
end $$;

-- Nobody uses a new organization to mail strangers: on its first day it sends few invitations.
do $$ declare
  known text := 'insert into public.invitations (';
  body text := pg_get_functiondef('app.write_invitation'::regproc);
begin
  if strpos(body, known) = 0 then raise exception 'app.write_invitation is not the one of 0018'; end if;
  execute replace(body, known, 'if exists (select from public.organizations where id = org and created_at > now() - interval ''1 day'')
    and (select count(*) from public.invitations where organization_id = org) >= 20 then
    return row(''invitations_new'', null)::app.invited;
  end if;
  ' || known);
end $$;

revoke execute on function app.add_storage, app.count_storage, app.storage_of, app.tell_of_storage, app.may_hand_in from public;
grant execute on function app.storage_of, app.may_hand_in to app_web, app_worker;
grant execute on function app.tell_of_storage to app_worker;
