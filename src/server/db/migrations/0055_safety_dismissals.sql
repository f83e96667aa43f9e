-- Safety passages that the clinician looked at and left out of the note, each with the reason.
alter table notes add safety_dismissals jsonb;
grant update (safety_dismissals) on notes to app_web, app_worker;
