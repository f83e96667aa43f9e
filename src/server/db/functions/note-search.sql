-- The words under one prefix, as a query.
create or replace function app.note_query(scope text, words text[]) returns tsquery language sql immutable parallel safe
  return (select string_agg(quote_literal(scope || word) || ':*', ' & ')::tsquery from unnest(words) word);

-- Notes of an organization or of a therapist after a position, newest first. One of `organization` and `therapist` is null and matches no notes.
create or replace function app.newest_notes(organization uuid, therapist uuid, place_date date, place_time time, place_id uuid,
  most integer) returns setof note_search
language sql stable parallel safe as $$
  select * from (
    (select * from note_search where organization_id = organization and (session_date, start_time, session_id) < (place_date, place_time, place_id)
      order by session_date desc, start_time desc, session_id desc limit most)
    union all
    (select * from note_search where therapist_id = therapist and (session_date, start_time, session_id) < (place_date, place_time, place_id)
      order by session_date desc, start_time desc, session_id desc limit most)
  ) newest order by session_date desc, start_time desc, session_id desc
$$;

-- Sessions after a position, newest first, back to `first_date`. Each searched word must begin a word of the note or of the client's name.
-- Looks words up month by month (organization) or quarter by quarter (therapist) until enough are found. For an organization, first reads
-- some of the newest notes, where frequent words are found. For notes that were just saved, reads the text, because their words are not
-- indexed yet. Skips notes of organizations in which the caller may not read the therapist's notes, and of other organizations while the caller
-- views as another user.
create or replace function app.search_notes(search text, organization uuid, therapist uuid, before_date date, before_time time,
  before_id uuid, most integer, first_date date default null) returns table (session_id uuid, session_date date, start_time time)
language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  wanted text[] := (app.words(search))[:10];
  -- Words never contain %, _ or \.
  patterns text[] := array(select '% ' || beginning || '%' from unnest(wanted) beginning);
  place_date date := coalesce(before_date, 'infinity');
  place_time time := coalesce(before_time, '24:00');
  place_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  kind text := case when therapist is null then 'o' else 't' end;
  missing integer := most;
  earliest date := coalesce(first_date, '-infinity');
  -- The organizations whose notes of this therapist the caller may read.
  readable uuid[] := case when therapist = app.user_id() then app.uuids('app.member_orgs') when therapist is not null
    then array(select s.organization_id from app.supervised() s where s.therapist_id = therapist) || app.uuids('app.admin_orgs') end;
  period date;
  due uuid[];
  due_hits uuid[];
  note note_search;
  scope text;
  word text;
  rare text;
  hits integer;
begin
  -- With an empty list of words, `like all` would match every note.
  if wanted = '{}' or num_nonnulls(organization, therapist) <> 1
    or organization is not null and not organization = any (app.uuids('app.admin_orgs'))
    or therapist is not null and not therapist = any (app.uuids('app.therapists')) then return; end if;
  select coalesce(array_agg(n.session_id), '{}'), coalesce(array_agg(n.session_id) filter (where
      ' ' || array_to_string(app.note_words(c.first_name, c.last_name, n.sections), ' ') like all (patterns)), '{}')
    into due, due_hits from notes n join clients c on c.id = n.client_id
    where n.search_due_since is not null and (n.therapist_id = therapist or n.organization_id = organization);
  for note in select * from app.newest_notes(organization, therapist, place_date, place_time, place_id,
    case kind when 'o' then 60 else 0 end) loop
    if note.session_date < earliest then return; end if;
    if note.session_id = any (due_hits)
      or note.session_id <> all (due) and ' ' || array_to_string(note.words, ' ') like all (patterns) then
      session_id := note.session_id; session_date := note.session_date; start_time := note.start_time;
      return next;
      missing := missing - 1;
      if missing = 0 then return; end if;
    end if;
    place_date := note.session_date; place_time := note.start_time; place_id := note.session_id;
  end loop;
  loop
    select * into note from app.newest_notes(organization, therapist, place_date, place_time, place_id, 1);
    if note.session_id is null or note.session_date < earliest then return; end if;
    period := date_trunc(case kind when 'o' then 'month' else 'quarter' end, note.session_date)::date;
    scope := app.note_scope(kind, coalesce(organization, therapist), note.session_date);
    -- The index reads the notes of every word before it intersects them. In an organization these are too many. If one word occurs in few
    -- notes, read only the notes with this word.
    rare := null;
    if kind = 'o' and cardinality(wanted) > 1 then
      foreach word in array wanted loop
        select count(*) into hits from (select from note_search s
          where app.note_keys(s.organization_id, s.therapist_id, s.session_date, s.words) @@ app.note_query(scope, array[word]) limit 201) few;
        if hits <= 200 then
          rare := word;
          -- The word is probably rare in the next month, too, so it is tried first there.
          wanted := array[word] || array_remove(wanted, word);
          exit;
        end if;
      end loop;
    end if;
    return query
      -- Materialized, so that the planner does not read every note.
      with hit as materialized (
        select s.session_id, s.organization_id, s.therapist_id, s.session_date, s.start_time, case when rare is not null then s.words end as words
        from note_search s where app.note_keys(s.organization_id, s.therapist_id, s.session_date, s.words)
          @@ app.note_query(scope, case when rare is null then wanted else array[rare] end) and s.session_id <> all (due)
        union all
        select s.session_id, s.organization_id, s.therapist_id, s.session_date, s.start_time, null
        from note_search s where s.session_id = any (due_hits) and s.session_date >= period)
      select hit.session_id, hit.session_date, hit.start_time from hit
      where case kind when 'o' then hit.organization_id = organization else hit.therapist_id = therapist
          and (hit.organization_id is null or hit.organization_id = any (readable))
          and (app.viewed_org() is null or hit.organization_id = app.viewed_org()) end
        and (hit.session_date, hit.start_time, hit.session_id) < (place_date, place_time, place_id)
        and hit.session_date >= earliest
        and (rare is null or hit.words is null or ' ' || array_to_string(hit.words, ' ') like all (patterns))
      order by hit.session_date desc, hit.start_time desc, hit.session_id desc limit missing;
    get diagnostics hits = row_count;
    missing := missing - hits;
    if missing = 0 then return; end if;
    place_date := period;
    place_time := '00:00';
    place_id := '00000000-0000-0000-0000-000000000000';
  end loop;
end $$;
grant execute on function app.search_notes to app_web;
