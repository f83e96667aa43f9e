-- Who took part in a session besides its therapist and its client.
-- Not with its default at once: before version 18, PostgreSQL refuses that for a table whose row type a function uses.
alter table sessions add participants text[];
alter table sessions alter participants set default '{}';
alter table sessions no force row level security;
alter table sessions disable trigger user;
update sessions set participants = '{}';
alter table sessions enable trigger user;
alter table sessions force row level security;
alter table sessions alter participants set not null, add check (cardinality(participants) <= 12);
grant update (participants) on sessions to app_web, app_worker;

-- The file of a recording ends before the recording does.
alter table recordings add is_cut_off boolean not null default false;
grant update (is_cut_off) on recordings to app_web, app_worker;

-- What was stated about the session when its recording was sent: null for one that was held when it was sent.
alter table uploads
  add held_date date,
  add held_start time,
  add participants text[] not null default '{}' check (cardinality(participants) <= 12),
  add appointment_id uuid,
  add check ((held_date is null) = (held_start is null));
