import { ActionIcon, Card, Title, Tooltip } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useId } from 'react'
import type { Section } from '#shared/contract/notes.ts'
import { copyNote } from './copy-text.ts'
import { Reading } from './reading.tsx'
import { SectionEditor } from './section-editor.tsx'
import type { NoteEdits } from './use-note-edits.ts'
import { type OpenSentence, useOpenSentence } from './use-open-sentence.ts'
import classes from './notes.module.css'

/** The sections of a note, to read with their evidence and to edit as plain text. */
export function NoteSections({ edits, canEdit }: { edits: NoteEdits; canEdit: boolean }) {
  const open = useOpenSentence()
  return (
    <Card padding={0} className={classes.paper} aria-label="Note" component="article">
      {edits.shown.sections.map((section, at) => (
        <SectionCard key={section.title} section={section} at={at} edits={edits} canEdit={canEdit} open={open} />
      ))}
    </Card>
  )
}

type Props = { section: Section; at: number; edits: NoteEdits; canEdit: boolean; open: OpenSentence }

function SectionCard({ section, at, edits, canEdit, open }: Props) {
  const titleId = useId()
  const { title, content } = section
  const text = edits.textOf(at)
  const isEditing = text !== undefined
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
                variant="subtle"
                color="gray"
                size={34}
                aria-label={`Edit ${title}`}
                aria-pressed={isEditing}
                disabled={edits.isSaving || edits.isChanged(at)}
                onClick={() => (isEditing ? edits.close(at) : edits.type(at, content))}
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
          isChanged={edits.isChanged(at)}
          isSaving={edits.isSaving}
          failure={edits.failure?.at === at ? edits.failure.sentence : null}
          onType={(typed) => edits.type(at, typed)}
          onSave={() => void edits.save(at)}
          onClose={() => edits.close(at)}
        />
      ) : (
        <Reading section={section} open={open} />
      )}
    </section>
  )
}
