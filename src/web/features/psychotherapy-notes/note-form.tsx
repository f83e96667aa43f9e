import '@mantine/core/styles/Checkbox.layer.css'
import { Stack, Textarea } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { maxPsychotherapyNoteLength } from '#shared/contract/limits.ts'
import type { PsychotherapyNoteInput } from '#shared/contract/psychotherapy-notes.ts'
import { type ExcludedKind, excludedPassages } from '#shared/rules/excluded-content.ts'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import { BelongsElsewhere } from './belongs-elsewhere.tsx'
import { ConfirmPassages } from './confirm-passages.tsx'
import classes from './psychotherapy-notes.module.css'

type Props = {
  label: string
  initial?: PsychotherapyNoteInput
  onSave: (input: PsychotherapyNoteInput) => Promise<void>
  onClose: () => void
}

const blank: PsychotherapyNoteInput = { text: '', confirmed: [] }

/** The form to write or edit a psychotherapy note. Excluded content must be confirmed (decision 0055). */
export function NoteForm({ label, initial = blank, onSave, onClose }: Props) {
  const hintId = useId()
  const [text, setText] = useState(initial.text)
  const [confirmed, setConfirmed] = useState<readonly ExcludedKind[]>(initial.confirmed)
  /** Passages to confirm are shown only after the first attempt to save. */
  const [isAsking, setAsking] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const firstPassage = useRef<HTMLInputElement>(null)
  const isDirty = text !== initial.text
  const passages = excludedPassages(text)
  const isConfirmed = passages.every(({ kind }) => confirmed.includes(kind))
  const { submit, failure, isSending } = useSubmission(onSave, 'Failed to save the psychotherapy note')

  const save = () => {
    if (text.trim() === '') return
    if (isConfirmed) {
      void submit({ text, confirmed: [...confirmed] })
      return
    }
    flushSync(() => setAsking(true))
    firstPassage.current?.focus()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="sm">
        <Textarea
          ref={focusOnMount}
          label={label}
          description={<BelongsElsewhere />}
          descriptionProps={{ component: 'div', id: hintId }}
          autosize
          minRows={5}
          maxLength={maxPsychotherapyNoteLength}
          classNames={{ input: classes.text }}
          disabled={isSending}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            save()
          }}
        />
        {isAsking && passages.length > 0 && (
          <ConfirmPassages
            passages={passages}
            confirmed={confirmed}
            firstRef={firstPassage}
            onConfirm={(kind, isChecked) =>
              setConfirmed((kinds) => (isChecked ? [...kinds, kind] : kinds.filter((other) => other !== kind)))
            }
          />
        )}
        <FormError message={failure} />
      </Stack>
      <FormButtons
        submit="Save"
        isSending={isSending}
        onCancel={() => (isDirty ? setDiscarding(true) : onClose())}
        isBlocked={text.trim() === ''}
      />
      <UnsavedGuard isDirty={isDirty} what="this psychotherapy note" onDiscard={onClose} />
      <QuestionDialog
        title="Discard changes?"
        text={isDiscarding ? 'What you wrote in this psychotherapy note will be lost.' : null}
        confirmLabel="Discard changes"
        onConfirm={onClose}
        onCancel={() => setDiscarding(false)}
      />
    </form>
  )
}
