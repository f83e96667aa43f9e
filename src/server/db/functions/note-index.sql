-- Prefix of every indexed word: organization or therapist, and period, so that a lookup reads no entries of other organizations, therapists or
-- periods.
create or replace function app.note_scope(kind text, id uuid, session_date date) returns text language sql immutable parallel safe
  return kind || right(id::text, 8) || (extract(year from session_date)::int * 100
    + case kind when 'o' then extract(month from session_date) else extract(quarter from session_date) end::int)::text;
grant execute on function app.note_scope to app_web, app_worker;

create or replace function app.note_keys(organization_id uuid, therapist_id uuid, session_date date, words text[]) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(array(select scope || word from unnest(words) word, unnest(array_remove(array[
    app.note_scope('o', organization_id, session_date), app.note_scope('t', therapist_id, session_date)], null)) scope));
grant execute on function app.note_keys to app_web, app_worker;

create or replace function app.note_words(first_name text, last_name text, sections jsonb) returns text[] language sql immutable parallel safe
  return app.words(left(first_name || ' ' || last_name || ' ' || coalesce(
    (select string_agg(section->>'content', ' ') from jsonb_array_elements(sections) section), ''), 200000));
grant execute on function app.note_words to app_web, app_worker;

create or replace function app.takes_place(status text) returns boolean language sql immutable parallel safe
  return status not in ('scheduled', 'cancelled');
grant execute on function app.takes_place to app_web, app_worker;

-- Indexing the words of a note again costs more than saving it, so a saved note only becomes due. app.index_due_notes indexes it
-- later. Until then, app.search_notes reads the text.
create or replace function app.become_search_due() returns trigger language plpgsql volatile as $$ begin
  new.search_due_since := now();
  return new;
end $$;
grant execute on function app.become_search_due to app_web, app_worker;

-- Writes the words of a note and of its client's name into the search. The caller has set app.session_to_change.
create or replace function app.index_words(target uuid) returns void language plpgsql volatile set search_path = pg_catalog, public as $$
begin
  update note_search f set words = app.note_words(c.first_name, c.last_name, n.sections)
    from notes n join clients c on c.id = n.client_id where n.session_id = target and f.session_id = target;
end $$;

-- Indexes some notes whose first unindexed change is a minute old, and returns their number. Few at once, because they stay locked until
-- the transaction ends. Skips notes that are being saved, and clients that are being changed, e.g. renamed: their new name is not visible yet.
create or replace function app.index_due_notes() returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare due uuid; client uuid; indexed integer := 0;
begin
  for due, client in select session_id, client_id from notes where search_due_since < now() - interval '1 minute'
    order by search_due_since limit 20 loop
    perform set_config('app.session_to_change', due::text, true), set_config('app.record_to_lock', client::text, true);
    perform from clients where id = client for no key update skip locked;
    continue when not found;
    perform from notes where session_id = due and client_id = client and search_due_since is not null for update skip locked;
    if found then
      perform app.index_words(due);
      update notes set search_due_since = null where session_id = due;
      indexed := indexed + 1;
    end if;
  end loop;
  perform set_config('app.session_to_change', '', true), set_config('app.record_to_lock', '', true);
  return indexed;
end $$;
grant execute on function app.index_due_notes to app_worker;

-- The triggers that maintain note_search. They run with the rights and policies of the writer.
create or replace function app.index_note() returns trigger language plpgsql volatile as $$ begin
  insert into note_search (session_id, organization_id, therapist_id, session_date, start_time, words)
    select new.session_id, new.organization_id, new.therapist_id, s.date, s.start_time, app.note_words(c.first_name, c.last_name, new.sections)
    from sessions s join clients c on c.id = s.client_id where s.id = new.session_id and app.takes_place(s.status)
    on conflict (session_id) do update set words = excluded.words;
  return null;
end $$;

create or replace function app.index_session() returns trigger language plpgsql volatile as $$ begin
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

create or replace function app.index_client() returns trigger language plpgsql volatile as $$ begin
  update note_search f set words = app.note_words(new.first_name, new.last_name, n.sections)
    from notes n where n.client_id = new.id and f.session_id = n.session_id;
  return null;
end $$;
