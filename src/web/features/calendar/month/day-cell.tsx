import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { countName, dayName } from '../days.ts'
import { SessionChip } from './session-chip.tsx'
import classes from './month-grid.module.css'

/** Maximum number of appointments shown in a day (spec core §2). */
const maxShown = 3

type Props = {
  day: string
  isSelected: boolean
  isToday: boolean
  /** Undefined while the sessions are loading. */
  sessions: readonly CalendarSession[] | undefined
  onOpen: () => void
  onDrag: (session: CalendarSession) => void
  onDragEnd: () => void
}

/** A day cell: date, first appointments and the number of others. */
export function DayCell({ day, isSelected, isToday, sessions, onOpen, onDrag, onDragEnd }: Props) {
  const list = sessions ?? []
  const shown = list.slice(0, maxShown)
  return (
    <div className={classes.cell}>
      <UnstyledButton
        tabIndex={isSelected ? 0 : -1}
        className={classes.number}
        aria-current={isToday ? 'date' : undefined}
        aria-label={dayName(day) + (sessions ? `, ${countName(list.length).toLowerCase()}` : '')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onOpen()
        }}
      >
        {Number(day.slice(8))}
      </UnstyledButton>
      <div className={classes.list}>
        {shown.map((session) => (
          <SessionChip key={session.id} session={session} onDrag={onDrag} onDragEnd={onDragEnd} />
        ))}
        {list.length > maxShown && (
          <UnstyledButton tabIndex={-1} className={classes.more} onClick={onOpen}>
            +{list.length - maxShown} more
            <VisuallyHidden> on {dayName(day)}</VisuallyHidden>
          </UnstyledButton>
        )}
      </div>
      <span className={classes.dots} aria-hidden>
        {shown.map(({ id, settingType }) => (
          <i key={id} data-setting={settingType} />
        ))}
      </span>
    </div>
  )
}
