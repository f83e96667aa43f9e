import { ActionIcon, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

type Props = {
  /** Goes so many months on. */
  onMonth: (by: 1 | -1) => void
  onToday: () => void
}

/** The way to another month and back to today. */
export function MonthNavigation({ onMonth, onToday }: Props) {
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon variant="default" size={36} aria-label="Previous month" onClick={() => onMonth(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label="Next month" onClick={() => onMonth(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" onClick={onToday}>
        Today
      </Button>
    </Group>
  )
}
