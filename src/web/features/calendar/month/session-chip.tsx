import { VisuallyHidden } from '@mantine/core'
import type { CalendarSession } from '#shared/contract/sessions.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { shortTime, shownTime } from '#web/ui/format/dates.ts'
import { settingLabels } from '../setting-labels.ts'
import classes from './month-grid.module.css'

type Props = {
  session: CalendarSession
  onDrag: (session: CalendarSession) => void
  onDragEnd: () => void
}

/** A session in a day cell. Scheduled sessions can be dragged to another day. */
export function SessionChip({ session, onDrag, onDragEnd }: Props) {
  const isReadOnly = useReadOnly()
  const { client, startTime, settingType, status } = session
  return (
    <div
      className={classes.chip}
      data-setting={settingType}
      data-session={session.id}
      draggable={status === 'scheduled' && !isReadOnly}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox starts a drag only with data. The data are empty, because they may be dropped in other programs.
        event.dataTransfer.setData('text/plain', '')
        onDrag(session)
      }}
      onDragEnd={onDragEnd}
    >
      <span className="num" aria-hidden>
        {shortTime(startTime)}
      </span>
      <VisuallyHidden>{shownTime(startTime)}</VisuallyHidden> {client.firstName} {client.lastName}
      <VisuallyHidden>, {settingLabels[settingType].label}</VisuallyHidden>
    </div>
  )
}
