-- take_session and correct_session return null on success, else an error code (src/shared/contract/errors.ts).

-- Locks a session and its note, and lets this transaction see them. The error code says why the caller may not change them.
create or replace function app.take_session(target uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare n public.notes; s public.sessions;
begin
  perform app.may_change();
  if app.user_id() is null then raise exception 'not_signed_in' using errcode = '28000'; end if;
  perform set_config('app.session_to_change', target::text, true);
  -- Locks in the same order as other writers.
  select * into n from public.notes where session_id = target for update;
  select * into s from public.sessions where id = target for update;
  return case
    when s.id is null or s.therapist_id <> app.user_id() or not app.works_in(s.organization_id) then 'session_missing'
    when coalesce(s.rendered_by, s.therapist_id) <> app.user_id() then 'note_of_other'
    when n.status in ('awaiting_cosign', 'signed') then 'note_signed'
    -- A signature covers the facts of the session, also after it was superseded.
    when exists (select from public.note_signatures g where g.session_id = target) then 'session_was_signed'
    when s.status in ('scheduled', 'cancelled') then 'session_not_held'
    when s.status in ('recording', 'processing') or app.have_jobs(array[target]) then 'session_busy'
  end;
end $$;

-- The facts of a session as the application shows them.
create or replace function app.facts_of(s public.sessions) returns jsonb language sql stable set search_path = pg_catalog, public as $$
  select jsonb_build_object('clientId', s.client_id, 'date', to_char(s.date, 'YYYY-MM-DD'), 'startTime', to_char(s.start_time, 'HH24:MI'),
    'endTime', to_char(s.end_time, 'HH24:MI'), 'type', s.type, 'settingType', s.setting_type, 'contact', s.contact)
$$;

-- Corrects the facts of a session until it is signed. If the facts are not those that the user saw, nothing changes, unless the session
-- is already corrected: the response was lost. A move to another client of the same therapist also moves its note, upload
-- and search words; all other rows refer only to the session. The contact changes only for a written note.
create or replace function app.correct_session(target uuid, new_client uuid, new_date date, new_start time, new_end time, new_type text,
  new_setting text, new_contact text, seen jsonb default null) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text; s public.sessions; wanted public.sessions; c public.clients; is_moved boolean;
begin
  perform app.may_change();
  perform set_config('app.session_to_change', target::text, true);
  -- A transfer locks the client first, too.
  perform 1 from public.clients where therapist_id = app.user_id()
    and id in (new_client, (select client_id from public.sessions where id = target)) order by id for update;
  refusal := app.take_session(target);
  if refusal is null then
    select * into s from public.sessions where id = target;
    select * into c from public.clients where id = new_client;
    is_moved := new_client <> s.client_id;
    wanted := s;
    wanted.client_id := new_client; wanted.date := new_date; wanted.start_time := new_start; wanted.end_time := new_end;
    wanted.type := new_type; wanted.setting_type := new_setting; wanted.contact := new_contact;
    if seen is not null and app.facts_of(s) not in (seen, app.facts_of(wanted)) then
      refusal := 'session_changed';
    elsif c.id is null or c.therapist_id <> s.therapist_id or c.organization_id is distinct from s.organization_id then
      refusal := 'client_missing';
    elsif is_moved and c.status = 'archived' then
      refusal := 'client_archived';
    elsif is_moved and app.hold_since(s.client_id) is not null then
      refusal := 'hold_blocks_deletion';
    elsif is_moved and exists (select from public.amendment_requests where session_id = target) then
      refusal := 'session_has_amendment';
    elsif s.source <> 'written' and new_contact <> s.contact then
      refusal := 'contact_recorded';
    end if;
  end if;
  if refusal is null then
    update public.sessions set client_id = new_client, date = new_date, start_time = new_start, end_time = new_end, type = new_type,
      setting_type = new_setting, contact = new_contact,
      status = case when new_contact = 'no-show' then 'no-show' when status = 'no-show' then 'completed' else status end,
      -- A series belongs to one client.
      series_id = case when not is_moved then series_id end, series_date = case when not is_moved then series_date end
      where id = target;
    update public.notes set client_id = new_client, session_date = new_date where session_id = target;
    if is_moved then
      update public.uploads set client_id = new_client where session_id = target;
      perform app.index_words(target);
    end if;
  end if;
  perform set_config('app.session_to_change', '', true);
  return refusal;
end $$;
grant execute on function app.correct_session to app_web;

-- The sections without their quotes from the transcript. A statement's reason quotes the transcript, too, except the reason of a carried-over
-- statement, which names an earlier note.
create or replace function app.without_quotes(sections jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg((section - 'excerpts') || jsonb_build_object('statements',
    coalesce((select jsonb_agg((statement - case when statement->>'check' = 'carried over' then array['besides'] else array['besides', 'reason'] end)
        || '{"evidence": []}' order by place)
      from jsonb_array_elements(section->'statements') with ordinality one (statement, place)), '[]')) order by at), '[]')
  from jsonb_array_elements(sections) with ordinality list (section, at)
$$;

-- What a deletion removes, for its receipt. Without clinical text.
create or replace function app.contents_of(target uuid, wanted text, audio_sha256 text) returns jsonb
language sql stable set search_path = pg_catalog, public as $$
  select coalesce(jsonb_agg(jsonb_build_object('what', what, 'bytes', bytes, 'sha256', sha, 'count', amount)), '[]') from (
    select 'recording' as what, size as bytes, audio_sha256 as sha, null::integer as amount from recordings
      where session_id = target and wanted in ('recording', 'session')
    union all select 'transcript', octet_length(utterances::text), encode(sha256(convert_to(utterances::text, 'UTF8')), 'hex'),
      jsonb_array_length(utterances) from transcripts where session_id = target and wanted in ('transcript', 'session')
    union all select 'insights', null, null, null from insights where session_id = target and wanted in ('transcript', 'session')
    union all select 'note', octet_length(sections::text), encode(sha256(convert_to(sections::text, 'UTF8')), 'hex'), version from notes
      where session_id = target and wanted = 'session'
  ) part
$$;

-- Updates a session without a transcript whose note has no text. With a recording, the session fails, so that it can be run again.
-- Without a recording, the therapist writes the note. A worksheet with a recording stays as it is.
create or replace function app.without_sources(target uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare has_recording boolean := exists (select from public.recordings where session_id = target);
begin
  if exists (select from public.transcripts where session_id = target) or exists (select from public.notes where session_id = target
    and (jsonb_path_exists(sections, '$[*] ? (@.content like_regex "\\S")') or has_recording and version > 0)) then return; end if;
  update public.notes set origin = case when has_recording then origin else 'written' end,
    state = case when has_recording then 'failed' else 'ready' end, error = null where session_id = target;
  update public.sessions set status = case when has_recording then 'failed' else 'completed' end where id = target;
  update public.session_progress set stage = case when has_recording then 'failed' else 'complete' end, error = null,
    error_code = case when has_recording then 'transcript_missing' end where session_id = target;
end $$;

-- Deletes a recording, a transcript or a session that was filed by mistake, and inserts the receipt with the id of the request. Returns its
-- id, or the error code. A job erases the files in the file store after the commit.
create or replace function app.delete_filed(target uuid, wanted text, given_reason text, audio_sha256 text, request uuid default null,
  out refusal text, out receipt uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare s public.sessions; audio text; written text[]; original text; client uuid;
begin
  perform app.may_change();
  client := app.lock_record_of(target);
  refusal := app.take_session(target);
  if refusal is null then
    select * into s from public.sessions where id = target;
    select storage_name, written_names into audio, written from public.recordings where session_id = target;
    if not found and wanted = 'recording' then refusal := 'recording_missing'; end if;
    select original_name into original from public.transcripts where session_id = target;
    if not found and wanted = 'transcript' then refusal := 'transcript_missing'; end if;
    if s.client_id <> client then refusal := 'session_busy';
    elsif app.hold_since(client) is not null then refusal := 'hold_blocks_deletion';
    end if;
    if wanted = 'session' and exists (select from public.amendment_requests where session_id = target) then
      refusal := 'session_has_amendment';
    end if;
  end if;
  if refusal is null then
    receipt := app.new_id();
    insert into public.deletion_receipts (id, client_id, session_id, what, reason, session_date, start_time, contents, deleted_by,
        deleted_by_name, request_id, files)
      select receipt, s.client_id, target, wanted, given_reason, s.date, s.start_time, app.contents_of(target, wanted, audio_sha256), u.id,
        u.first_name || ' ' || u.last_name, request,
        array(select distinct name from unnest(case when wanted <> 'transcript' then written || audio end
          || case when wanted <> 'recording' then original end) name where name is not null)
      from public.users u where u.id = app.user_id();
    if wanted = 'session' then
      delete from public.sessions where id = target;
    elsif wanted = 'recording' then
      delete from public.live_recordings where session_id = target;
      delete from public.recordings where session_id = target;
      delete from public.transcription_passages where session_id = target;
      delete from public.uploads where session_id = target;
      update public.sessions set recording_url = null where id = target;
      perform app.without_sources(target);
    else
      delete from public.transcript_corrections where session_id = target;
      delete from public.transcript_edits where session_id = target;
      delete from public.transcription_passages where session_id = target;
      delete from public.transcripts where session_id = target;
      delete from public.insights where session_id = target;
      delete from public.note_review_items where session_id = target;
      update public.note_versions set sections = app.without_quotes(sections), coverage = null where session_id = target;
      update public.notes set sections = app.without_quotes(sections), safety = '[]', safety_dismissals = null, safety_reading = null, coverage = null,
        transcript_deleted_at = now() where session_id = target;
      perform app.without_sources(target);
    end if;
  end if;
  perform set_config('app.session_to_change', '', true);
end $$;
grant execute on function app.delete_filed to app_web;

-- Names of the files of a deletion that are not erased yet, except those that the session uses again: a later import has the same file name.
-- Null if the receipt does not exist, or its files are erased.
create or replace function app.files_to_erase(receipt uuid) returns text[]
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare r public.deletion_receipts; names text[];
begin
  select * into r from public.deletion_receipts where id = receipt and files_erased_at is null;
  if not found then return null; end if;
  perform set_config('app.session_to_change', r.session_id::text, true);
  names := array(select unnest(r.files)
    except select storage_name from public.recordings where session_id = r.session_id
    except select unnest(written_names) from public.recordings where session_id = r.session_id
    except select original_name from public.transcripts where session_id = r.session_id);
  perform set_config('app.session_to_change', '', true);
  return names;
end $$;
grant execute on function app.files_to_erase to app_worker;

create or replace function app.mark_erased(receipt uuid, at timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  update deletion_receipts set files_erased_at = at where id = receipt and files_erased_at is null
$$;
grant execute on function app.mark_erased to app_worker;

-- Receipts older than an hour whose files are not erased yet. Their job was lost, or ended during an outage of the file store.
create or replace function app.overdue_erasures() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select id from deletion_receipts where files_erased_at is null and cardinality(files) > 0 and deleted_at < now() - interval '1 hour'
$$;
grant execute on function app.overdue_erasures to app_worker;
