-- Excerpts instead of a draft while the language model does not answer; which model drafted a note, and how it was measured.
alter table note_requests drop constraint note_requests_kind_check;
alter table note_requests add constraint note_requests_kind_check
  check (kind in ('draft', 'excerpts', 'type choice', 'type change', 'enhancement'));

do $$ declare t text; begin
  foreach t in array array['notes', 'note_versions'] loop
    -- The name of the language model; null where none drafted it.
    execute format('alter table %I add column model text', t);
    -- Null where no second reading was due.
    execute format($p$alter table %I add column second_reading text check (second_reading in ('made', 'not made'))$p$, t);
  end loop;
end $$;
grant update (model, second_reading) on notes to app_web, app_worker;

-- What npm run models:score measured, for the whole platform. It holds figures over bundled cases, nothing of any session.
create table model_scores (
  id uuid primary key default app.new_id(),
  model text not null,
  measured_at timestamptz not null default now(),
  result jsonb not null
);
create index model_scores_newest on model_scores (model, measured_at desc);
alter table model_scores enable row level security;
alter table model_scores force row level security;
create policy visible on model_scores for select using (true);
create policy measured on model_scores for insert to app_owner with check (true);
grant select on model_scores to app_web;
