import { Button, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Utterance } from '#shared/contract/transcripts.ts'
import { DiscardButtons } from '#web/ui/form/discard-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount } from '#web/ui/form/form.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import type { TurnCorrection } from './use-turn-correction.ts'
import classes from './transcripts.module.css'

type Props = { utterance: Utterance; draft: NonNullable<TurnCorrection['draft']>; correction: TurnCorrection }

/** Edits the words of one turn. Escape cancels, Ctrl S saves. Discarding changes needs a confirmation. */
export function TurnEditor({ utterance, draft, correction }: Props) {
  const { before, after, isBehind } = draft
  const { failure, isSaving } = correction
  const [isAsking, setAsking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const cancel = () => (correction.isDirty ? setAsking(true) : correction.discard())
  const keep = () => {
    setAsking(false)
    field.current?.focus()
  }
  return (
    <div className={classes.editor}>
      <Textarea
        ref={focusOnMount}
        data-mantine-stop-propagation
        aria-label="Words of this turn"
        lang={utterance.language}
        autosize
        minRows={2}
        maxLength={100_000}
        classNames={{ input: classes.field }}
        disabled={isSaving}
        value={after.text}
        onChange={(event) => correction.type({ ...after, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            cancel()
          }
          if (event.key === 's' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault()
            void correction.save()
          }
        }}
      />
      {isBehind && (
        <Text size="sm">
          It now says ({speakerName({ ...before, label: utterance.label })}): “{before.text}”
        </Text>
      )}
      <FormError message={failure} />
      <div className={classes.editorActions}>
        {isAsking && correction.isDirty ? (
          <DiscardButtons size="sm" onKeep={keep} onDiscard={correction.discard} />
        ) : (
          <>
            <Button variant="default" size="sm" disabled={isSaving} onClick={cancel}>
              Cancel
            </Button>
            <Button
              size="sm"
              loading={isSaving}
              disabled={after.text.trim() === ''}
              onClick={() => void correction.save()}
            >
              Save
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
