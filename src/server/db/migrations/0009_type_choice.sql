-- After a recording its therapist says once in which note type the note is drafted, for nothing.
alter table notes add column type_chosen boolean not null default true;
grant update (type_chosen) on notes to app_web, app_worker;
alter table note_requests drop constraint note_requests_kind_check;
alter table note_requests add constraint note_requests_kind_check check (kind in ('draft', 'type choice', 'type change', 'enhancement'));
