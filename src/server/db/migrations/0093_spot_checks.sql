-- Answers to spot checks are counted per drafter (decision 0074).
create index note_review_items_spot_checks on note_review_items (model) where kind = 'spot check' and state in ('correct', 'wrong');
create policy spot_checks on note_review_items for select to app_owner using (kind = 'spot check' and state in ('correct', 'wrong'));
