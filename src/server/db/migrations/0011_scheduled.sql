-- What is in the calendar and not held yet has come from nowhere else.
alter table sessions drop constraint sessions_source_check;
alter table sessions add constraint sessions_source_check check (source in ('scheduled', 'recorded', 'uploaded', 'transcript'));
