import { ActionIcon, Card, Title, Tooltip } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import type { Section } from '#shared/contract/notes.ts'
import { placeholderOf } from '#shared/rules/note-prompts.ts'
import { copyNote } from './copy-text.ts'
import { Reading } from './reading.tsx'
import { SectionEditor } from './section-editor.tsx'
import type { NoteEdits } from './use-note-edits.ts'
import { type OpenSentence, useOpenSentence } from './use-open-sentence.ts'
import classes from './notes.module.css'

/** The sections of a note, to read with their evidence and to edit as plain text. */
export function NoteSections({ edits, canEdit }: { edits: NoteEdits; canEdit: boolean }) {
  const open = useOpenSentence()
  const leftRef = useRef<string | null>(null)
  return (
    <Card padding={0} className={classes.paper} aria-label="Note" component="article">
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
  const { title, content } = section
  const text = edits.textOf(title)
  const isEditing = text !== undefined
  const prompt = placeholderOf(edits.shown.noteType, title)
  const pencil = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isEditing || leftRef.current !== title) return
    leftRef.current = null
    pencil.current?.focus()
  }, [isEditing, leftRef, title])
  const leaveBy = (action: () => void) => () => {
    leftRef.current = title
    action()
  }
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
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
      {isEditing ? (
        <SectionEditor
          title={title}
          text={text}
          placeholder={prompt}
          isChanged={edits.isChanged(title)}
          isSaving={edits.isSaving}
          failure={edits.failure?.title === title ? edits.failure.sentence : null}
          onType={(typed) => edits.type(title, typed)}
          onSave={leaveBy(() => void edits.save(title))}
          onClose={leaveBy(() => edits.close(title))}
        />
      ) : (
        <Reading section={section} prompt={prompt} open={open} />
      )}
    </section>
  )
}
