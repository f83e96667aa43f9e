import type { NotePage, NoteOrigin } from '#shared/contract/notes.ts'
import type { Contact } from '#shared/contract/session-status.ts'

/** The default statement of a signature (signing rule 3), by the origin of the note and the contact. */
export function defaultAttestation(
  origin: NoteOrigin,
  source: NotePage['session']['source'],
  contact: Contact = 'session',
): string {
  const begin = contact === 'no-show' ? 'The client did not come to this session. I' : 'I held this session, I'
  return `${begin} have reviewed this note and it is accurate and complete to the best of my knowledge. ${madeFrom(origin, source)}`
}

function madeFrom(origin: NoteOrigin, source: NotePage['session']['source']): string {
  if (origin === 'written') return 'It was written by me.'
  return `It was drafted with software from a ${source === 'transcript' ? 'transcript' : 'recording'}.`
}
