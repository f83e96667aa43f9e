import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { UnsavedInputContext, useUnsavedInput } from '#web/identity/unsaved-input.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { CancelButton } from '#web/ui/form/cancel-button.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import classes from './comments.module.css'

/** Called with the text of a comment or reply. A retry has the same request id, so that the text is added once. */
export type OnComment = (comment: { text: string; requestId: string }) => Promise<unknown>

type Props = {
  /** Accessible name of the field, e.g. 'Comment on “Suicide risk is low.”' */
  label: string
  submitLabel: string
  onSubmit: OnComment
  onClose: () => void
}

/** The form for a comment or a reply. Ctrl or ⌘ with Enter submits it, Escape closes it if it is empty. */
export function CommentForm({ label, submitLabel, onSubmit, onClose }: Props) {
  const [text, setText] = useState('')
  const sendOnce = useSendOnce()
  const { submit, failure, isSending } = useSubmission(
    (words: string) => sendOnce({ text: words }, onSubmit),
    'Not saved. Check your connection and try again.',
  )
  const isDirty = text.trim() !== ''
  const written = useUnsavedInput()
  const send = () => (isDirty ? submit(text.trim()) : undefined)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Textarea
        ref={focusOnMount}
        data-unsaved={isDirty || undefined}
        label={label}
        autosize
        minRows={3}
        maxLength={2000}
        value={text}
        disabled={isSending}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          if (event.key === 'Escape' && !isDirty) onClose()
        }}
      />
      <UnsavedInputContext value={written}>
        <UnsavedGuard isDirty={isDirty} what="this comment" hasSearch onDiscard={onClose} />
        <FormError message={failure} />
        <div className={classes.formButtons}>
          <CancelButton isDisabled={isSending} onCancel={onClose} />
          <Button type="submit" variant="light" loading={isSending} disabled={!isDirty}>
            {submitLabel}
          </Button>
        </div>
      </UnsavedInputContext>
    </form>
  )
}
