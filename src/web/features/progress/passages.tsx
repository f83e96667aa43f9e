import type { ReactNode } from 'react'
import type { ProgressPassage } from '#shared/contract/progress.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
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
