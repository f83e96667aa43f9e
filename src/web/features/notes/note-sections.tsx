import { ActionIcon, Card, Title, Tooltip } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Section, Statement } from '#shared/contract/notes.ts'
import { placeholderOf } from '#shared/rules/note-prompts.ts'
import { copyNote } from './copy-text.ts'
import { Excerpts } from './excerpts.tsx'
import { PartState, partsOf } from './part-state.tsx'
import { Reading } from './reading.tsx'
import { SectionEditor } from './section-editor.tsx'
import type { NoteEdits } from './use-note-edits.ts'
import { type OpenSentence, useOpenSentence } from './use-open-sentence.ts'
import { isWorksheet, isWritten, withPassage } from './worksheet.ts'
import sheet from './excerpts.module.css'
import classes from './notes.module.css'

/** The sections of a note, to read with their evidence and to edit as plain text; of a worksheet beside the excerpts. */
export function NoteSections({ edits, canEdit }: { edits: NoteEdits; canEdit: boolean }) {
  const open = useOpenSentence()
  const leftRef = useRef<string | null>(null)
  return (
    <Card padding={0} className={classes.paper} aria-label="Note" component="article">
      {isWorksheet(edits.shown) && (
        <div className={sheet.heads} aria-hidden>
          <div>Your note</div>
          <div>Excerpts from the session</div>
        </div>
      )}
      {edits.shown.sections.map((section) => (
        <SectionCard
          key={section.title}
          section={section}
          edits={edits}
          canEdit={canEdit}
          open={open}
          leftRef={leftRef}
        />
      ))}
    </Card>
  )
}

type Props = {
  section: Section
  edits: NoteEdits
  canEdit: boolean
  open: OpenSentence
  /** The section whose editor was saved or closed from inside: a keyboard goes on at its pencil. */
  leftRef: RefObject<string | null>
}

function SectionCard({ section, edits, canEdit, open, leftRef }: Props) {
  const titleId = useId()
  const { title, content, excerpts } = section
  const text = edits.textOf(title)
  const isEditing = text !== undefined
  /** The field of a worksheet stands open until it is written. */
  const isWaiting = canEdit && excerpts !== undefined && !isWritten(section)
  const prompt = placeholderOf(edits.shown.noteType, title)
  const pencil = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isEditing || leftRef.current !== title) return
    leftRef.current = null
    pencil.current?.focus()
  }, [isEditing, leftRef, title])
  const leaveBy = (action: () => void) => () => {
    leftRef.current = title
    action()
  }
  const quote = (passage: Statement) => {
    const current = text ?? content
    const { selectionStart = current.length, selectionEnd = current.length } = field.current ?? {}
    const quoted = withPassage(current, passage.text, selectionStart, selectionEnd)
    // The cursor goes behind the passage, which must be in the field by then.
    flushSync(() => edits.type(title, quoted.text))
    field.current?.focus()
    field.current?.setSelectionRange(quoted.cursor, quoted.cursor)
  }
  const quoteNth = (nth: number) => {
    const passage = excerpts?.[nth - 1]
    if (passage) quote(passage)
  }
  const own = (
    <>
      <div className={classes.head}>
        <div className={sheet.heading}>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {excerpts && <PartState parts={partsOf(edits.shown.noteType, title)} isWritten={isWritten(section)} />}
        </div>
        <div className={classes.tools}>
          <Tooltip label="Copy">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={`Copy ${title}`}
              onClick={() => void copyNote(text ?? content)}
            >
              <IconCopy size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {canEdit && (
            <Tooltip label="Edit">
              <ActionIcon
                ref={pencil}
                variant="subtle"
                color="gray"
                size={34}
                aria-label={`Edit ${title}`}
                aria-pressed={isEditing}
                disabled={edits.isSaving || edits.isChanged(title)}
                onClick={() => (isEditing ? edits.close(title) : edits.open(title))}
              >
                <IconPencil size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      {isEditing || isWaiting ? (
        <SectionEditor
          title={title}
          text={text ?? content}
          placeholder={prompt}
          isChanged={edits.isChanged(title)}
          isSaving={edits.isSaving}
          failure={edits.failure?.title === title ? edits.failure.sentence : null}
          fieldRef={field}
          isOpen={isEditing}
          onType={(typed) => edits.type(title, typed)}
          onQuote={quoteNth}
          onSave={leaveBy(() => void edits.save(title))}
          onClose={leaveBy(() => edits.close(title))}
        />
      ) : (
        <Reading section={section} prompt={prompt} open={open} />
      )}
    </>
  )
  if (!excerpts) {
    return (
      <section className={classes.section} aria-labelledby={titleId}>
        {own}
      </section>
    )
  }
  return (
    <section className={sheet.row} aria-labelledby={titleId}>
      <div className={sheet.field}>{own}</div>
      <div className={sheet.beside}>
        <div className={sheet.label}>Excerpts from the session</div>
        <Excerpts title={title} excerpts={excerpts} open={open} onQuote={canEdit && !edits.isSaving ? quote : null} />
      </div>
    </section>
  )
}
