import { Text } from '@mantine/core'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import type { NoteType } from '#shared/contract/notes.ts'
import { promptsOf } from '#shared/rules/note-prompts.ts'
import classes from '../evidence/excerpts.module.css'
import notes from '../notes.module.css'

/** Lists the parts of a worksheet section, e.g. `Interventions, Risk`. */
export const partsOf = (noteType: NoteType, title: string): string =>
  promptsOf(noteType, title)
    .map(({ part }) => part)
    .filter((part) => part !== title)
    .join(', ')

type Props = {
  parts: string
  isWritten: boolean
  /** Whether `parts` is the name of the text below. Then it is printed, too. */
  isName?: boolean
}

/** Shows the parts of a section, and whether they are written. */
export function PartState({ parts, isWritten, isName = false }: Props) {
  const Icon = isWritten ? IconCheck : IconPencil
  return (
    <>
      {parts !== '' && (
        <Text span size="sm" fw={500} className={isName ? undefined : notes.screenOnly}>
          {parts}
        </Text>
      )}
      <span className={classes.state} data-to-write={!isWritten || undefined}>
        <Icon size={15} stroke={1.8} aria-hidden />
        {isWritten ? 'Written' : 'To write'}
      </span>
    </>
  )
}
