-- Words that speech engines should know: first names, medications, places.
alter table organizations add column vocabulary text[] not null default '{}' check (cardinality(vocabulary) <= 100);
