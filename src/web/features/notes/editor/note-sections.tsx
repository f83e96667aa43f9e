import { Card, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { NoteType, Section } from '#shared/contract/notes.ts'
import { CollapsedSection } from './collapsed-section.tsx'
import { NoteField } from './note-field.tsx'
import { partsOf } from './part-state.tsx'
import type { NoteEdits } from './use-note-edits.ts'
import { type OpenSentence, useOpenSentence } from '../evidence/use-open-sentence.ts'
import { fieldsOf, isWorksheet, isWritten } from './worksheet.ts'
import sheet from '../evidence/excerpts.module.css'
import classes from '../notes.module.css'

/** The sections of a note with evidence, editable as plain text; on a worksheet beside the excerpts. */
export function NoteSections({ edits, canEdit }: { edits: NoteEdits; canEdit: boolean }) {
  const open = useOpenSentence()
  const leftRef = useRef<string | null>(null)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { noteType, sections } = edits.shown
  const isBegun = (section: Section) =>
    fieldsOf(noteType, section).some((field) => isWritten({ content: edits.textOf(field.id) ?? field.content }))
  const isDone = (section: Section) =>
    fieldsOf(noteType, section).every((field) => isWritten({ content: edits.textOf(field.id) ?? field.content }))
  const next = sections.findIndex((section) => !isDone(section))
  return (
    <Card padding={0} className={classes.paper} aria-label="Note" component="article">
      {isWorksheet(edits.shown) && (
        <div className={sheet.heads} aria-hidden>
          <div>Your note</div>
          <div>Excerpts from the session</div>
        </div>
      )}
      {sections.map((section, at) => (
        <NoteSection
          key={section.title}
          noteType={noteType}
          section={section}
          isLater={isPhone && canEdit && section.excerpts !== undefined && at > next && next >= 0 && !isBegun(section)}
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
  /** Collapsed until it is next to write, or opened. */
  isLater: boolean
  edits: NoteEdits
  canEdit: boolean
  open: OpenSentence
  leftRef: RefObject<string | null>
}

/** One section: one field, or on a worksheet one row per part. */
function NoteSection({ noteType, section, isLater, ...shared }: Props) {
  const titleId = useId()
  const [isOpened, setOpened] = useState(false)
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpened) part.current?.querySelector('textarea')?.focus()
  }, [isOpened])
  if (isLater && !isOpened) {
    return (
      <CollapsedSection
        title={section.title}
        titleId={titleId}
        parts={partsOf(noteType, section.title)}
        onOpen={() => setOpened(true)}
      />
    )
  }
  return (
    <section ref={part} className={section.excerpts ? sheet.section : classes.section} aria-labelledby={titleId}>
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
