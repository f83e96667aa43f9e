import { Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { Note, SafetyPassage } from '#shared/contract/notes.ts'
import { maxModelPassages } from '#shared/rules/safety-lists.ts'
import { LeadHint } from '#web/ui/layout/text.ts'
import classes from './safety-card.module.css'

/** Says whether a language model read the session for indirect statements of risk. */
export function ModelReading({ reading }: { reading: Note['safetyReading'] }) {
  if (reading === null) return null
  if (reading === 'not made')
    return <Text size="sm">The language model could not read all of this session for indirect statements.</Text>
  return (
    <LeadHint>
      The language model also read this session for indirect statements. It adds at most {maxModelPassages} passages to
      a topic.
    </LeadHint>
  )
}

/** Names the source of a passage that the rules did not find, or of other marked turns in its exchange. */
export function FoundByModel({ passage: { foundByModel = false, alsoMarked } }: { passage: SafetyPassage }) {
  if (!foundByModel && !alsoMarked) return null
  return (
    <p className={classes.byModel}>
      <IconSparkles size={16} stroke={1.8} aria-hidden />
      {foundByModel ? 'Found by the language model' : 'Partly found by the language model'}
    </p>
  )
}
