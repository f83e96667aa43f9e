-- Notifications in the product and by mail (spec core §3). They contain only the initials of a client,
-- because access to a client's record is audited on the client's page.
create table notices (
  -- Time-ordered, so that sorting by id lists the newest first.
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  organization_id uuid not null references organizations,
  kind text not null,
  client_id uuid references clients,
  client_initials text check (length(client_initials) <= 8),
  -- Who caused the notice; null for platform admins and for notices about limits.
  actor_id uuid references users,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When the notice was sent by mail.
  mailed_at timestamptz,
  sessions_left integer check (sessions_left >= 0),
  -- The used part of the storage limit.
  storage_percent integer check (storage_percent between 0 and 1000),
  -- The note that was returned or co-signed. A notice about waiting notes names no note.
  session_id uuid references sessions,
  constraint notices_kind_check check (case
    when kind = 'storage_low' then
      num_nonnulls(client_id, client_initials, actor_id, sessions_left, session_id) = 0 and storage_percent is not null
    when kind in ('note_returned', 'note_cosigned') then
      num_nonnulls(client_id, sessions_left, storage_percent) = 0 and num_nulls(session_id, client_initials) = 0
    when kind = 'cosign_waiting' then num_nonnulls(client_id, client_initials, sessions_left, storage_percent, session_id) = 0
    else num_nonnulls(storage_percent, session_id) = 0 and case
      when kind in ('client_received', 'client_given') then num_nulls(client_id, client_initials) = 0 and sessions_left is null
      else kind = 'low_sessions_remaining' and num_nonnulls(client_id, client_initials, actor_id) = 0 and sessions_left is not null
    end
  end)
);
create index notices_user_id_id_idx on notices (user_id, id desc);
create index notices_user_id_idx on notices (user_id) where read_at is null;

alter table notices enable row level security;
alter table notices force row level security;
create policy definer on notices to app_owner using (true) with check (true);
create policy own on notices to app_web, app_worker using (user_id = (select app.user_id()));
create policy still_member on notices as restrictive to app_web, app_worker
  using (coalesce(organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]), false));
create policy viewing_insert on notices as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on notices as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on notices as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on notices as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select on notices to app_web, app_worker;
grant update (read_at) on notices to app_web;
grant update (mailed_at) on notices to app_worker;
