-- What the list of all notes is ordered and searched by: one row a note of a session that took place (docs/decisions/0013).

-- A text as the words by which it is found: lower case, without accents and apostrophes, each once.
-- Upper case beyond ASCII is folded where the server knows how (PostgreSQL 17 and later).
do $$ begin
  execute format($f$
    create function app.words(content text) returns text[] language sql immutable parallel safe as $w$
      select coalesce(array_agg(word), '{}') from (
        select left(word, 30) as word
        from regexp_split_to_table(
            lower(regexp_replace(normalize(content, nfkd), '[\u0300-\u036f''\u2018\u2019\u02bc]', '', 'g') %s),
            '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]+')
          with ordinality as split (word, place)
        -- An index entry holds 1 MB; no session has so many words.
        where word <> '' group by 1 order by min(place) limit 3500) found
    $w$ $f$, case when exists (select from pg_collation where collname = 'pg_c_utf8') then 'collate pg_c_utf8' else '' end);
end $$;

-- Whose and from when a word is stands in front of it, so that a look-up reads nothing of anybody else and of no other time.
create function app.note_scope(kind text, id uuid, session_date date) returns text language sql immutable parallel safe
  return kind || right(id::text, 8) || (extract(year from session_date)::int * 100
    + case kind when 'o' then extract(month from session_date) else extract(quarter from session_date) end::int)::text;

create function app.note_keys(organization_id uuid, therapist_id uuid, session_date date, words text[]) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(array(select scope || word from unnest(words) word, unnest(array_remove(array[
    app.note_scope('o', organization_id, session_date), app.note_scope('t', therapist_id, session_date)], null)) scope));

create function app.note_words(first_name text, last_name text, sections jsonb) returns text[] language sql immutable parallel safe
  return app.words(left(first_name || ' ' || last_name || ' ' || coalesce(
    (select string_agg(section->>'content', ' ') from jsonb_array_elements(sections) section), ''), 200000));

create table note_search (
  session_id uuid primary key references notes,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  session_date date not null,
  start_time time not null,
  words text[] not null
);

create function app.takes_place(status text) returns boolean language sql immutable parallel safe
  return status not in ('scheduled', 'cancelled');

-- Kept by triggers that act as whoever writes, under the writer's own policies.
create function app.file_note() returns trigger language plpgsql as $$ begin
  insert into note_search (session_id, organization_id, therapist_id, session_date, start_time, words)
    select new.session_id, new.organization_id, new.therapist_id, s.date, s.start_time, app.note_words(c.first_name, c.last_name, new.sections)
    from sessions s join clients c on c.id = s.client_id where s.id = new.session_id and app.takes_place(s.status)
    on conflict (session_id) do update set words = excluded.words;
  return null;
end $$;
create trigger file_new after insert on notes for each row execute function app.file_note();
create trigger file after update of sections on notes for each row when (old.sections is distinct from new.sections)
  execute function app.file_note();

create function app.file_session() returns trigger language plpgsql as $$ begin
  if not app.takes_place(new.status) then
    delete from note_search where session_id = new.id;
  else
    insert into note_search (session_id, organization_id, therapist_id, session_date, start_time, words)
      select new.id, new.organization_id, new.therapist_id, new.date, new.start_time, app.note_words(c.first_name, c.last_name, n.sections)
      from notes n join clients c on c.id = n.client_id where n.session_id = new.id
      on conflict (session_id) do update set session_date = excluded.session_date, start_time = excluded.start_time;
  end if;
  return null;
end $$;
create trigger file after update of date, start_time, status on sessions for each row
  when (old.date <> new.date or old.start_time <> new.start_time or app.takes_place(old.status) <> app.takes_place(new.status))
  execute function app.file_session();

create function app.file_client() returns trigger language plpgsql as $$ begin
  update note_search f set words = app.note_words(new.first_name, new.last_name, n.sections)
    from notes n where n.client_id = new.id and f.session_id = n.session_id;
  return null;
end $$;
create trigger file after update of first_name, last_name on clients for each row
  when (old.first_name <> new.first_name or old.last_name <> new.last_name) execute function app.file_client();

-- Notes that stand already. Row-level security hides them from their owner, too.
do $$ declare t text; begin
  foreach t in array array['clients', 'sessions', 'notes'] loop execute format('alter table %I no force row level security', t); end loop;
  insert into note_search (session_id, organization_id, therapist_id, session_date, start_time, words)
    select n.session_id, n.organization_id, n.therapist_id, s.date, s.start_time, app.note_words(c.first_name, c.last_name, n.sections)
    from notes n join sessions s on s.id = n.session_id join clients c on c.id = s.client_id where app.takes_place(s.status);
  foreach t in array array['clients', 'sessions', 'notes'] loop execute format('alter table %I force row level security', t); end loop;
end $$;

create index note_search_of_therapist on note_search (therapist_id, session_date desc, start_time desc, session_id desc) include (organization_id);
create index note_search_of_organization on note_search (organization_id, session_date desc, start_time desc, session_id desc) include (therapist_id);
-- Entries are written at once, so that no search has a heap of unsorted ones to read.
create index note_search_words on note_search using gin (app.note_keys(organization_id, therapist_id, session_date, words)) with (fastupdate = off);
drop index notes_of_therapist, notes_of_organization;

alter table note_search enable row level security;
alter table note_search force row level security;
create policy visible on note_search for select to app_web, app_worker using (coalesce(
  organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]) or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on note_search for insert to app_web, app_worker with check (therapist_id = (select app.user_id())
  and (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on note_search for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on note_search for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
-- Owner and admin may rename the clients of their organization.
create policy organization_update on note_search for update to app_web
  using (organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]));
