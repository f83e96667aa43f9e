alter table recordings add column written_names text[] not null default '{}';
grant update (written_names) on recordings to app_worker;
