import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '#web/ui/form-error.tsx'
import { focusOnMount } from '#web/ui/form.ts'
import classes from './notes.module.css'

type Props = {
  title: string
  text: string
  placeholder: string
  isChanged: boolean
  isSaving: boolean
  failure: string | null
  onType: (text: string) => void
  onSave: () => void
  onClose: () => void
}

/** A section as plain text. What was typed goes only after a second word on it. */
export function SectionEditor({
  title,
  text,
  placeholder,
  isChanged,
  isSaving,
  failure,
  onType,
  onSave,
  onClose,
}: Props) {
  const [isAsking, setAsking] = useState(false)
  const cancel = () => (isChanged ? setAsking(true) : onClose())
  return (
    <div className={classes.screenOnly}>
      <Textarea
        ref={focusOnMount}
        aria-label={title}
        placeholder={placeholder}
        autosize
        minRows={3}
        maxLength={100_000}
        classNames={{ input: classes.field }}
        disabled={isSaving}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 's' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault()
            onSave()
          }
        }}
      />
      <FormError message={failure} />
      <div className={classes.editActions}>
        {isAsking && isChanged ? (
          <>
            <Button variant="default" onClick={() => setAsking(false)}>
              Keep editing
            </Button>
            <Button color="ember" variant="light" onClick={onClose}>
              Discard changes
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" disabled={isSaving} onClick={cancel}>
              Cancel
            </Button>
            <Button loading={isSaving} onClick={onSave}>
              Save Changes
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
