import { Card, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Section } from '#shared/contract/notes.ts'
import { useLoadLater } from '#web/ui/browser/use-load-later.ts'
import { CollapsedSection } from './collapsed-section.tsx'
import { NoteField } from './note-field.tsx'
import { partsOf } from './part-state.tsx'
import type { NoteEdits } from './use-note-edits.ts'
import { type OpenSentence, useOpenSentence } from '../evidence/use-open-sentence.ts'
import { loadSentencePanel } from '../evidence/sentence.tsx'
import { fieldsOf, isWorksheet, isWritten } from './worksheet.ts'
import sheet from '../evidence/excerpts.module.css'
import classes from '../notes.module.css'

/** The sections of a note with evidence, editable as plain text; on a worksheet, beside the excerpts. */
export function NoteSections({
  edits,
  canEdit,
  below,
  children,
}: {
  edits: NoteEdits
  canEdit: boolean
  /** Returns content to show below the text of a section. */
  below?: (title: string) => ReactNode
  children?: ReactNode
}) {
  const open = useOpenSentence()
  useLoadLater(loadSentencePanel)
  const leftRef = useRef<string | null>(null)
  const article = useRef<HTMLDivElement>(null)
  const wasWhole = useRef(false)
  const { isWhole } = edits
  useEffect(() => {
    if (isWhole) article.current?.querySelector('textarea')?.focus()
    else if (wasWhole.current) article.current?.focus()
    wasWhole.current = isWhole
  }, [isWhole])
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { sections } = edits.shown
  const hasText = (section: Section) =>
    fieldsOf(edits.shown, section).some((field) => isWritten({ content: edits.textOf(field.id) ?? field.content }))
  const isDone = (section: Section) =>
    fieldsOf(edits.shown, section).every((field) => isWritten({ content: edits.textOf(field.id) ?? field.content }))
  const next = sections.findIndex((section) => !isDone(section))
  return (
    <Card ref={article} tabIndex={-1} padding={0} className={classes.paper} aria-label="Note" component="article">
      {isWorksheet(edits.shown) && (
        <div className={sheet.heads} aria-hidden>
          <div>Your note</div>
          <div>Excerpts from the session</div>
        </div>
      )}
      {sections.map((section, at) => (
        <NoteSection
          key={section.title}
          section={section}
          isLater={isPhone && canEdit && section.excerpts !== undefined && at > next && next >= 0 && !hasText(section)}
          edits={edits}
          canEdit={canEdit}
          open={open}
          leftRef={leftRef}
          below={below?.(section.title)}
        />
      ))}
      {children}
    </Card>
  )
}

type Props = {
  section: Section
  /** Whether the section is collapsed on a phone, because an earlier one is to be written first. The user can open it. */
  isLater: boolean
  edits: NoteEdits
  canEdit: boolean
  open: OpenSentence
  leftRef: RefObject<string | null>
  below: ReactNode
}

/** One section: a single field, or on a worksheet one row per part. */
function NoteSection({ section, isLater, below, ...shared }: Props) {
  const note = shared.edits.shown
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
        parts={partsOf(note.noteType, section.title)}
        onOpen={() => setOpened(true)}
      />
    )
  }
  return (
    <section ref={part} className={section.excerpts ? sheet.section : classes.section} aria-labelledby={titleId}>
      {fieldsOf(note, section).map((field, at) => (
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
      {below}
    </section>
  )
}
