import { Checkbox, Stack, Text } from '@mantine/core'
import type { Ref } from 'react'
import type { ExcludedKind, ExcludedPassage } from '#shared/rules/excluded-content.ts'
import { FormAlert } from '#web/ui/feedback/alerts.ts'
import { kindPhrases } from './excluded-kinds.ts'

type Props = {
  passages: readonly ExcludedPassage[]
  confirmed: readonly ExcludedKind[]
  /** Ref of the checkbox of the first passage that is not confirmed. */
  firstRef: Ref<HTMLInputElement>
  onConfirm: (kind: ExcludedKind, isConfirmed: boolean) => void
}

/** Asks the author to confirm each passage that looks like excluded content. One click confirms a false match. */
export function ConfirmPassages({ passages, confirmed, firstRef, onConfirm }: Props) {
  const first = passages.find(({ kind }) => !confirmed.includes(kind))
  return (
    <FormAlert role="alert" color="ochre" title="Does this belong in the clinical note?">
      <Stack gap="xs">
        <Text inherit>Move these passages to the clinical note, or confirm that they may stay here.</Text>
        {passages.map(({ kind, words }) => (
          <Checkbox
            key={kind}
            ref={kind === first?.kind ? firstRef : undefined}
            label={`“${words}” is not ${kindPhrases[kind]}.`}
            checked={confirmed.includes(kind)}
            onChange={(event) => onConfirm(kind, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </FormAlert>
  )
}
