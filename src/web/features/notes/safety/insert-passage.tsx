import { IconTextPlus } from '@tabler/icons-react'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import { LazyMenu } from '#web/ui/dialog/lazy-menu.tsx'
import type { Field } from '../editor/worksheet.ts'

/** Inserts a passage into a field of the note. The first of `fields` is the suggested one. */
export type InsertPassage = {
  fields: readonly Field[]
  isBusy: boolean
  into: (field: Field, passage: SafetyPassage) => void
}

/** Asks for the section to insert into. Enter selects the suggested one. */
export function InsertMenu({ passage, insert }: { passage: SafetyPassage; insert: InsertPassage }) {
  return (
    <LazyMenu
      button={{
        variant: 'default',
        size: 'sm',
        leftSection: <IconTextPlus size={16} stroke={1.8} aria-hidden />,
        'data-key': 'i',
        disabled: insert.isBusy,
        'aria-label': `Insert into note: ${passage.quote}`,
        children: 'Insert into note',
      }}
      groups={[insert.fields.map((field) => ({ label: field.id, onClick: () => insert.into(field, passage) }))]}
      startsAtFirst
    />
  )
}
