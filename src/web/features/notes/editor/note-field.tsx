import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Section, Statement } from '#shared/contract/notes.ts'
import { promptsOf } from '#shared/rules/note-prompts.ts'
import { insertText } from '#web/ui/browser/insert-text.ts'
import { returnFocus } from '#web/ui/browser/return-focus.ts'
import { Excerpts } from '../evidence/excerpts.tsx'
import { FieldTools } from './field-tools.tsx'
import { PartState, partsOf } from './part-state.tsx'
import { SectionText } from '../evidence/section-text.tsx'
import { SafetySummary } from '../safety/safety-summary.tsx'
import { SectionEditor } from './section-editor.tsx'
import type { NoteEdits } from './use-note-edits.ts'
import type { OpenSentence } from '../evidence/use-open-sentence.ts'
import { type Field, isWritten, placeOfPassage } from './worksheet.ts'
import sheet from '../evidence/excerpts.module.css'
import classes from '../notes.module.css'

type Props = {
  field: Field
  section: Section
  /** Only the first field of a section shows the excerpts. */
  isFirst: boolean
  heading: ReactNode
  edits: NoteEdits
  canEdit: boolean
  open: OpenSentence
  /** Id of the field whose editor was just closed. Its edit button takes the focus. */
  leftRef: RefObject<string | null>
}

/** A section of the note or a part of it, read-only or as a text field; on a worksheet, beside its excerpts. */
export function NoteField({ field, section, isFirst, heading, edits, canEdit, open, leftRef }: Props) {
  const { id, name, title, part, content, hint } = field
  const { excerpts } = section
  const { noteType, origin } = edits.shown
  const text = edits.textOf(id)
  const isEditing = text !== undefined
  /** A field with a prompt stays open as long as it is empty. */
  const isWaiting = canEdit && hint !== '' && !isWritten(field)
  const pencil = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isEditing || leftRef.current !== id) return
    leftRef.current = null
    returnFocus(pencil.current ?? input.current)
  }, [isEditing, leftRef, id])
  const leaveBy = (action: () => void) => () => {
    leftRef.current = id
    action()
  }
  const quote = (passage: Statement) => {
    const selection = input.current && [input.current.selectionStart, input.current.selectionEnd]
    // Text can be inserted only into an open field. If the field was closed, the passage is inserted at its end.
    if (!selection) flushSync(() => edits.open(id))
    const written = input.current
    if (!written) return
    const [from = written.value.length, to = from] = selection ?? []
    const { start, end, inserted, cursor } = placeOfPassage(written.value, passage.text, from, to)
    insertText(written, start, end, inserted)
    written.setSelectionRange(cursor, cursor)
  }
  const quoteNth = (passage: Statement | undefined) => {
    if (passage) quote(passage)
    return passage !== undefined
  }
  const noteColumn = (
    <>
      <div className={classes.head}>
        <div className={sheet.heading}>
          {heading}
          {excerpts && (
            <PartState
              parts={part ?? partsOf(noteType, title)}
              isName={part !== null}
              isWritten={isWritten({ content: text ?? content })}
            />
          )}
        </div>
        <FieldTools
          name={name}
          text={text ?? content}
          pencilRef={pencil}
          isOpen={isEditing}
          canEdit={canEdit}
          isLocked={edits.isSaving || edits.isWhole || edits.isChanged(id)}
          onToggle={() => (isEditing ? edits.close(id) : edits.open(id))}
        />
      </div>
      {isEditing || isWaiting ? (
        <SectionEditor
          title={part === null ? title : id}
          text={text ?? content}
          placeholder={hint}
          isChanged={edits.isChanged(id)}
          isSaving={edits.isSaving}
          failure={edits.failure?.id === id ? edits.failure.sentence : null}
          fieldRef={input}
          isOpen={isEditing}
          isPartOfSheet={hint !== ''}
          isPartOfWhole={edits.isWhole}
          onType={(typed) => edits.type(id, typed)}
          onQuote={isFirst && excerpts ? (nth) => quoteNth(excerpts[nth - 1]) : undefined}
          onSave={leaveBy(() => void edits.save(id))}
          onClose={leaveBy(() => edits.close(id))}
        />
      ) : (
        <SectionText
          // A written note has no evidence marks, because the clinician wrote every sentence.
          section={{ ...section, title: name, content, ...(origin === 'written' && { statements: [] }) }}
          prompt={hint}
          open={open}
          isTable={edits.shown.template?.tables.includes(title) ?? false}
        />
      )}
    </>
  )
  if (!excerpts) return noteColumn
  const isAboutRisk = promptsOf(noteType, title).some((prompt) => prompt.part === 'Risk' && (part ?? 'Risk') === 'Risk')
  return (
    <div className={sheet.row}>
      <div className={sheet.field}>{noteColumn}</div>
      <div className={sheet.beside}>
        {isFirst && <div className={sheet.label}>Excerpts from the session</div>}
        {isAboutRisk && <SafetySummary />}
        {isFirst && !(isAboutRisk && excerpts.length === 0) && (
          <Excerpts title={name} excerpts={excerpts} open={open} onQuote={canEdit && !edits.isSaving ? quote : null} />
        )}
      </div>
    </div>
  )
}
