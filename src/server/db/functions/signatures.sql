-- Each function that changes something returns null on success, else an error code (src/shared/contract/errors.ts).

-- What a signature covers: the version and the facts of the session. Access to them may move to another therapist. The first signatures
-- did not cover the contact.
create or replace function app.note_content(target uuid, wanted integer, with_contact boolean) returns jsonb
language sql stable set search_path = pg_catalog, public set timezone = 'UTC' as $$
  select jsonb_build_object('version', jsonb_strip_nulls(to_jsonb(v) - 'therapist_id'),
    'session', jsonb_build_object('client', s.client_id, 'held_by', s.rendered_by, 'date', s.date, 'start_time', s.start_time,
      'end_time', s.end_time, 'type', s.type, 'setting_type', s.setting_type, 'participants', s.participants)
      || case when with_contact then jsonb_build_object('contact', s.contact) else '{}' end)
  from note_versions v join sessions s on s.id = v.session_id where v.session_id = target and v.version = wanted
$$;

create or replace function app.note_content_sha256(target uuid, wanted integer, with_contact boolean) returns text
language sql stable set search_path = pg_catalog, public as $$
  select encode(sha256(convert_to(app.note_content(target, wanted, with_contact)::text, 'UTF8')), 'hex')
$$;
grant execute on function app.note_content, app.note_content_sha256 to app_web;

-- When the caller last confirmed their identity; null if this was more than five minutes ago.
create or replace function app.confirmed_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public as $$
  select confirmed_at from auth_sessions where id = app.session_id() and user_id = app.user_id() and app.viewer_id() is null
    and confirmed_at > now() - interval '5 minutes'
$$;
grant execute on function app.confirmed_at to app_web;

-- How the caller confirmed their identity in the last five minutes of this sign-in; null if they did not. In the demo practice always 'demo'.
create or replace function app.confirmation(org uuid) returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  select case when app.is_demo(org) then 'demo' else (select confirmed_with from auth_sessions
    where id = app.session_id() and app.confirmed_at() is not null) end
$$;

-- Locks a note for a function of signatures and lets this transaction see it. Does not block inserts of rows that refer to
-- the note, because their transaction may hold a lock that a signature waits for.
create or replace function app.take_note(target uuid) returns notes
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n public.notes;
begin
  perform app.may_change();
  if app.user_id() is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform set_config('app.note_to_sign', target::text, true);
  select * into n from public.notes where session_id = target for no key update;
  return n;
end $$;

-- True while the caller's account is active and the caller may work in the organization, if there is one.
create or replace function app.works_in(org uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from users where id = app.user_id() and is_active)
    and (org is null or app.is_active_member(org, app.user_id()) and not app.is_closed(org))
$$;

-- The moment at which a session ended. A session that ends before it starts goes past midnight.
create or replace function app.session_end(s sessions, zone text) returns timestamptz language sql stable
  return (s.date + s.end_time + case when s.end_time < s.start_time then interval '1 day' else interval '0' end) at time zone zone;

