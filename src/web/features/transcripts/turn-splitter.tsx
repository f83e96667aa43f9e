import { Button } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Utterance } from '#shared/contract/transcripts.ts'
import { splitText, wordStarts } from '#shared/rules/split-turn.ts'
import { focusOnMount } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import classes from './transcripts.module.css'

type Props = { utterance: Utterance; isBusy: boolean; onSplit: (at: number) => void; onCancel: () => void }

/** Chooses the word at which a new turn begins. Arrow keys move, Enter splits, Escape cancels. */
export function TurnSplitter({ utterance: { text, language }, isBusy, onSplit, onCancel }: Props) {
  const list = useRef<HTMLFieldSetElement>(null)
  const starts = wordStarts(text)
  const places = starts.filter((at) => splitText(text, at) !== null)
  const [at, setAt] = useState(() => places[Math.floor(places.length / 2)] ?? -1)
  const move = (event: KeyboardEvent, step: number) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = places[places.indexOf(at) + (isRightToLeft ? -step : step)]
    event.preventDefault()
    if (next === undefined) return
    setAt(next)
    list.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus()
  }
  return (
    <div className={classes.editor}>
      <Hint>Choose the word where the new turn begins.</Hint>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the buttons inside */}
      <fieldset
        ref={list}
        dir="auto"
        lang={language}
        className={classes.splitWords}
        aria-label="Where the new turn begins"
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight' || event.key === 'ArrowDown') move(event, 1)
          else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') move(event, -1)
          else if (event.key === 'Enter') {
            event.preventDefault()
            onSplit(at)
          } else if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onCancel()
          }
        }}
      >
        {starts.map((start, index) => {
          const word = text.slice(start, starts[index + 1]).trim()
          if (!places.includes(start)) return <span key={start}>{word} </span>
          return (
            <button
              key={start}
              ref={start === at ? focusOnMount : undefined}
              type="button"
              className={classes.splitWord}
              data-at={start}
              data-mantine-stop-propagation
              data-is-after={start >= at || undefined}
              aria-pressed={start === at}
              tabIndex={start === at ? 0 : -1}
              onClick={() => setAt(start)}
            >
              {word}
            </button>
          )
        })}
      </fieldset>
      <div className={classes.editorActions}>
        <Button variant="default" size="sm" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="default" size="sm" loading={isBusy} onClick={() => onSplit(at)}>
          Split
        </Button>
      </div>
    </div>
  )
}
