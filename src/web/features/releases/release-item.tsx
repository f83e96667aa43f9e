import type { RecordRelease } from '#shared/contract/releases.ts'
import { shownDate, shownDay } from '#web/ui/format/dates.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import classes from './releases.module.css'

/** One release: its recipient, date and contents. */
export function ReleaseItem({ release, timeZone }: { release: RecordRelease; timeZone: string }) {
  const { releasedOn, recipient, contents, loggedBy, loggedAt } = release
  return (
    <li>
      <Strong>
        Released {shownDate(releasedOn)} to {recipient}
      </Strong>
      <p className={classes.words}>{contents}</p>
      <Hint>
        Logged by {loggedBy} on {shownDay(loggedAt, timeZone)}.
      </Hint>
    </li>
  )
}
