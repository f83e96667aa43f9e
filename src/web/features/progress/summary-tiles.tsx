import { Title } from '@mantine/core'
import { useId } from 'react'
import type { Progress } from '#shared/contract/progress.ts'
import { summaryTiles, uncheckedSessions } from '#shared/rules/progress.ts'
import { Passage } from './passages.tsx'
import classes from './progress.module.css'

/** The Progress Summary: three figures, each with the latest passage that it counts. */
export function SummaryTiles({ progress }: { progress: Progress }) {
  const id = useId()
  const unchecked = uncheckedSessions(progress)
  return (
    <section aria-labelledby={id} className={classes.summary}>
      <Title order={2} id={id}>
        Progress Summary
      </Title>
      <p className={classes.period}>
        Last 3 months: {sessionsText(progress)}
        {!progress.isComplete && '. Only the newest are included.'}
      </p>
      {unchecked && <p className={classes.period}>{unchecked}</p>}
      <ul className={classes.tiles}>
        {summaryTiles(progress).map(({ title, figure, detail, passage }) => (
          <li key={title} className={classes.tile}>
            <Title order={3} className={classes.tileName}>
              {title}
            </Title>
            <p className={classes.figure}>{figure}</p>
            <p className={classes.detail}>{detail}</p>
            {passage && <Passage passage={passage} isNamed={progress.client === null} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function sessionsText({ sessions, clients, client }: Progress): string {
  const notes = `${sessions} ${sessions === 1 ? 'session' : 'sessions'} with a note`
  return client || sessions === 0 ? notes : `${notes}, of ${clients} ${clients === 1 ? 'client' : 'clients'}`
}
