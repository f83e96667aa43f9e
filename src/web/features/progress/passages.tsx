import type { ReactNode } from 'react'
import type { ProgressPassage } from '#shared/contract/progress.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './progress.module.css'

type Props = { passage: ProgressPassage; isNamed: boolean; lead?: ReactNode }

/** A passage from a session, with a link to its note. */
export function Passage({ passage, isNamed, lead }: Props) {
  const { text, sessionId, date, client, source } = passage
  return (
    <div className={classes.passage}>
      {lead}
      <p className={classes.words}>{text}</p>
      <p className={classes.origin}>
        <AnchorLink to="/notes/$sessionId" params={{ sessionId }} inherit>
          Note of {shownDate(date)}
          {isNamed && `, ${client.firstName} ${client.lastName}`}
        </AnchorLink>
        <span>{source}</span>
      </p>
    </div>
  )
}

/** States that a list shows only its newest passages. */
export function OnlyNewest({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null
  return (
    <Hint mt="sm">
      The newest {shown} of {total}. Export includes all of them.
    </Hint>
  )
}

/** A list of passages. */
export function Passages({ passages, isNamed }: { passages: readonly ProgressPassage[]; isNamed: boolean }) {
  return (
    <ul className={classes.passages}>
      {passages.map((passage) => (
        <li key={`${passage.sessionId} ${passage.source} ${passage.text}`}>
          <Passage passage={passage} isNamed={isNamed} />
        </li>
      ))}
    </ul>
  )
}
