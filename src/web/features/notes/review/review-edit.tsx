import { Button } from '@mantine/core'
import { use, useRef } from 'react'
import type { ReviewItem } from '#shared/contract/review.ts'
import { closeAfterQuestion, UnsavedInputContext } from '#web/identity/unsaved-input.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { CancelButton } from '#web/ui/form/cancel-button.tsx'
import { CompletingTextarea } from '#web/ui/form/completing-textarea.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { isChangedText } from './review-texts.ts'
import classes from './review.module.css'

type Props = {
  item: ReviewItem
  text: string
  /** True if the item left the queue, so that its text cannot be saved. */
  isGone: boolean
  onType: (text: string) => void
  onSave: (text: string) => void
  onCancel: () => void
}

/** Edits a sentence in place, or writes a section. Escape closes the field, Ctrl or Cmd S saves. */
export function ReviewEdit({ item, text, isGone, onType, onSave, onCancel }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isChanged = isChangedText(item, text)
  const canSave = isChanged && !isGone
  const { unsaved } = use(UnsavedInputContext)
  const save = () => canSave && onSave(text.trim())
  return (
    <div>
      <UnsavedGuard isDirty={isChanged} what="this note" hasSearch onDiscard={onCancel} />
      {isGone && (
        <Hint role="alert">This part of the note was changed. Copy your text into the note, then cancel.</Hint>
      )}
      <CompletingTextarea
        ref={field}
        aria-label={item.statement ? 'Sentence' : (item.part ?? item.section)}
        autosize
        minRows={item.statement ? 2 : 4}
        maxRows={10}
        maxLength={100_000}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this field
        autoFocus
        classNames={{ input: classes.field }}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            closeAfterQuestion(unsaved, onCancel)
          }
          if ((event.ctrlKey || event.metaKey) && (event.key === 's' || event.key === 'Enter')) {
            event.preventDefault()
            save()
          }
        }}
      />
      <div className={classes.editButtons}>
        <CancelButton onCancel={onCancel} />
        <Button disabled={!canSave} onClick={save}>
          Save Changes
        </Button>
      </div>
    </div>
  )
}
