import type { DismissReason, SafetyPassage } from '#shared/contract/notes.ts'
import { openItems, type Reviewable } from '#server/features/notes/open-items.ts'
import type { DemoRows } from './store.ts'

/** Age from which all notes of the demo practice are reviewed. */
const reviewedAfterMs = 7 * 24 * 60 * 60 * 1000

type Dismissal = Pick<SafetyPassage, 'topic' | 'utteranceId' | 'quote'> & { reason: DismissReason }

interface Review {
  openCount: number
  dismissals: Dismissal[]
  decisions: DemoRows['note_review_items']
}

interface ReviewContext {
  owner: { organization_id: string; therapist_id: string }
  drafter: string
  /** End of the session. */
  ended: Date
  now: Date
}

/**
 * Returns the review of a demo note. Notes of the last week have open items; in earlier notes, all items are decided.
 */
export function reviewOf(note: Omit<Reviewable, 'decisions'>, { owner, drafter, ended, now }: ReviewContext): Review {
  const items = openItems({ ...note, decisions: [] })
  if (now.getTime() - ended.getTime() < reviewedAfterMs)
    return { openCount: items.length, dismissals: [], decisions: [] }
  const decisions = items
    .filter(({ passage }) => passage === null)
    .map(({ id, kind, section, statement }) => ({
      session_id: note.sessionId,
      item_id: id,
      ...owner,
      kind,
      section,
      version: note.version,
      state: statement ? 'observed' : 'kept',
      drafter,
      model: null,
      decided_by: owner.therapist_id,
      decided_at: ended,
    }))
  const dismissals = items.flatMap(({ passage }) => {
    if (!passage) return []
    const { topic, utteranceId, quote } = passage
    return [{ topic, utteranceId, quote, reason: 'already documented' as const }]
  })
  return { openCount: 0, dismissals, decisions }
}
