import { type KeyboardEvent, useState } from 'react'
import type { NoteComment } from '#shared/contract/cosign.ts'
import { type Span, sentenceSpans } from '#shared/rules/sentences.ts'
import { CommentNumber } from './comment-card.tsx'
import classes from './cosign-note.module.css'

export type NumberedComment = { comment: NoteComment; number: number }

type Props = {
  content: string
  /** Comments on sentences of this text. */
  comments: readonly NumberedComment[]
  /** Index of the sentence that is being commented on. */
  selected: number | null
  /** Undefined if no comments can be added. */
  onSelect: ((sentence: number) => void) | undefined
}

/** The text of a section, sentence by sentence, with the numbers of its comments. Arrow keys move between sentences. */
export function CommentedText({ content, comments, selected, onSelect }: Props) {
  const [tabStop, setTabStop] = useState(0)
  const spans = sentenceSpans(content)
  if (spans.length === 0) return <p className={classes.empty}>Nothing is written here.</p>
  return (
    <p className={classes.text}>
      {spans.map((span, at) => {
        const text = content.slice(span.start, span.end)
        const sentenceComments = comments.filter(({ comment }) => comment.sentence === at && comment.quote === text)
        return (
          <span key={span.start}>
            {gapBefore(content, spans, at)}
            {onSelect ? (
              <span
                className={classes.sentence}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a real button cannot wrap over lines of running text
                role="button"
                tabIndex={at === tabStop ? 0 : -1}
                aria-pressed={at === selected}
                data-commented={sentenceComments.length > 0 || undefined}
                data-sentence
                onFocus={() => setTabStop(at)}
                onClick={() => onSelect(at)}
                onKeyDown={(event) => onKey(event, () => onSelect(at))}
              >
                {text}
              </span>
            ) : (
              <span className={classes.sentence} data-commented={sentenceComments.length > 0 || undefined}>
                {text}
              </span>
            )}
            {sentenceComments.map(({ number }) => (
              <CommentNumber key={number} number={number} />
            ))}
          </span>
        )
      })}
    </p>
  )
}

/** Returns the white space before a sentence. */
function gapBefore(content: string, spans: readonly Span[], at: number): string {
  return content.slice(spans[at - 1]?.end ?? 0, spans[at]?.start)
}

function onKey(event: KeyboardEvent<HTMLElement>, select: () => void): void {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault()
    select()
    return
  }
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = [...(event.currentTarget.closest('article')?.querySelectorAll<HTMLElement>('[data-sentence]') ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
