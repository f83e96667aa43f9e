-- Recordings of video visits: the assignment of the channels, and the place of the client.
alter table live_recordings
  add column is_video_visit boolean not null default false,
  add column client_location text check (length(client_location) <= 60);
