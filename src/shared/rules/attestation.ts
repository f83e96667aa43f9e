import type { NotePage, NoteOrigin } from '#shared/contract/notes.ts'

/** The default statement of a signature (signing rule 3), by the origin of the note. */
export function defaultAttestation(origin: NoteOrigin, source: NotePage['session']['source']): string {
  return `I held this session, I have reviewed this note and it is accurate and complete to the best of my knowledge. ${madeFrom(origin, source)}`
}

function madeFrom(origin: NoteOrigin, source: NotePage['session']['source']): string {
  if (origin === 'written') return 'It was written by me.'
  return `It was drafted with software from a ${source === 'transcript' ? 'transcript' : 'recording'}.`
}
