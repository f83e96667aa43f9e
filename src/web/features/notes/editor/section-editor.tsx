import { Button } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { CompletingTextarea } from '#web/ui/form/completing-textarea.tsx'
import { DiscardButtons } from '#web/ui/form/discard-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import classes from '../notes.module.css'

/** Whether CSS can grow the field with its text. If not, each field is measured, which forces a layout of the page. */
const growsByStyle = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

type Props = {
  title: string
  text: string
  placeholder: string
  isChanged: boolean
  isSaving: boolean
  failure: string | null
  /** The text field, for insertions from outside. */
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** False while the field is empty and the user has not opened it. */
  isOpen?: boolean
  /** True on a worksheet, where 'Save note' is the primary action. */
  isPartOfSheet?: boolean
  /** True while the whole note is edited, which has its own buttons. */
  isPartOfWhole?: boolean
  onType: (text: string) => void
  /** Inserts the nth excerpt beside the field; the first is 1. Returns whether there is one. */
  onQuote?: (nth: number) => boolean
  onSave: () => void
  onClose: () => void
}

/** A text field for a section as plain text. Discarding changes needs a confirmation. */
export function SectionEditor({
  title,
  text,
  placeholder,
  isChanged,
  isSaving,
  failure,
  fieldRef,
  isOpen = true,
  isPartOfSheet = false,
  isPartOfWhole = false,
  onType,
  onQuote,
  onSave,
  onClose,
}: Props) {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (isOpen && !isPartOfWhole) fieldRef.current?.focus()
  }, [isOpen, isPartOfWhole, fieldRef])
  const cancel = () => (isChanged ? setAsking(true) : onClose())
  const discard = () => {
    setAsking(false)
    onClose()
  }
  return (
    <>
      <div className={`${classes.prose} ${classes.printOnly}`}>{text}</div>
      <div className={isPartOfSheet ? classes.sheetEditor : classes.screenOnly}>
        <CompletingTextarea
          ref={fieldRef}
          aria-label={title}
          placeholder={placeholder}
          autosize={!growsByStyle}
          minRows={isOpen ? 3 : 2}
          data-rows={isOpen ? 3 : 2}
          maxLength={100_000}
          classNames={{ input: classes.field }}
          disabled={isSaving}
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 's' && (event.metaKey || event.ctrlKey)) {
              event.preventDefault()
              if (isOpen) onSave()
            }
            const nth = /^Digit([1-9])$/.exec(event.code)?.[1]
            // Otherwise Option and a digit type a character, as does AltGr, which is reported as Ctrl Alt.
            if (event.altKey && !event.ctrlKey && nth && onQuote?.(Number(nth))) event.preventDefault()
          }}
        />
        <FormError message={failure} />
        {isOpen && !isPartOfWhole && (
          <div className={classes.editActions}>
            {isAsking && isChanged ? (
              <DiscardButtons onKeep={() => setAsking(false)} onDiscard={discard} />
            ) : (
              <>
                <Button variant="default" disabled={isSaving} onClick={cancel}>
                  Cancel
                </Button>
                <Button variant={isPartOfSheet ? 'light' : 'filled'} loading={isSaving} onClick={onSave}>
                  Save Changes
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </>
  )
}
