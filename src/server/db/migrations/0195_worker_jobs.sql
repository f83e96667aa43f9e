-- Which jobs a worker takes (`WORKER_JOBS`), so that the status page and the doctor find a kind of job that no worker takes.
alter table processes add column worker_jobs text check (worker_jobs in ('all', 'long', 'short'));

-- Its successor has one more parameter, with a default for processes of the previous version.
drop function if exists app.report_process;
