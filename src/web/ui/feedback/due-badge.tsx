import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { dueState } from '#shared/rules/amendment-due.ts'
import { dueText } from '../format/due-text.ts'

const colors = { open: 'dusk', soon: 'ochre', overdue: 'ember' } as const

/** Shows the days until a due date. Marked if few days are left or the date has passed. Both days are yyyy-MM-dd. */
export function DueBadge({ dueOn, today }: { dueOn: string; today: string }) {
  const state = dueState(dueOn, today)
  const Icon = state === 'open' ? IconClock : IconAlertTriangle
  return (
    <Badge color={colors[state]} leftSection={<Icon size={13} aria-hidden />}>
      {dueText(dueOn, today)}
    </Badge>
  )
}