-- The author signs the version on screen, also after a failed redraft. A pre-licensed author in an organization needs a co-signature.
create or replace function app.sign_note(target uuid, wanted integer, wanted_sha256 text, attestation text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n public.notes := app.take_note(target); s public.sessions; me public.users; late_hours integer; method text;
begin
  select * into s from public.sessions where id = target;
  select * into me from public.users where id = app.user_id();
  method := app.confirmation(n.organization_id);
  if n.session_id is null or n.therapist_id <> me.id or not app.works_in(n.organization_id) then return 'not_allowed';
  elsif coalesce(s.rendered_by, n.therapist_id) <> me.id then return 'note_of_other';
  elsif n.status in ('awaiting_cosign', 'signed') then return 'note_signed';
  elsif n.version = 0 or n.state not in ('ready', 'failed') then return 'note_not_ready';
  -- The signer states that the session was held. For a written note, no transcript shows this. Clocks may differ by five minutes.
  elsif n.origin = 'written' and s.contact <> 'no-show' and app.session_end(s, me.time_zone) > now() + interval '5 minutes' then return 'session_not_over';
  elsif n.version <> wanted or app.note_content_sha256(target, wanted, true) <> wanted_sha256 then return 'note_changed';
  elsif me.credentials = '' then return 'credentials_missing';
  elsif method is null then return 'confirmation_missing';
  end if;
  select late_after_hours into late_hours from public.organizations where id = n.organization_id;
  insert into public.note_signatures (session_id, organization_id, version, role, signer_id, signer_name, credentials, license_number,
    license_state, time_zone, attestation_text, auth_method, is_late, content_sha256, ip_address, covers_contact)
  values (target, n.organization_id, wanted, 'author', me.id, me.first_name || ' ' || me.last_name, me.credentials, me.license_number,
    me.license_state, me.time_zone, attestation, method,
    app.session_end(s, me.time_zone) + make_interval(hours => coalesce(late_hours, 72)) < now()
      and not exists (select from public.note_signatures o where o.session_id = target and o.role = 'author'),
    wanted_sha256, nullif(current_setting('app.ip_address', true), ''), true);
  update public.notes set status = case when app.needs_cosign(me.id, n.organization_id) then 'awaiting_cosign' else 'signed' end,
    signed_at = now(), state = 'ready', error = null where session_id = target;
  perform set_config('app.note_to_sign', '', true);
  return null;
end $$;
grant execute on function app.sign_note to app_web;

-- The newest signature of a role ('author' or 'cosigner') on a note that is not superseded.
create or replace function app.valid_signature(target uuid, wanted text) returns note_signatures
language sql stable security definer set search_path = pg_catalog, public as $$
  select s from note_signatures s where s.session_id = target and s.role = wanted
    and not exists (select from note_supersessions x where x.signature_id = s.id)
  order by s.seq desc limit 1
$$;

-- The author unlocks a note to correct it, within the hours that the organization allows and before a co-signature, a release of the record or
-- a legal hold.
create or replace function app.unlock_note(target uuid, reason text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare client uuid := app.lock_record_of(target); n public.notes := app.take_note(target); signature public.note_signatures; hours integer;
  refusal text;
begin
  if n.session_id is null or n.therapist_id <> app.user_id() or not app.works_in(n.organization_id) then return 'not_allowed'; end if;
  signature := app.valid_signature(target, 'author');
  if n.status not in ('awaiting_cosign', 'signed') or signature.id is null then return 'note_not_signed';
  elsif signature.signer_id <> app.user_id() then return 'note_of_other';
  elsif (app.valid_signature(target, 'cosigner')).id is not null then return 'note_cosigned';
  end if;
  select unlock_hours into hours from public.organizations where id = n.organization_id;
  if signature.signed_at + make_interval(hours => coalesce(hours, 24)) < now() then return 'unlock_too_late'; end if;
  select r.refusal into refusal from app.supersede_refusal(target) r;
  if refusal is not null then return refusal; end if;
  insert into public.note_supersessions (signature_id, session_id, organization_id, kind, reason, superseded_by)
    values (signature.id, target, n.organization_id, 'unlocked', unlock_note.reason, app.user_id());
  update public.notes set status = 'draft', signed_at = null where session_id = target;
  perform set_config('app.note_to_sign', '', true);
  return null;
end $$;
grant execute on function app.unlock_note to app_web;

-- Whether the therapist who held the session can still sign its note. False after they left the organization or the client was transferred.
create or replace function app.author_can_sign(n notes, held_by uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select n.therapist_id = held_by and (n.organization_id is null or app.is_active_member(n.organization_id, held_by))
$$;

-- The therapist, an owner or an admin adds an addendum to a locked note, or to an unsigned note that its author can no longer sign.
-- A repeated request id adds no second addendum.
create or replace function app.add_addendum(target uuid, kind text, words text, reason text, event_date date, request uuid default null)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n public.notes := app.take_note(target); me public.users; method text; held_by uuid; is_open boolean;
begin
  select * into me from public.users where id = app.user_id();
  select coalesce(rendered_by, therapist_id) into held_by from public.sessions where id = target;
  method := app.confirmation(n.organization_id);
  is_open := n.status not in ('awaiting_cosign', 'signed');
  if n.session_id is null or not app.works_in(n.organization_id)
    or n.therapist_id <> me.id and (n.organization_id is null or app.own_admin_rank(n.organization_id) is null) then return 'not_allowed';
  elsif exists (select from public.note_addenda a where a.session_id = target and a.author_id = me.id and a.request_id = request) then
    perform set_config('app.note_to_sign', '', true);
    return null;
  elsif exists (select from public.note_addenda a where a.author_id = me.id and a.request_id = request) then return 'input_invalid';
  elsif is_open and (n.version = 0 or app.author_can_sign(n, held_by)) then return 'note_not_signed';
  elsif add_addendum.event_date > app.own_today() then return 'addendum_date';
  elsif me.credentials = '' then return 'credentials_missing';
  elsif method is null then return 'confirmation_missing';
  end if;
  insert into public.note_addenda (session_id, organization_id, number, kind, text, reason, event_date, is_unsigned_note, author_id,
    author_name, credentials, license_number, license_state, time_zone, auth_method, ip_address, request_id)
  values (target, n.organization_id, (select count(*) + 1 from public.note_addenda a where a.session_id = target), add_addendum.kind, words,
    add_addendum.reason, add_addendum.event_date, is_open, me.id, me.first_name || ' ' || me.last_name, me.credentials, me.license_number,
    me.license_state, me.time_zone, method, nullif(current_setting('app.ip_address', true), ''), request);
  perform set_config('app.note_to_sign', '', true);
  return null;
end $$;
grant execute on function app.add_addendum to app_web;

-- The words of sections without evidence: a correction of the transcript changes the evidence of the note but not of its version.
create or replace function app.words_of(sections jsonb) returns jsonb language sql immutable as $$
  select jsonb_path_query_array(sections, '$[*].title') || jsonb_path_query_array(sections, '$[*].content')
    || jsonb_path_query_array(sections, '$[*].statements[*].text')
$$;

-- The content that a signature covers, as it is stored now; null if the words of the locked note's own copy differ from it.
create or replace function app.signed_content(signature note_signatures) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare content text; before text := current_setting('app.note_to_sign', true);
begin
  perform set_config('app.note_to_sign', signature.session_id::text, true);
  select app.note_content(v.session_id, v.version, signature.covers_contact)::text into content
    from public.note_versions v join public.notes n on n.session_id = v.session_id
    where v.session_id = signature.session_id and v.version = signature.version
      and (n.status not in ('awaiting_cosign', 'signed') or n.version <> v.version or (app.words_of(n.sections), n.note_type) = (app.words_of(v.sections), v.note_type));
  perform set_config('app.note_to_sign', coalesce(before, ''), true);
  return content;
end $$;

-- True if a row of a chain and, for a signature, the signed content are as they were written. For the note's page;
-- `npm run audit:verify` also checks the order of the chain.
create or replace function app.is_signature_intact(signature note_signatures) returns boolean
language sql volatile security definer set search_path = pg_catalog, public set timezone = 'UTC' as $$
  select app.entry_sha256(to_jsonb(signature)) = signature.sha256
    and coalesce(encode(sha256(convert_to(app.signed_content(signature), 'UTF8')), 'hex') = signature.content_sha256, false)
$$;

create or replace function app.is_addendum_intact(addendum note_addenda) returns boolean
language sql stable security definer set search_path = pg_catalog, public set timezone = 'UTC' as $$
  select app.entry_sha256(to_jsonb(addendum)) = addendum.sha256
$$;
grant execute on function app.is_signature_intact, app.is_addendum_intact to app_web;

-- What the caller may do with a note, and what their signature would cover. No row for a note that the caller may not read.
create or replace function app.signing_state(target uuid) returns table (signer_name text, credentials text, license_number text,
  license_state text, needs_cosign boolean, supervisor_name text, needs_confirmation boolean, confirmed_at timestamptz, content_sha256 text,
  attestation_text text, late_days integer, unlock_until timestamptz, may_add boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare me public.users; n public.notes; s public.sessions; o public.organizations; signature public.note_signatures;
begin
  perform set_config('app.note_to_sign', target::text, true);
  select * into me from public.users where id = app.user_id();
  select * into n from public.notes where session_id = target;
  if not app.may_read(n.organization_id, n.therapist_id) then
    perform set_config('app.note_to_sign', '', true);
    return;
  end if;
  select * into s from public.sessions where id = target;
  select * into o from public.organizations where id = n.organization_id;
  signature := app.valid_signature(target, 'author');
  return query select me.first_name || ' ' || me.last_name, me.credentials, me.license_number, me.license_state,
    app.needs_cosign(me.id, n.organization_id),
    (select u.first_name || ' ' || u.last_name from public.users u
      where u.id = coalesce(app.assigned_cosigner(target, n.organization_id), app.supervisor_of(me.id, n.organization_id))),
    not app.is_demo(n.organization_id), app.confirmed_at(), app.note_content_sha256(target, n.version, true), o.attestation_text,
    case when app.session_end(s, me.time_zone) + make_interval(hours => coalesce(o.late_after_hours, 72)) < now()
      and not exists (select from public.note_signatures x where x.session_id = target and x.role = 'author')
      then (extract(epoch from now() - app.session_end(s, me.time_zone)) / 86400)::integer end,
    case when n.status in ('awaiting_cosign', 'signed') and signature.signer_id = me.id and n.therapist_id = me.id
      and (app.valid_signature(target, 'cosigner')).id is null
      then nullif(greatest(signature.signed_at + make_interval(hours => coalesce(o.unlock_hours, 24)), now()), now()) end,
    (n.therapist_id = me.id or n.organization_id is not null and app.own_admin_rank(n.organization_id) is not null)
      and (n.status in ('awaiting_cosign', 'signed')
        or n.version > 0 and not app.author_can_sign(n, coalesce(s.rendered_by, n.therapist_id)));
  perform set_config('app.note_to_sign', '', true);
end $$;
grant execute on function app.signing_state to app_web;

-- Sets those of attestation text, late entries and unlock hours of an organization that `changes` contains, for its owner and admins.
create or replace function app.change_signing_rules(org uuid, changes jsonb) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org);
begin
  if refusal is not null then return refusal; end if;
  update public.organizations set
    attestation_text = case when changes ? 'attestationText' then changes->>'attestationText' else attestation_text end,
    late_after_hours = coalesce((changes->>'lateAfterHours')::integer, late_after_hours),
    unlock_hours = coalesce((changes->>'unlockHours')::integer, unlock_hours)
    where id = org;
  return null;
end $$;
grant execute on function app.change_signing_rules(uuid, jsonb) to app_web;

-- For processes of the previous version.
create or replace function app.change_signing_rules(org uuid, attestation text, late_hours integer, hours integer) returns text
language sql volatile security definer set search_path = pg_catalog, public as $$
  select app.may_change();
  select app.change_signing_rules(org, jsonb_build_object('attestationText', attestation, 'lateAfterHours', late_hours, 'unlockHours', hours))
$$;
grant execute on function app.change_signing_rules(uuid, text, integer, integer) to app_web;
