import { Button, Menu } from '@mantine/core'
import { IconTextPlus } from '@tabler/icons-react'
import type { SafetyPassage } from '#shared/contract/notes.ts'

/** Puts a passage into a section of the note; `sections` begin with the suggested one. */
export type InsertPassage = {
  sections: readonly string[]
  isBusy: boolean
  into: (title: string, passage: SafetyPassage) => void
}

/** Asks for the section; Enter takes the suggested one. */
export function InsertMenu({ passage, insert }: { passage: SafetyPassage; insert: InsertPassage }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTextPlus size={16} stroke={1.8} aria-hidden />}
          disabled={insert.isBusy}
          aria-label={`Insert into note: ${passage.quote}`}
        >
          Insert into note
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {insert.sections.map((title, at) => (
          <Menu.Item key={title} data-autofocus={at === 0 || undefined} onClick={() => insert.into(title, passage)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
