-- A text for comparisons: lower case, without accents and apostrophes. Letters beyond ASCII become lower case where the server has the
-- collation for it (PostgreSQL 17 and later), so EXECUTE builds the definition for this server.
do $$ begin
  execute format($f$
    create or replace function app.plain_text(content text) returns text language sql immutable parallel safe as $w$
      select lower(regexp_replace(normalize(content, nfkd), '[\u0300-\u036f''\u2018\u2019\u02bc]', '', 'g') %s)
    $w$ $f$, case when exists (select from pg_collation where collname = 'pg_c_utf8') then 'collate pg_c_utf8' else '' end);
end $$;
grant execute on function app.plain_text to app_web, app_worker, app_auth, app_admin;

-- The searchable words of a text, each once.
create or replace function app.words(content text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(word), '{}') from (
    select left(word, 30) as word
    from regexp_split_to_table(app.plain_text(content),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]+')
      with ordinality as split (word, place)
    -- An index entry is limited to 1 MB; no session has so many words.
    where word <> '' group by 1 order by min(place) limit 3500) found
$$;
grant execute on function app.words to app_web, app_worker, app_auth, app_admin;

-- Index terms: the words of `content`, and the words of `other` with the prefix '#'.
create or replace function app.search_keys(content text, other text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(app.words(content) || array(select '#' || word from unnest(app.words(other)) word));
-- Generated columns are computed with the rights of the writer of the row.
grant execute on function app.search_keys to app_web, app_worker, app_auth, app_admin;

-- Each searched word must begin an indexed word; null if nothing is searched. `either` also searches the words with the prefix '#'.
create or replace function app.search_query(search text, either boolean) returns tsquery language sql immutable parallel safe
  return (select string_agg(case when either then format('(%s:* | %s:*)', quote_literal(word), quote_literal('#' || word))
    else quote_literal(word) || ':*' end, ' & ')::tsquery from unnest((app.words(search))[:8]) word);
grant execute on function app.search_query to app_admin;
