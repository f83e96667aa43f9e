import type { NotePage } from '#shared/contract/notes.ts'
import type { SessionProgress } from '#shared/contract/sessions.ts'

/**
 * What the page of a note does by itself when it is opened, so that a note whose job was lost does not wait for ever: has the
 * note drafted, or the recording processed. The server does either only when no job is at work on it. `wait` until more is
 * known.
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
