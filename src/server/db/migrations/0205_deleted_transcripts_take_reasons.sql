-- The reasons of statements quote the transcript, so they are deleted with it. The reason of a carried-over statement names an earlier note,
-- so it stays. Signed versions stay, because the signature covers them, and so do records under a legal hold. Row-level security and the triggers of versions would reject this change.
create or replace function app.without_quotes(sections jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg((section - 'excerpts') || jsonb_build_object('statements',
    coalesce((select jsonb_agg((statement - case when statement->>'check' = 'carried over' then array['besides'] else array['besides', 'reason'] end)
        || '{"evidence": []}' order by place)
      from jsonb_array_elements(section->'statements') with ordinality one (statement, place)), '[]')) order by at), '[]')
  from jsonb_array_elements(sections) with ordinality list (section, at)
$$;

alter table notes disable trigger user;
alter table note_versions disable trigger user;
alter table notes no force row level security;
alter table note_versions no force row level security;
alter table transcripts no force row level security;
update note_versions v set sections = app.without_quotes(v.sections) from notes n
  where n.session_id = v.session_id and n.transcript_deleted_at is not null and app.hold_since(n.client_id) is null
    and not exists (select from transcripts t where t.session_id = v.session_id) and jsonb_path_exists(v.sections, '$[*].statements[*].reason')
    and not exists (select from note_signatures s where s.session_id = v.session_id and s.version = v.version);
update notes n set sections = app.without_quotes(n.sections)
  where n.transcript_deleted_at is not null and app.hold_since(n.client_id) is null
    and not exists (select from transcripts t where t.session_id = n.session_id) and jsonb_path_exists(n.sections, '$[*].statements[*].reason')
    and not exists (select from note_signatures s where s.session_id = n.session_id and s.version = n.version);
alter table transcripts force row level security;
alter table note_versions force row level security;
alter table notes force row level security;
alter table note_versions enable trigger user;
alter table notes enable trigger user;
