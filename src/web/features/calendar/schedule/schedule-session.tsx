import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { Frequency } from '#shared/rules/recurrence.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'
import { countOf, dayName } from '../days.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { useSeriesChanges } from '../change/use-series-changes.ts'
import type { Scheduled } from './use-scheduling.ts'
import classes from './dialogs.module.css'

type Props = {
  opened: boolean
  /** The date that is selected at first. */
  day: string
  onClose: () => void
  onScheduled: (day: string) => void
}

/** The Schedule Session dialog. It is wider for a series, and full screen on a phone. */
export default function ScheduleSession({ opened, day, onClose, onScheduled }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [frequency, setFrequency] = useState<Frequency | null>(null)
  const { undoSchedule } = useSeriesChanges()
  const notify = ({ seriesId, sessions }: Scheduled) => {
    const [first] = sessions
    onClose()
    if (!first) return
    if (seriesId === null) {
      const { client, date, startTime } = first
      showSuccess(`${client.firstName} ${client.lastName} is scheduled for ${dayName(date)}, ${shownTime(startTime)}.`)
    } else {
      void showUndo(`${countOf(sessions.length)} scheduled.`, () => undoSchedule.mutate(first))
    }
    onScheduled(first.date)
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setFrequency(null)}
      title="Schedule Session"
      size={frequency === null ? 440 : 880}
      fullScreen={isPhone}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
    >
      <ScheduleForm day={day} frequency={frequency} onFrequency={setFrequency} onClose={onClose} onScheduled={notify} />
    </Dialog>
  )
}
