import { Button, Menu } from '@mantine/core'
import { IconTextPlus } from '@tabler/icons-react'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import type { Field } from '../editor/worksheet.ts'

/** Inserts a passage into a field of the note; `fields` start with the suggested one. */
export type InsertPassage = {
  fields: readonly Field[]
  isBusy: boolean
  into: (field: Field, passage: SafetyPassage) => void
}

/** Asks for the section; Enter selects the suggested one. */
export function InsertMenu({ passage, insert }: { passage: SafetyPassage; insert: InsertPassage }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTextPlus size={16} stroke={1.8} aria-hidden />}
          data-key="i"
          disabled={insert.isBusy}
          aria-label={`Insert into note: ${passage.quote}`}
        >
          Insert into note
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {insert.fields.map((field, at) => (
          <Menu.Item key={field.id} data-autofocus={at === 0 || undefined} onClick={() => insert.into(field, passage)}>
            {field.id}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
