import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListedNote } from '#shared/contract/notes.ts'
import { NoteDay, NoteRow } from './note-list-row.tsx'
import classes from './note-list.module.css'

type Props = {
  notes: readonly ListedNote[]
  words: readonly string[]
  today: string
  isBusy: boolean
  isStale: boolean
  hasMore: boolean
  onEnd: () => void
}

/** Number of rows rendered outside the viewport, so that Tab and screen readers find the next row. */
const overscan = 8
/** How many rows before the end the next page is loaded. */
const ahead = 15

/**
 * A list that renders only rows near the viewport. An ARIA feed: Page Down and Page Up move between articles, and the
 * focused article stays rendered.
 */
export function NoteFeed({ notes, words, today, isBusy, isStale, hasMore, onEnd }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  const isFirstOfDay = (at: number) => notes[at]?.date !== notes[at - 1]?.date
  useLayoutEffect(() => setTop(frame.current?.offsetTop ?? 0), [])
  // oxlint-disable-next-line react/incompatible-library -- about the React Compiler, which is not used
  const rows = useWindowVirtualizer({
    count: notes.length,
    estimateSize: (at) => (isFirstOfDay(at) ? 132 : 88),
    getItemKey: (at) => notes[at]?.sessionId ?? at,
    overscan,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return focused === null || focused >= notes.length || shown.includes(focused)
        ? shown
        : [...shown, focused].toSorted((a, b) => a - b)
    },
  })
  const shown = rows.getVirtualItems()
  const last = Math.max(-1, ...shown.filter(({ index }) => index !== focused).map(({ index }) => index))
  const isNearEnd = last >= notes.length - ahead
  useEffect(() => {
    if (isNearEnd) onEnd()
  })

  const move = (event: KeyboardEvent) => {
    const step = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0
    if (step === 0 || focused === null) return
    const next = frame.current?.querySelector<HTMLElement>(`[data-index="${focused + step}"] a`)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={frame}
      role="feed"
      aria-label="Notes"
      aria-busy={isBusy}
      data-stale={isStale || undefined}
      className={classes.feed}
      style={{ height: rows.getTotalSize() }}
    >
      {shown.map(({ index, key, start }) => {
        const note = notes[index]
        if (!note) return null
        return (
          <article
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={hasMore ? -1 : notes.length}
            aria-labelledby={`note-${note.sessionId}`}
            className={classes.item}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {isFirstOfDay(index) && <NoteDay date={note.date} today={today} isFirst={index === 0} />}
            <NoteRow
              note={note}
              words={words}
              labelId={`note-${note.sessionId}`}
              onFocus={() => setFocused(index)}
              onBlur={() => setFocused(null)}
              onKeyDown={move}
            />
          </article>
        )
      })}
    </div>
  )
}
