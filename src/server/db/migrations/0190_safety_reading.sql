-- What a language model found when it read the session for indirect statements of risk (decision 0131): {state, marks}, each mark a topic
-- and the id of an utterance. Null if it never read the session.
alter table notes add column safety_reading jsonb;
grant update (safety_reading) on notes to app_web, app_worker;
