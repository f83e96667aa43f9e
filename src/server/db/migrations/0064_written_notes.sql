-- Notes without a recording, and sessions that the client missed.

alter table sessions drop constraint sessions_status_check;
alter table sessions add constraint sessions_status_check check (status in ('scheduled', 'recording', 'processing', 'completed', 'failed',
  'cancelled', 'no-show'));
alter table sessions drop constraint sessions_source_check;
alter table sessions add constraint sessions_source_check check (source in ('scheduled', 'recorded', 'uploaded', 'transcript', 'written'));
alter table sessions add column contact text not null default 'session' check (contact in ('session', 'phone call', 'no-show'));
alter table sessions add constraint sessions_no_show_check check ((status = 'no-show') = (contact = 'no-show'));
grant update (contact) on sessions to app_web;
