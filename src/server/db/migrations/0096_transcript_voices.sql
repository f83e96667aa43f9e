-- Voices that were found in a recording; null if they were not compared.
alter table transcripts add column voices smallint check (voices between 1 and 6);
