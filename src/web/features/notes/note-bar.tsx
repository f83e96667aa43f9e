import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { shownDate, shownTime } from '#web/ui/format/dates.ts'
import { IconLink } from '#web/ui/layout/links.tsx'
import { shownTherapist } from '#shared/rules/therapist-name.ts'
import classes from './notes.module.css'

const back = (
  <IconLink to="/session-notes" aria-label="All session notes">
    <IconChevronLeft size={20} aria-hidden />
  </IconLink>
)

/** The bar while a note loads. On phones it replaces the top bar from the start, so that the page does not move. */
export const loadingBar = { back, facts: 'Loading' }

/** The sticky bar of a note's page on phones, which keeps the client's name in view. */
export function noteBar({ session, note }: NotePage) {
  return {
    back,
    facts: `${shownDate(session.date)}, ${shownTime(session.startTime)} · ${note.noteType}`,
  }
}

/** Names the therapist of another user's note. Not printed, because a printed note is the same for every reader. */
export function noteLead({ therapistName, isTransferred, note }: NotePage): ReactNode {
  const lead = 'Session Notes'
  if (therapistName === null) return lead
  const right = isLocked(note)
    ? ''
    : isTransferred
      ? ', who cannot change this note since the client was transferred'
      : ', the only person who can change this note'
  return (
    <>
      {lead}
      <span className={classes.screenOnly}>{`. Therapist: ${shownTherapist(therapistName)}${right}.`}</span>
    </>
  )
}
