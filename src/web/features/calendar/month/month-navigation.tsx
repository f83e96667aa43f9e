import { ActionIcon, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

type Props = {
  /** Moves by the given number of months. */
  onMonth: (by: 1 | -1) => void
  onToday: () => void
}

/** Buttons to change the month and to return to today. */
export function MonthNavigation({ onMonth, onToday }: Props) {
  return (
    <Group gap="2xs" wrap="nowrap">
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
