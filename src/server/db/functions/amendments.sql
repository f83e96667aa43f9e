-- Each function that changes something returns null on success, else an error code (src/shared/contract/errors.ts).

-- True if the caller may log and answer amendment requests of a client: the therapist who has the client now, or an owner or admin of
-- the organization.
create or replace function app.may_amend(client uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select app.viewer_id() is null and exists (select from clients c where c.id = client and app.works_in(c.organization_id)
    and (c.therapist_id = app.user_id() or c.organization_id is not null and app.own_admin_rank(c.organization_id) is not null))
$$;
grant execute on function app.may_amend to app_web;

-- Today in the caller's time zone.
create or replace function app.own_today() returns date
language sql stable security definer set search_path = pg_catalog, public as $$
  select (now() at time zone time_zone)::date from users where id = app.user_id()
$$;

-- Logs an amendment request for a note with text. A repeated request id is not logged again.
create or replace function app.log_amendment(target uuid, request uuid, received date, arrived_by text, words text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare client uuid := app.lock_record_of(target); n public.notes := app.take_note(target); held_on date;
begin
  perform set_config('app.note_to_sign', '', true);
  select date into held_on from public.sessions where id = target;
  if n.session_id is null or not app.may_amend(n.client_id) then return 'not_allowed';
  elsif n.version = 0 then return 'amendment_without_note';
  elsif received > app.own_today() or received < held_on then return 'amendment_date';
  end if;
  insert into public.amendment_requests (organization_id, client_id, session_id, request_id, received_on, due_on, channel, text, logged_by,
    logged_by_name)
  select n.organization_id, n.client_id, target, request, received, received + 60, arrived_by, words, u.id, u.first_name || ' ' || u.last_name
    from public.users u where u.id = app.user_id()
      and not exists (select from public.amendment_requests r where r.logged_by = u.id and r.request_id = request);
  return null;
end $$;
grant execute on function app.log_amendment to app_web;

-- Adds a step to an amendment request. Of two concurrent answers, the second waits and is rejected. An acceptance adds a signed
-- correction to the note. A statement of disagreement adds the client's words.
create or replace function app.add_amendment_step(target uuid, wanted text, words text, reason text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare r public.amendment_requests; made text[]; refusal text; added integer;
begin
  perform app.may_change();
  select * into r from public.amendment_requests where id = target for update;
  if r.id is null or not app.may_amend(r.client_id) then return 'not_allowed'; end if;
  made := array(select s.kind from public.amendment_steps s where s.amendment_id = target);
  if wanted = 'statement' then
    if not 'denied' = any (made) then return 'amendment_not_denied';
    elsif 'statement' = any (made) then return 'amendment_has_statement';
    end if;
  elsif made && array['accepted', 'denied'] then return 'amendment_answered';
  elsif wanted = 'extended' and 'extended' = any (made) then return 'amendment_extended';
  elsif wanted = 'extended' and r.due_on < app.own_today() then return 'amendment_overdue';
  end if;
  if wanted in ('accepted', 'statement') then
    refusal := app.add_addendum(r.session_id, case wanted when 'accepted' then 'correction' else 'client_statement' end, words,
      format(case wanted when 'accepted' then 'Amendment request of the client, received %s'
        else 'Disagreement with the denial of the amendment request received %s' end, to_char(r.received_on, 'MM/DD/YYYY')), null);
    if refusal is not null then return case refusal when 'note_not_signed' then 'amendment_unsigned' else refusal end; end if;
    select max(a.number) into added from public.note_addenda a where a.session_id = r.session_id;
  end if;
  insert into public.amendment_steps (amendment_id, organization_id, kind, due_on, denial_reason, text, session_id, addendum_number,
    made_by, made_by_name)
  select target, r.organization_id, wanted, case wanted when 'extended' then r.due_on + 30 end, reason, case when added is null then words end,
    case when added is not null then r.session_id end, added, u.id, u.first_name || ' ' || u.last_name
    from public.users u where u.id = app.user_id();
  return null;
end $$;
grant execute on function app.add_amendment_step to app_web;
