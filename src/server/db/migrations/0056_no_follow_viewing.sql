-- Policies are written out since the baseline: no migration calls this function any more.
drop function app.follow_viewing;
