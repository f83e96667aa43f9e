-- Contact details of an opened client. Returns no row unless the caller has opened the client by stating a reason.
create or replace function app.admin_client_contact(target uuid) returns table (access_until timestamptz, email text, phone text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select opened.until, c.email, c.phone from app.admin_access('client', target) opened (until) join clients c on c.id = target
  where opened.until is not null
$$;
grant execute on function app.admin_client_contact to app_admin;

-- Changes the name of a client in the words of the notes. The trigger index_client cannot: app_owner sees one note at a time.
create or replace function app.rename_in_note_search(target uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare session uuid;
begin
  for session in select id from sessions where client_id = target loop
    perform set_config('app.session_to_change', session::text, true);
    perform app.index_words(session);
  end loop;
  perform set_config('app.session_to_change', '', true);
end $$;

-- Changes an opened client and audits the differences. Returns false unless the caller has opened the client by stating a reason.
create or replace function app.admin_change_client(target uuid, changes jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare c clients; differences jsonb;
begin
  perform app.require_platform_admin();
  if app.admin_access('client', target) is null then return false; end if;
  perform set_config('app.admin_record', target::text, true);
  select * into c from clients where id = target for update;
  differences := app.json_changes(jsonb_build_object('firstName', c.first_name, 'lastName', c.last_name, 'email', coalesce(c.email, ''),
    'phone', coalesce(c.phone, ''), 'status', c.status), changes);
  if differences <> '{}' then
    update clients set first_name = coalesce(changes->>'firstName', first_name), last_name = coalesce(changes->>'lastName', last_name),
        email = case when changes ? 'email' then nullif(changes->>'email', '') else email end,
        phone = case when changes ? 'phone' then nullif(changes->>'phone', '') else phone end,
        status = coalesce(changes->>'status', status) where id = target;
    if differences ?| array['firstName', 'lastName'] then perform app.rename_in_note_search(target); end if;
    perform app.write_admin_event('admin.client_changed', 'client', c.id, c.id, c.organization_id, jsonb_build_object('changes', differences));
  end if;
  perform set_config('app.admin_record', '', true);
  return true;
end $$;
grant execute on function app.admin_change_client to app_admin;

-- Transfers an opened client to another member. Returns the error code with its values or null, and the notices that it created.
create or replace function app.admin_transfer_client(target uuid, therapist uuid, interrupted text, may_stay_unsigned boolean) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare c clients; refusal text; transfer_refusal jsonb; former uuid; notices jsonb;
begin
  perform app.require_platform_admin();
  select * into c from clients where id = target;
  if app.admin_access('client', target) is null then refusal := 'justification_missing';
  elsif c.therapist_id = therapist then null;
  elsif c.organization_id is null then refusal := 'transfer_target';
  elsif app.is_demo(c.organization_id) then refusal := 'demo_fixed';
  else
    select t.failure, t.former into transfer_refusal, former
      from app.apply_transfer(c.organization_id, target, therapist, interrupted, may_stay_unsigned) t;
    if transfer_refusal is null and former <> therapist then
      perform app.write_admin_event('admin.client_changed', 'client', c.id, c.id, c.organization_id, jsonb_build_object('changes',
        jsonb_build_object('therapistId', jsonb_build_object('before', former, 'after', therapist))));
      notices := (select jsonb_agg(jsonb_build_object('noticeId', t.notice_id, 'receiverId', t.receiver_id))
        from app.notify_therapists(c.organization_id, target, former, null) t);
    end if;
  end if;
  return jsonb_build_object('refusal', case when refusal is null then transfer_refusal else jsonb_build_object('code', refusal) end,
    'notices', coalesce(notices, '[]'));
end $$;
grant execute on function app.admin_transfer_client(uuid, uuid, text, boolean) to app_admin;

-- For processes of the previous version.
create or replace function app.admin_transfer_client(target uuid, therapist uuid, interrupted text) returns jsonb
language sql volatile security definer set search_path = pg_catalog, public as $$
  select r.done || jsonb_build_object('refusal', r.done->'refusal'->'code') from app.admin_transfer_client(target, therapist, interrupted, true) r (done)
$$;
grant execute on function app.admin_transfer_client(uuid, uuid, text) to app_admin;
