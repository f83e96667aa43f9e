-- Safety findings are stated, denied, unclear or use mentioned, and passages name their exchange. Earlier rules called answers
-- denied that were not, and any use of alcohol stated: both are unclear until the passages are searched again.
alter table notes no force row level security;
alter table notes disable trigger user;
update notes set safety = (
    select jsonb_agg(
      passage || jsonb_build_object(
        'exchange', coalesce(passage->'exchange', jsonb_build_array(passage->'utteranceId')),
        'finding', case when passage->>'finding' = 'stated' and passage->>'topic' <> 'substance use' then 'stated' else 'unclear' end)
      order by place)
    from jsonb_array_elements(safety) with ordinality as found (passage, place))
  where jsonb_array_length(safety) > 0;
alter table notes enable trigger user;
alter table notes force row level security;
