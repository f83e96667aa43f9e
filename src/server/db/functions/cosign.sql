-- Each function that changes something returns null on success, else an error code (src/shared/contract/errors.ts).

-- The author's newest signature of a note, also if it no longer applies.
create or replace function app.author_signature(target uuid) returns note_signatures
language sql stable security definer set search_path = pg_catalog, public as $$
  select s from note_signatures s where s.session_id = target and s.role = 'author' order by s.seq desc limit 1
$$;

-- The member who was assigned to co-sign a note, while their role allows it.
create or replace function app.assigned_cosigner(target uuid, org uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select a.assigned_to from cosign_assignments a
  join organization_members m on m.organization_id = org and m.user_id = a.assigned_to and m.role <> 'therapist'
  join users u on u.id = m.user_id and u.is_active where a.session_id = target
$$;

-- The author's supervisor in an organization.
create or replace function app.supervisor_of(author uuid, org uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select s.user_id from organization_members m
  join organization_members s on s.organization_id = org and s.user_id = m.managed_by and s.role = 'supervisor'
  join users u on u.id = s.user_id and u.is_active where m.organization_id = org and m.user_id = author
$$;

-- True if the author's notes in an organization need a co-signature: the author is pre-licensed by profile or by membership.
create or replace function app.needs_cosign(author uuid, org uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select org is not null and (exists (select from users where id = author and is_prelicensed)
    or exists (select from organization_members where organization_id = org and user_id = author and is_prelicensed))
$$;

-- True if the caller co-signs a note: as the author's supervisor or by assignment, and never as its author.
create or replace function app.is_cosigner(target uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare signature public.note_signatures := app.author_signature(target);
begin
  return coalesce(signature.signer_id <> app.user_id() and app.works_in(signature.organization_id)
    and (app.viewed_org() is null or app.viewed_org() = signature.organization_id)
    and app.user_id() in (app.supervisor_of(signature.signer_id, signature.organization_id),
      app.assigned_cosigner(target, signature.organization_id)), false);
end $$;
grant execute on function app.is_cosigner to app_web;

-- Notes of an organization that wait for the caller's co-signature or were returned, and notes that the caller co-signed in the last seven
-- days and could still co-sign. For owner and admins also the waiting and returned notes of other co-signers. Oldest first. A returned note
-- that its author can no longer sign is not listed, because no new version follows. The absence is that of the assigned member, or else
-- of the supervisor.
create or replace function app.cosign_queue(org uuid) returns table (session_id uuid, first_name text, last_name text, author_id uuid,
  author_name text, credentials text, date date, start_time time, end_time time, type text, setting_type text, participants text[],
  contact text, note_type text, version integer,
  content_sha256 text, signed_at timestamptz, time_zone text, status text, since timestamptz, comment_count integer,
  returned_by text, supervisor_name text, away_until date, assigned_id uuid,
  assigned_name text, is_mine boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare me constant uuid := app.user_id(); is_admin constant boolean := app.own_admin_rank(org) is not null;
begin
  if not coalesce(org = any (app.uuids('app.member_orgs')), false) then return; end if;
  perform set_config('app.cosign_org', org::text, true);
  return query
    select n.session_id, c.first_name, c.last_name, a.signer_id, a.signer_name, a.credentials, s.date, s.start_time, s.end_time,
      s.type, s.setting_type, s.participants, s.contact, n.note_type, a.version, a.content_sha256, a.signed_at, a.time_zone, n.status,
      case n.status when 'signed' then k.signed_at when 'returned' then x.superseded_at else a.signed_at end as since,
      (select count(*)::integer from public.note_comments o where o.session_id = n.session_id and o.reply_to is null
        and o.version = a.version and o.created_at > a.signed_at),
      r.first_name || ' ' || r.last_name, v.first_name || ' ' || v.last_name, m.away_until, b.id,
      b.first_name || ' ' || b.last_name,
      coalesce(k.signer_id = me or me in (v.id, b.id), false)
    from (select o.session_id from public.notes o where o.organization_id = org and o.status in ('awaiting_cosign', 'returned')
      union all select o.session_id from public.note_signatures o where o.organization_id = org and o.role = 'cosigner' and o.signer_id = me
        and o.signed_at > now() - interval '7 days') q
    join public.notes n on n.session_id = q.session_id
    join public.sessions s on s.id = n.session_id
    join public.clients c on c.id = n.client_id
    cross join lateral app.author_signature(n.session_id) a
    left join public.note_signatures k on k.session_id = n.session_id and k.role = 'cosigner'
    left join public.note_supersessions x on x.signature_id = a.id
    left join public.users r on r.id = x.superseded_by
    left join public.users v on v.id = app.supervisor_of(a.signer_id, org)
    left join public.users b on b.id = app.assigned_cosigner(n.session_id, org)
    left join public.organization_members m on m.organization_id = org and m.user_id = coalesce(b.id, v.id)
    where a.signer_id <> me and (is_admin or coalesce(me in (v.id, b.id), false))
      and (n.status <> 'returned' or app.author_can_sign(n, coalesce(s.rendered_by, n.therapist_id)))
    order by since, n.session_id;
  perform set_config('app.cosign_org', '', true);
end $$;
grant execute on function app.cosign_queue to app_web;

-- The sections of the version that the author signed. Null unless the caller co-signs the note.
create or replace function app.cosign_sections(target uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare found_sections jsonb; signature public.note_signatures := app.author_signature(target);
begin
  if not app.is_cosigner(target) then return null; end if;
  perform set_config('app.note_to_sign', target::text, true);
  select v.sections into found_sections from public.note_versions v where v.session_id = target and v.version = signature.version;
  perform set_config('app.note_to_sign', '', true);
  return found_sections;
end $$;
grant execute on function app.cosign_sections to app_web;

-- The client of a note that the caller co-signs; null for other notes.
create or replace function app.cosign_client(target uuid) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare found_client uuid;
begin
  if not app.is_cosigner(target) then return null; end if;
  select client_id into found_client from public.sessions where id = target;
  return found_client;
end $$;
grant execute on function app.cosign_client to app_web;

-- Who co-signs a note, with the last day of an absence, and who returned its newest signature. For members of the organization only.
create or replace function app.cosign_state(target uuid) returns table (cosigner_name text, away_until date, returned_by text,
  returned_at timestamptz, version integer)
language sql stable security definer set search_path = pg_catalog, public as $$
  select u.first_name || ' ' || u.last_name, m.away_until, r.first_name || ' ' || r.last_name, x.superseded_at, a.version
  from app.author_signature(target) a
  left join users u on u.id = coalesce(app.assigned_cosigner(target, a.organization_id), app.supervisor_of(a.signer_id, a.organization_id))
  left join organization_members m on m.organization_id = a.organization_id and m.user_id = u.id
  left join note_supersessions x on x.signature_id = a.id and x.kind = 'returned'
  left join users r on r.id = x.superseded_by
  where a.id is not null and a.organization_id = any (app.uuids('app.member_orgs'))
$$;
grant execute on function app.cosign_state to app_web;

-- A co-signer comments on a sentence of the signed version `wanted`; co-signer and author reply. A repeated request id adds no second comment.
-- `quote` is empty if the version has no such sentence.
create or replace function app.add_note_comment(target uuid, section text, sentence integer, quote text, reply_to uuid, words text,
  request uuid default null, wanted integer default null) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n public.notes := app.take_note(target); signature public.note_signatures := app.author_signature(target); me public.users;
  is_author boolean;
begin
  select * into me from public.users where id = app.user_id();
  is_author := coalesce(signature.signer_id = me.id and n.therapist_id = me.id and app.works_in(n.organization_id), false);
  if coalesce(n.status not in ('awaiting_cosign', 'returned'), true) then return 'cosign_not_waiting';
  elsif reply_to is null and is_author then return 'cosign_own_note';
  elsif not (is_author or app.is_cosigner(target)) then return 'not_allowed';
  elsif reply_to is not null and not exists (select from public.note_comments o where o.id = add_note_comment.reply_to
    and o.session_id = target and o.reply_to is null) then return 'comment_missing';
  elsif exists (select from public.note_comments o where o.session_id = target and o.author_id = me.id and o.request_id = request) then
    perform set_config('app.note_to_sign', '', true);
    return null;
  elsif exists (select from public.note_comments o where o.author_id = me.id and o.request_id = request) then return 'input_invalid';
  -- A process of the previous version passes no version.
  elsif reply_to is null and signature.version <> wanted then return 'cosign_changed';
  elsif reply_to is null and coalesce(quote, '') = '' then return 'comment_missing';
  end if;
  insert into public.note_comments (session_id, organization_id, version, section, sentence, quote, quote_sha256, reply_to, author_id, author_name,
    credentials, text, request_id)
    values (target, n.organization_id, signature.version, add_note_comment.section, add_note_comment.sentence, add_note_comment.quote,
      encode(sha256(convert_to(add_note_comment.quote, 'UTF8')), 'hex'),
      add_note_comment.reply_to, me.id, me.first_name || ' ' || me.last_name, me.credentials, words, request);
  perform set_config('app.note_to_sign', '', true);
  return null;
end $$;
grant execute on function app.add_note_comment to app_web;

-- Returns a note to its author, who signs it again. The signature stays as superseded, with the comments as its reason. Rejected
-- after a release of the record or under a legal hold, and if the author can no longer sign: no valid signature would follow.
create or replace function app.return_note(target uuid, wanted integer) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare client uuid := app.lock_record_of(target); n public.notes := app.take_note(target);
  signature public.note_signatures := app.valid_signature(target, 'author'); held_by uuid; comments text; refusal text;
begin
  select coalesce(rendered_by, n.therapist_id) into held_by from public.sessions where id = target;
  if n.status is distinct from 'awaiting_cosign' then return 'cosign_not_waiting';
  elsif signature.signer_id = app.user_id() then return 'cosign_own_note';
  elsif not app.is_cosigner(target) then return 'not_allowed';
  elsif signature.version <> wanted then return 'cosign_changed';
  elsif not app.author_can_sign(n, held_by) then return 'cosign_author_gone';
  end if;
  select string_agg(o.text, E'\n' order by o.created_at, o.id) into comments from public.note_comments o
    where o.session_id = target and o.reply_to is null and o.version = wanted and o.created_at > signature.signed_at;
  if comments is null then return 'return_without_comment'; end if;
  select r.refusal into refusal from app.supersede_refusal(target) r;
  if refusal is not null then return refusal; end if;
  insert into public.note_supersessions (signature_id, session_id, organization_id, kind, reason, superseded_by)
    values (signature.id, target, n.organization_id, 'returned', left(comments, 4000), app.user_id());
  update public.notes set status = 'returned', signed_at = null where session_id = target;
  perform set_config('app.note_to_sign', '', true);
  return null;
end $$;
grant execute on function app.return_note to app_web;

-- The co-signer signs the version on screen, in addition to the author.
create or replace function app.cosign_note(target uuid, wanted integer, wanted_sha256 text, attestation text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n public.notes := app.take_note(target); signature public.note_signatures := app.valid_signature(target, 'author');
  me public.users; method text := app.confirmation(n.organization_id);
begin
  select * into me from public.users where id = app.user_id();
  if n.status is distinct from 'awaiting_cosign' then return 'cosign_not_waiting';
  elsif signature.signer_id = me.id then return 'cosign_own_note';
  elsif not app.is_cosigner(target) then return 'not_allowed';
  elsif signature.version <> wanted or signature.content_sha256 <> wanted_sha256 or app.note_content_sha256(target, wanted, signature.covers_contact) <> wanted_sha256
    then return 'cosign_changed';
  elsif me.credentials = '' then return 'credentials_missing';
  elsif method is null then return 'confirmation_missing';
  end if;
  insert into public.note_signatures (session_id, organization_id, version, role, signer_id, signer_name, credentials, license_number,
    license_state, time_zone, attestation_text, auth_method, content_sha256, ip_address, covers_contact)
  values (target, n.organization_id, wanted, 'cosigner', me.id, me.first_name || ' ' || me.last_name, me.credentials, me.license_number,
    me.license_state, me.time_zone, attestation, method, wanted_sha256, nullif(current_setting('app.ip_address', true), ''),
    signature.covers_contact);
  update public.notes set status = 'signed' where session_id = target;
  perform set_config('app.note_to_sign', '', true);
  return null;
end $$;
grant execute on function app.cosign_note to app_web;

-- Owner and admins choose who co-signs a note. The co-signer is never the author or a therapist.
create or replace function app.assign_cosigner(target uuid, cosigner uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare org uuid; refusal text; n public.notes; signature public.note_signatures;
begin
  select organization_id into org from public.sessions where id = target;
  -- Locks the organization before the note, as transfers do.
  refusal := case when org is null then 'not_allowed' else app.change_refusal(org) end;
  if refusal is not null then return refusal; end if;
  n := app.take_note(target);
  signature := app.author_signature(target);
  if n.session_id is null then return 'not_allowed';
  elsif n.status not in ('awaiting_cosign', 'returned') then return 'cosign_not_waiting';
  elsif cosigner = signature.signer_id or not app.is_active_member(n.organization_id, cosigner) or exists (select from public.organization_members m
    where m.organization_id = n.organization_id and m.user_id = cosigner and m.role = 'therapist') then return 'cosigner_unsuitable';
  end if;
  insert into public.cosign_assignments (session_id, assigned_to, assigned_by) values (target, cosigner, app.user_id())
    on conflict (session_id) do update set assigned_to = excluded.assigned_to, assigned_by = excluded.assigned_by, assigned_at = now();
  perform set_config('app.note_to_sign', '', true);
  return null;
end $$;
grant execute on function app.assign_cosigner to app_web;

-- Deletes a member's assignments as co-signer in an organization, so that they do not apply again if the member returns or becomes a
-- supervisor again. Does not check the caller.
create or replace function app.end_cosign_assignments(org uuid, member uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  delete from cosign_assignments a where a.assigned_to = member
    and exists (select from note_signatures s where s.session_id = a.session_id and s.organization_id = org)
$$;

-- Sets the last day of the caller's absence from an organization; null if they are not absent.
create or replace function app.set_away_until(org uuid, day date) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.is_demo(org) then return 'demo_fixed'; end if;
  update public.organization_members set away_until = day where organization_id = org and user_id = app.user_id() and not app.is_closed(org);
  return case when not found then 'no_organization' end;
end $$;
grant execute on function app.set_away_until to app_web;
