import { Button } from '@mantine/core'
import { use, useRef, useState } from 'react'
import type { ReviewItem } from '#shared/contract/review.ts'
import { closeAfterQuestion, UnsavedInputContext } from '#web/identity/unsaved-input.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { CancelButton } from '#web/ui/form/cancel-button.tsx'
import { CompletingTextarea } from '#web/ui/form/completing-textarea.tsx'
import classes from './review.module.css'

type Props = { item: ReviewItem; onSave: (text: string) => void; onCancel: () => void }

/** Edits a sentence in place, or writes a section. Escape closes the field, Ctrl or Cmd S saves. */
export function ReviewEdit({ item, onSave, onCancel }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const start = item.statement ? item.text : ''
  const [text, setText] = useState(start)
  const isUnchanged = text.trim() === '' || text.trim() === start
  const { unsaved } = use(UnsavedInputContext)
  const save = () => !isUnchanged && onSave(text.trim())
  return (
    <div>
      <UnsavedGuard isDirty={!isUnchanged} what="this note" hasSearch onDiscard={onCancel} />
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
        onChange={(event) => setText(event.currentTarget.value)}
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
        <Button disabled={isUnchanged} onClick={save}>
          Save Changes
        </Button>
      </div>
    </div>
  )
}
