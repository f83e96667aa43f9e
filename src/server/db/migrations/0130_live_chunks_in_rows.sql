-- Usual chunks of live recordings are stored in their row (decision 0097).
alter table live_chunks set (toast_tuple_target = 8160);
