-- The language of a session besides English, and whether only part of it is in that language. Turns in English have no language.
create or replace function app.other_language(utterances jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('code', mode() within group (order by turn->>'language'), 'isPartly', count(turn->>'language') < count(*))
  from jsonb_array_elements(utterances) turn having count(turn->>'language') > 0
$$;
grant execute on function app.other_language to app_web, app_worker;
