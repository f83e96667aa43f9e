create or replace function app.json_session(s sessions, client clients, therapist users, today date) returns jsonb language sql stable
  return jsonb_build_object('id', s.id, 'date', s.date, 'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
    'durationMinutes', (1440 + round(extract(epoch from s.end_time - s.start_time) / 60)::int) % 1440,
    'type', s.type, 'settingType', s.setting_type, 'status', s.status,
    'when', case when s.date = today then 'today' when s.date > today then 'upcoming' else 'past' end,
    'client', jsonb_build_object('id', client.id, 'firstName', client.first_name, 'lastName', client.last_name),
    'therapist', app.json_person(therapist));

-- The matches among the latest sessions, and how many were searched. More than 4,000 `clients` or 30 `therapists` means: too many to list.
create or replace function app.latest_sessions(reach integer, first_day date, last_day date, only_kind text, wanted tsquery,
  clients uuid[], therapists uuid[], first_id uuid, last_id uuid, out ids uuid[], out seen integer) returns record
language plpgsql stable set search_path = pg_catalog, public as $$
begin
  with latest as materialized (
    select s.id, s.client_id, s.therapist_id, s.date, s.start_time from sessions s
    where s.date between first_day and last_day and (only_kind = 'all' or app.session_kind(s.type) = only_kind)
    order by s.date desc, s.start_time desc, s.id desc limit reach)
  select array(select l.id from latest l where l.id between first_id and last_id
        or case when cardinality(clients) <= 4000 then l.client_id = any (clients)
          else exists (select from clients c where c.id = l.client_id and c.search_keys @@ wanted) end
        or case when cardinality(therapists) <= 30 then l.therapist_id = any (therapists)
          else exists (select from users u where u.id = l.therapist_id and u.search_keys @@ wanted) end
      order by l.date desc, l.start_time desc, l.id desc limit 1001),
    (select count(*) from latest) into ids, seen;
end $$;

