-- Results of npm run models:score, for the whole platform: figures about bundled cases, without session data.
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
create policy insert_score on model_scores for insert to app_owner with check (true);

grant select on model_scores to app_web, app_admin;
