import { useState } from 'react'
import type { Section } from '#shared/contract/notes.ts'
import { useEvidenceTools } from './evidence-tools.ts'
import { markedLines } from './marked-text.ts'
import { Sentence } from './sentence.tsx'
import type { OpenSentence } from './use-open-sentence.ts'
import classes from './evidence.module.css'

type Props = {
  section: Section
  /** Placeholder that says what to write. */
  prompt?: string
  open: OpenSentence
  /** True if each line is a row of a table. */
  isTable?: boolean
}

/** The read-only text of a section, by sentence. */
export function SectionText({ section, prompt, open, isTable = false }: Props) {
  const [tabStop, setTabStop] = useState(0)
  const { current } = useEvidenceTools()
  const lines = numbered(section)
  const count = lines.flat().filter(({ statement }) => statement).length
  const stop = Math.min(tabStop, count - 1)
  if (section.content.trim() === '')
    return <p className={classes.empty}>{prompt ? `To write. ${prompt}` : 'Nothing is written here yet.'}</p>
  return (
    <div className={classes.text} data-table={isTable || undefined}>
      {lines.map((line) => (
        <div key={line[0]?.key ?? 'blank'} className={classes.line}>
          {line.map(({ key, text, statement, at }) =>
            statement ? (
              <Sentence
                key={key}
                id={`${section.title} ${at}`}
                text={text}
                statement={statement}
                isTabStop={at === stop}
                isCurrent={current?.section === section.title && current.text === statement.text}
                onFocus={() => setTabStop(at)}
                open={open}
              />
            ) : (
              text
            ),
          )}
        </div>
      ))}
    </div>
  )
}

/** Adds a key to each span, and its index to each sentence. */
function numbered(section: Section) {
  let sentences = 0
  let pieces = 0
  return markedLines(section)
    .filter((line) => line.some(({ text }) => text.trim() !== ''))
    .map((line) => line.map((piece) => ({ ...piece, key: pieces++, at: piece.statement ? sentences++ : -1 })))
}
