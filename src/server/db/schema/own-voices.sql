-- The voice of a user who asked Attend to remember it (decision 0113). Only that user and their jobs read it; no owner, admin, supervisor
-- or viewer does. It is deleted when the membership ends or the account is deactivated.
create table own_voices (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users on delete cascade,
  organization_id uuid references organizations,
  -- If false, Attend does not offer to remember the voice and does not recognize it.
  is_on boolean not null default true,
  -- The session from whose turns the voice is computed. Not cleared after a failure, whose error code is in `failure`.
  session_id uuid references sessions on delete set null,
  failure text check (failure ~ '^[a-z_]{1,60}$'),
  -- The speaker model; only voices of the same model can be compared.
  model text check (length(model) between 1 and 200),
  -- The computed voice, encrypted by the application under a separate key: the database never stores it in plain text.
  sealed bytea check (length(sealed) between 33 and 65536),
  stored_at timestamptz,
  check ((sealed is null) = (model is null) and (sealed is null) = (stored_at is null)),
  unique nulls not distinct (user_id, organization_id),
  foreign key (organization_id, user_id) references organization_members (organization_id, user_id) on delete cascade
);

alter table own_voices enable row level security;
alter table own_voices force row level security;
create policy own on own_voices to app_web, app_worker using (user_id = (select app.user_id()));
create policy still_member on own_voices as restrictive to app_web, app_worker
  using (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
create policy viewing_insert on own_voices as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on own_voices as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on own_voices as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on own_voices as restrictive for select to app_web using ((select app.viewer_id()) is null);
create policy operator on own_voices for select to app_owner using (pg_has_role(session_user, 'app_owner', 'member'));
create policy operator_update on own_voices for update to app_owner using (pg_has_role(session_user, 'app_owner', 'member'));
-- Lets app.delete_voices delete the voice of a deactivated account.
create policy deactivated on own_voices for select to app_owner using (exists (select from users u where u.id = own_voices.user_id and not u.is_active));
create policy deactivated_delete on own_voices for delete to app_owner using (exists (select from users u where u.id = own_voices.user_id and not u.is_active));

grant select, insert on own_voices to app_web;
grant update (is_on, session_id, failure, model, sealed, stored_at) on own_voices to app_web, app_worker;
grant select on own_voices to app_worker;

create trigger delete_voices after update of is_active on users for each row when (not new.is_active) execute function app.delete_voices();