-- Latest date first. Frequent names are found among the latest sessions. Sessions of up to 1,000 clients and 30 therapists are looked up;
-- of more, the latest 100 are found soon. At least eight characters of an id find its session.
create or replace function app.admin_sessions(search text, only_when text, only_kind text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan =
  off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  wanted tsquery := app.search_query(search, false);
  digits text := case when lower(trim(search)) ~ '^[0-9a-f]{8}[0-9a-f-]{0,28}$' then left(replace(lower(trim(search)), '-', ''), 32) end;
  first_id uuid := rpad(digits, 32, '0'); last_id uuid := rpad(digits, 32, 'f');
  today date := app.own_today();
  short_id uuid := (select s.id from sessions s where right(s.id::text, 8) = digits order by s.id desc limit 1);
  first_day date := case only_when when 'today' then today when 'upcoming' then today + 1 else '-infinity' end;
  last_day date := case only_when when 'today' then today when 'past' then today - 1 else 'infinity' end;
  named uuid[]; therapists uuid[]; most integer; ids uuid[]; seen integer; reach integer := 1000; is_cut boolean;
begin
  first_id := coalesce(short_id, first_id); last_id := coalesce(short_id, last_id);
  perform app.admin_acts('admin.sessions_listed', 'session', null, null, null,
    jsonb_build_object('isSearch', search <> '', 'when', only_when, 'kind', only_kind));
  if search = '' then
    ids := array(select s.id from sessions s where s.date between first_day and last_day and (only_kind = 'all' or app.session_kind(s.type) = only_kind)
      order by s.date desc, s.start_time desc, s.id desc limit 1001);
    seen := 0;
  else
    therapists := array(select u.id from users u where u.search_keys @@ wanted limit 31);
    select l.ids, l.seen into ids, seen from app.latest_sessions(reach, first_day, last_day, only_kind, wanted, null, therapists, first_id, last_id) l;
    if cardinality(ids) < 100 and seen = reach then
      named := array(select c.id from clients c where c.search_keys @@ wanted limit 4001);
      if cardinality(named) <= 1000 and cardinality(therapists) <= 30 then
        -- Per therapist: enough to fill a page, few enough to sort.
        most := 100 + 900 / greatest(cardinality(therapists), 1);
        with found as materialized (
          select s.id, s.date, s.start_time, false as is_cut from unnest(named) client(id) cross join lateral (
            select s.id, s.date, s.start_time from sessions s
            where s.client_id = client.id and s.date between first_day and last_day and (only_kind = 'all' or app.session_kind(s.type) = only_kind)
            order by s.date desc, s.start_time desc, s.id desc limit 1001) s
          union all
          select s.id, s.date, s.start_time, s.place = most from unnest(therapists) therapist(id) cross join lateral (
            select s.id, s.client_id, s.date, s.start_time, row_number() over (order by s.date desc, s.id desc) as place from sessions s
            where s.therapist_id = therapist.id and s.date between first_day and last_day and (only_kind = 'all' or app.session_kind(s.type) = only_kind)
            order by s.date desc, s.id desc limit most) s where s.client_id <> all (named)
          union all
          select s.id, s.date, s.start_time, false from sessions s
          where s.id between first_id and last_id and s.date between first_day and last_day
            and (only_kind = 'all' or app.session_kind(s.type) = only_kind) and s.client_id <> all (named) and s.therapist_id <> all (therapists))
        select array(select f.id from found f order by f.date desc, f.start_time desc, f.id desc limit 1001),
          exists (select from found f where f.is_cut) into ids, is_cut;
        seen := case when is_cut then reach else 0 end;
      else
        foreach reach in array array[10000, 100000, 2000000000] loop
          select l.ids, l.seen into ids, seen
            from app.latest_sessions(reach, first_day, last_day, only_kind, wanted, named, therapists, first_id, last_id) l;
          exit when cardinality(ids) >= 100;
        end loop;
      end if;
    end if;
  end if;
  return app.json_list((select jsonb_agg(app.json_session(s, c, t, today) order by place) from unnest(ids[:100]) with ordinality page(id, place)
    join sessions s on s.id = page.id join clients c on c.id = s.client_id join users t on t.id = s.therapist_id),
    cardinality(ids), seen < reach);
end $$;
grant execute on function app.admin_sessions to app_web;

-- Returns null unless the caller has opened the session by stating a reason. Counts notes without reading them: a written note has a
-- version.
create or replace function app.admin_session_details(target uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare until timestamptz := app.admin_access('session', target); s sessions; notes_count bigint;
begin
  perform app.admin_only();
  if until is null then return null; end if;
  select * into s from sessions where id = target;
  perform app.admin_acts('admin.session_read', 'session', s.id, s.client_id, s.organization_id, '{}');
  perform set_config('app.admin_record', s.id::text, true);
  select count(*) into notes_count from notes n where n.session_id = s.id and n.version > 0;
  perform set_config('app.admin_record', '', true);
  return (select app.json_session(s, c, t, app.own_today()) from clients c, users t where c.id = s.client_id and t.id = s.therapist_id) || jsonb_build_object('hasRecording', s.recording_url is not null,
    'createdAt', s.created_at, 'updatedAt', s.updated_at, 'accessUntil', until,
    'organization', (select jsonb_build_object('id', o.id, 'name', o.name) from organizations o where o.id = s.organization_id),
    'notesCount', notes_count);
end $$;
grant execute on function app.admin_session_details to app_web;

-- The newest 50, and the total.
create or replace function app.admin_failed_sessions() returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.admin_acts('admin.failed_sessions_listed', 'session', null, null, null, '{}');
  return jsonb_build_object('total', (select count(*) from app.failed_sessions()), 'items',
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.session_id, 'organization', o.name, 'errorCode', f.error_code,
        'failedAt', app.json_utc(f.failed_at)) order by f.failed_at desc, f.session_id), '[]')
      from (select * from app.failed_sessions() order by failed_at desc, session_id limit 50) f
      left join organizations o on o.id = f.organization_id));
end $$;
grant execute on function app.admin_failed_sessions to app_web;

-- Queues one failed session, or all of them if `target` is null. Returns the jobs to enqueue.
create or replace function app.admin_run_again(target uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare f record; queued jsonb := '[]';
begin
  perform app.admin_only();
  for f in select * from app.failed_sessions() where target is null or session_id = target loop
    if app.queue_failed_session(f.session_id) then
      perform app.admin_acts('admin.session_run_again', 'session', f.session_id, f.client_id, f.organization_id, '{}');
      queued := queued || jsonb_build_object('sessionId', f.session_id, 'userId', f.user_id);
    end if;
  end loop;
  return queued;
end $$;
grant execute on function app.admin_run_again to app_web;
