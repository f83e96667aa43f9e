import { Badge, Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import type { LegalHold } from '#shared/contract/releases.ts'
import { shownDate, shownDay } from '#web/ui/format/dates.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import classes from './releases.module.css'

type Props = {
  hold: LegalHold
  timeZone: string
  /** Undefined if the user may not lift the hold. */
  onLift: (() => void) | undefined
}

/** One legal hold: its reason, state and end. */
export function HoldItem({ hold, timeZone, onLift }: Props) {
  const { startsOn, reason, placedBy, placedAt, lifted } = hold
  const name = `Legal hold since ${shownDate(startsOn)}`
  return (
    <li id={holdElementId(hold)} tabIndex={-1} aria-label={name}>
      <div className={classes.head}>
        <Strong>{name}</Strong>
        {lifted === null ? (
          <Badge leftSection={<IconLock size={13} aria-hidden />}>Active</Badge>
        ) : (
          <Badge color="dusk" leftSection={<IconLockOpen size={13} aria-hidden />}>
            Lifted
          </Badge>
        )}
      </div>
      <p className={classes.words}>{reason}</p>
      <Hint>
        Placed by {placedBy} on {shownDay(placedAt, timeZone)}.
      </Hint>
      {lifted !== null && (
        <Hint>
          Lifted by {lifted.by} on {shownDay(lifted.at, timeZone)}. Reason: {lifted.reason}
        </Hint>
      )}
      {onLift && lifted === null && (
        <Button size="xs" variant="default" className={classes.action} onClick={onLift}>
          Lift…
        </Button>
      )}
    </li>
  )
}

/** The id of the element that receives the focus after the hold was lifted. */
export function holdElementId({ id }: Pick<LegalHold, 'id'>): string {
  return `hold-${id}`
}
