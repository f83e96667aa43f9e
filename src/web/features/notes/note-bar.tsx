import { IconChevronLeft } from '@tabler/icons-react'
import type { NotePage } from '#shared/contract/notes.ts'
import { shownDate, shownTime } from '#web/ui/format/dates.ts'
import { IconLink } from '#web/ui/layout/links.tsx'

const back = (
  <IconLink to="/session-notes" aria-label="All session notes">
    <IconChevronLeft size={20} aria-hidden />
  </IconLink>
)

/** The bar while a note loads. It replaces the top bar on phones from the start, so that the page does not move. */
export const loadingBar = { back, facts: 'Loading' }

/** The bar of a note's page on phones, where the client stays in sight. */
export function noteBar({ session, note }: NotePage) {
  return {
    back,
    facts: `${shownDate(session.date)}, ${shownTime(session.startTime)} · ${note.noteType}`,
  }
}

/** Names the therapist of another user's note. */
export function noteLead({ therapistName }: NotePage): string {
  if (therapistName === null) return 'Session Notes'
  return `Session Notes. Therapist: ${therapistName || 'A former member'}, the only person who can change this note.`
}
