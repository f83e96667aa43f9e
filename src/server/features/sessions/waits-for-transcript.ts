import { sql } from 'kysely'

/** True if the session waits for a speech engine to transcribe its recording. */
export const waitsForTranscript = sql<boolean>`(sessions.status = 'failed' and exists (
  select from session_progress p where p.session_id = sessions.id and p.error_code = 'speech_unavailable'))`
