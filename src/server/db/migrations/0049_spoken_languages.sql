-- A turn that is not in English has a language. What a session is in besides English, wholly or partly, follows from its turns.
create function app.other_language(utterances jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('code', mode() within group (order by turn->>'language'), 'isPartly', count(turn->>'language') < count(*))
  from jsonb_array_elements(utterances) turn having count(turn->>'language') > 0
$$;
revoke execute on function app.other_language from public;
grant execute on function app.other_language to app_web, app_worker;

-- The words of earlier transcripts were not judged: what their source said of the language stands until one is corrected.
alter table transcripts no force row level security;
update transcripts set utterances = (
    select jsonb_agg(turn || jsonb_build_object('language', lower(left(language, 2))) order by place)
    from jsonb_array_elements(utterances) with ordinality as turns (turn, place))
  where language ~* '^[a-z]{2}(-|$)' and language !~* '^en';
alter table transcripts force row level security;

alter table transcripts add column other_language jsonb generated always as (app.other_language(utterances)) stored;
