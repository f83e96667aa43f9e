import type { NotePage } from '#shared/contract/notes.ts'
import type { SessionProgress } from '#shared/contract/sessions.ts'

/**
 * Returns which processing the note page resumes when it opens, so that a note with a lost job does not wait forever.
 * The server starts a job only if none is running. Returns `wait` until page and progress are known.
 */
export function resumeAction(
  page: NotePage | undefined,
  progress: SessionProgress | null,
): 'wait' | 'nothing' | 'generate' | 'process' {
  if (!page) return 'wait'
  const { note, session, canEdit } = page
  if (!canEdit || session.isBeingRecorded || (note.state !== 'generating' && note.state !== 'waiting')) return 'nothing'
  if (!progress) return 'wait'
  if (progress.stage === 'complete' || progress.stage === 'failed') return 'nothing'
  return session.hasTranscript ? 'generate' : 'process'
}
