-- Where somebody in two organizations works on a client, what they do is told in the client's; and a client who is handed over in the
-- admin panel is told of like any other.

-- What is about a client stands in the trail of the client's organization, in whichever the writer acts; in nobody's where the client has
-- none. A client of an organization that the writer is not in changes nothing: its row would be refused (own_clinic, 0005), which would
-- say that there is such a client. What stands in the chain already stays.
create or replace function app.chain_audit_event() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare head public.audit_heads; organization uuid;
begin
  select c.organization_id into organization from public.clients c where c.id = new.client_id
    and (c.organization_id is null or c.organization_id = any (app.uuids('app.member_orgs')));
  if found then new.organization_id := organization; end if;
  new.actor_id := coalesce(app.viewer_id(), app.user_id());
  if app.viewer_id() is not null then new.details := new.details || jsonb_build_object('viewing_as', app.user_id()); end if;
  new.chain := coalesce(new.actor_id, '00000000-0000-0000-0000-000000000000');
  new.at := clock_timestamp();
  new.ip_address := nullif(current_setting('app.ip_address', true), '');
  new.user_agent := nullif(current_setting('app.user_agent', true), '');
  insert into public.audit_heads values (new.chain, 0, '') on conflict do nothing;
  select * into head from public.audit_heads where chain = new.chain for update;
  new.seq := head.seq + 1;
  new.previous_hash := head.hash;
  new.hash := app.audit_hash(new);
  update public.audit_heads set seq = new.seq, hash = new.hash where chain = new.chain;
  return new;
end $$;

-- A transfer that was no member's doing was made by Attend's own staff; which of them it was stands in the audit trail.
alter table notices drop constraint notices_kind_check,
  add constraint notices_kind_check check (case when kind in ('client_received', 'client_given')
    then num_nulls(client_id, client_initials) = 0 and sessions_left is null
    else kind = 'low_sessions_remaining' and num_nonnulls(client_id, client_initials, actor_id) = 0 and sessions_left is not null end);

-- Without asking who is asking. `teller` is whose doing the transfer was, null for Attend's own staff.
create function app.tell_therapists(org uuid, client uuid, former uuid, teller uuid) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare c public.clients;
begin
  select * into c from public.clients where id = client and organization_id = org;
  if c.id is null or c.therapist_id = former then return; end if;
  return query insert into public.notices (user_id, organization_id, kind, client_id, client_initials, actor_id)
    select u.id, org, told.kind, client, upper(left(trim(c.first_name), 1) || '.' || left(trim(c.last_name), 1) || '.'), teller
    from (values (c.therapist_id, 'client_received'), (former, 'client_given')) told (person, kind) join public.users u on u.id = told.person
    where u.id <> app.user_id() and app.can_work_in(org, u.id) and coalesce((u.notification_settings->>'client_transferred')::boolean, true)
    returning id, user_id;
end $$;

create or replace function app.tell_of_transfer(org uuid, client uuid, former uuid) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.charge_of(org) is null then raise exception 'not in charge of the organization' using errcode = '42501'; end if;
  return query select told.notice_id, told.receiver_id from app.tell_therapists(org, client, former, app.user_id()) told;
end $$;

-- Hands a client that a reason opens to another member. Answers the code of the failure, if any, and whom which notice tells of it.
drop function app.admin_hand_over(uuid, uuid, text);
create function app.admin_hand_over(target uuid, therapist uuid, interrupted text) returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, public as $$
declare c clients; refusal text; told jsonb;
begin
  perform app.admin_only();
  select * into c from clients where id = target;
  if app.admin_access('client', target) is null then refusal := 'justification_missing';
  elsif c.therapist_id = therapist then null;
  elsif c.organization_id is null then refusal := 'transfer_target';
  elsif app.is_demo(c.organization_id) then refusal := 'demo_fixed';
  else
    refusal := app.hand_over(c.organization_id, target, therapist, interrupted);
    if refusal is null then
      perform app.admin_acts('admin.client_changed', 'client', c.id, c.id, c.organization_id, jsonb_build_object('changes',
        jsonb_build_object('therapistId', jsonb_build_object('before', c.therapist_id, 'after', therapist))));
      told := (select jsonb_agg(jsonb_build_object('noticeId', t.notice_id, 'receiverId', t.receiver_id))
        from app.tell_therapists(c.organization_id, target, c.therapist_id, null) t);
    end if;
  end if;
  return jsonb_build_object('refusal', refusal, 'told', coalesce(told, '[]'));
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.admin_hand_over to app_web;