create policy session_is_own on note_search as restrictive for insert to app_web, app_worker with check (exists (
  select from sessions s where s.id = session_id and s.therapist_id = note_search.therapist_id
    and s.organization_id is not distinct from note_search.organization_id));
grant select, insert, delete on note_search to app_web, app_worker;
grant update (session_date, start_time, words) on note_search to app_web, app_worker;

-- Text search is not leakproof, so under row-level security no index serves it. This function looks words up for its owner, within one
-- organization or one therapist that the caller may see; any other answers nothing. What it finds is read under the caller's policies.
create policy definer on note_search for select to app_owner using (true);

-- The words under one scope as a query.
create function app.note_query(scope text, words text[]) returns tsquery language sql immutable parallel safe
  return (select string_agg(quote_literal(scope || word) || ':*', ' & ')::tsquery from unnest(words) word);

-- Notes of an organization or of a therapist, newest first, after a place in that order; of the one that is null there are none.
create function app.newest_notes(organization uuid, therapist uuid, place_date date, place_time time, place_id uuid, most integer)
returns setof note_search language sql stable parallel safe as $$
  select * from (
    (select * from note_search where organization_id = organization and (session_date, start_time, session_id) < (place_date, place_time, place_id)
      order by session_date desc, start_time desc, session_id desc limit most)
    union all
    (select * from note_search where therapist_id = therapist and (session_date, start_time, session_id) < (place_date, place_time, place_id)
      order by session_date desc, start_time desc, session_id desc limit most)
  ) newest order by session_date desc, start_time desc, session_id desc
$$;

-- Sessions whose note or client has a word that begins with each of the searched ones, newest first, after a place in that order.
-- Looks the words up month by month (organization) or quarter by quarter (therapist) until enough is found. Of an organization it reads
-- some of the newest notes first: frequent words are found there.
create function app.search_notes(search text, organization uuid, therapist uuid, before_date date, before_time time, before_id uuid, most integer)
returns table (session_id uuid, session_date date, start_time time)
language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off as $$
declare
  wanted text[] := (app.words(search))[:10];
  -- No word has a % or _ or \ in it.
  patterns text[] := array(select '% ' || beginning || '%' from unnest(wanted) beginning);
  place_date date := coalesce(before_date, 'infinity');
  place_time time := coalesce(before_time, '24:00');
  place_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  kind text := case when therapist is null then 'o' else 't' end;
  missing integer := most;
  note note_search;
  scope text;
  word text;
  rare text;
  hits integer;
begin
  -- Mind that nothing compared with all of an empty list is true, and with any of it false.
  if wanted = '{}' or num_nonnulls(organization, therapist) <> 1
    or organization is not null and not organization = any (app.uuids('app.admin_orgs'))
    or therapist is not null and not therapist = any (app.uuids('app.therapists')) then return; end if;
  for note in select * from app.newest_notes(organization, therapist, place_date, place_time, place_id,
    case kind when 'o' then 60 else 0 end) loop
    if ' ' || array_to_string(note.words, ' ') like all (patterns) then
      session_id := note.session_id; session_date := note.session_date; start_time := note.start_time;
      return next;
      missing := missing - 1;
      if missing = 0 then return; end if;
    end if;
    place_date := note.session_date; place_time := note.start_time; place_id := note.session_id;
  end loop;
  loop
    select * into note from app.newest_notes(organization, therapist, place_date, place_time, place_id, 1);
    if note.session_id is null then return; end if;
    scope := app.note_scope(kind, coalesce(organization, therapist), note.session_date);
    -- The index collects all notes of every word before it joins them. In an organization that is many; where one word is in few
    -- notes, these are read instead.
    rare := null;
    if kind = 'o' and cardinality(wanted) > 1 then
      foreach word in array wanted loop
        select count(*) into hits from (select from note_search s
          where app.note_keys(s.organization_id, s.therapist_id, s.session_date, s.words) @@ app.note_query(scope, array[word]) limit 201) few;
        if hits <= 200 then
          rare := word;
          -- Likely rare in the next month, too: the first to be asked for.
          wanted := array[word] || array_remove(wanted, word);
          exit;
        end if;
      end loop;
    end if;
    return query
      -- The words first and alone: nothing else is to tempt the planner into reading every note.
      with hit as materialized (
        select s.session_id, s.organization_id, s.therapist_id, s.session_date, s.start_time, case when rare is not null then s.words end as words
        from note_search s where app.note_keys(s.organization_id, s.therapist_id, s.session_date, s.words)
          @@ app.note_query(scope, case when rare is null then wanted else array[rare] end))
      select hit.session_id, hit.session_date, hit.start_time from hit
      where case kind when 'o' then hit.organization_id = organization else hit.therapist_id = therapist end
        and (hit.session_date, hit.start_time, hit.session_id) < (place_date, place_time, place_id)
        and (rare is null or ' ' || array_to_string(hit.words, ' ') like all (patterns))
      order by hit.session_date desc, hit.start_time desc, hit.session_id desc limit missing;
    get diagnostics hits = row_count;
    missing := missing - hits;
    if missing = 0 then return; end if;
    place_date := date_trunc(case kind when 'o' then 'month' else 'quarter' end, note.session_date)::date;
    place_time := '00:00';
    place_id := '00000000-0000-0000-0000-000000000000';
  end loop;
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.words, app.note_scope, app.note_keys, app.note_words, app.takes_place to app_web, app_worker;
grant execute on function app.search_notes to app_web;
