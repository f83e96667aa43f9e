import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { focusOnMount } from '#web/ui/form/form.ts'
import type { Editing } from './use-editing.ts'

/** The button that opens the form of a record. */
export function EditButton({ label, editing }: { label: string; editing: Editing }) {
  return (
    <Button
      ref={editing.hasEdited ? focusOnMount : null}
      leftSection={<IconPencil size={17} aria-hidden />}
      onClick={editing.start}
    >
      {label}
    </Button>
  )
}
