import { sql } from 'kysely'

/** True if the session's recording is stored until a speech engine is available. */
export const waitsForTranscript = sql<boolean>`(sessions.status = 'failed' and exists (
  select from session_progress p where p.session_id = sessions.id and p.error_code = 'speech_unavailable'))`
