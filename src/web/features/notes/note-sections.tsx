import { Card, Title } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import type { NoteType, Section } from '#shared/contract/notes.ts'
import { NoteField } from './note-field.tsx'
import type { NoteEdits } from './use-note-edits.ts'
import { type OpenSentence, useOpenSentence } from './use-open-sentence.ts'
import { fieldsOf, isWorksheet } from './worksheet.ts'
import sheet from './excerpts.module.css'
import classes from './notes.module.css'

/** The sections of a note, to read with their evidence and to edit as plain text; of a worksheet beside the excerpts. */
export function NoteSections({ edits, canEdit }: { edits: NoteEdits; canEdit: boolean }) {
  const open = useOpenSentence()
  const leftRef = useRef<string | null>(null)
  const { noteType, sections } = edits.shown
  return (
    <Card padding={0} className={classes.paper} aria-label="Note" component="article">
      {isWorksheet(edits.shown) && (
        <div className={sheet.heads} aria-hidden>
          <div>Your note</div>
          <div>Excerpts from the session</div>
        </div>
      )}
      {sections.map((section) => (
        <NoteSection
          key={section.title}
          noteType={noteType}
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
  noteType: NoteType
  section: Section
  edits: NoteEdits
  canEdit: boolean
  open: OpenSentence
  leftRef: RefObject<string | null>
}

/** One section: a field, or on a worksheet a row for each part of it. */
function NoteSection({ noteType, section, ...shared }: Props) {
  const titleId = useId()
  return (
    <section className={section.excerpts ? sheet.section : classes.section} aria-labelledby={titleId}>
      {fieldsOf(noteType, section).map((field, at) => (
        <NoteField
          key={field.id}
          field={field}
          section={section}
          isFirst={at === 0}
          heading={
            at === 0 && (
              <Title order={2} id={titleId}>
                {section.title}
              </Title>
            )
          }
          {...shared}
        />
      ))}
    </section>
  )
}
