import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionTranscript, Utterance } from '#shared/contract/transcripts.ts'
import { sourceTurn, turnsCitedAs } from '#shared/rules/cited-turn.ts'
import { wordStarts } from '#shared/rules/split-turn.ts'
import { useSingleKeys } from '#web/ui/browser/single-keys.ts'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { overlapsOf } from './overlaps.ts'
import type { Playback } from './panel-player.tsx'
import { SpeakerChoice } from './speaker-choice.tsx'
import { labelledSpeakers, nameIn, type People } from './speakers.ts'
import { Turn } from './turn.tsx'
import { TurnEditor } from './turn-editor.tsx'
import { type TurnActions, TurnMenu } from './turn-menu.tsx'
import { TurnSplitter } from './turn-splitter.tsx'
import type { TranscriptEdits } from './use-transcript-edits.ts'
import type { ShownTurn } from './use-transcript-panel.ts'
import type { TurnCorrection } from './use-turn-correction.ts'
import classes from './transcripts.module.css'

type Props = {
  transcript: SessionTranscript
  people: People
  edits: TranscriptEdits
  canEdit: boolean
  correction: TurnCorrection
  shownTurn: ShownTurn
  unread: ReadonlySet<string>
  /** Null without stored audio or times. */
  playback: Playback | null
  seconds: number
}

/** Number of turns rendered outside the viewport, so that Tab and screen readers find the next one. */
const overscan = 6
const usualHeight = 76

type Mode = { id: string; kind: 'speaker' | 'split' }

/** The list of turns. Only those near the viewport are rendered. Arrow keys move between them, Enter opens the menu. */
export function TurnList(props: Props) {
  const { transcript, people, edits, canEdit, correction, shownTurn, unread, playback, seconds } = props
  const { utterances, hasTimes } = transcript
  const frame = useRef<HTMLDivElement>(null)
  const [hasKeys] = useSingleKeys()
  const { id: shownId, request } = shownTurn
  const shown = shownId === null ? null : (turnsCitedAs(utterances, shownId)[0]?.id ?? null)
  const [activeId, setActiveId] = useState<string | null>(shown)
  const [wanted, setWanted] = useState<string | null>(shown)
  const [menuId, setMenuId] = useState<string | null>(null)
  const [mode, setMode] = useState<Mode | null>(null)
  const [asked, setAsked] = useState<Utterance | null>(null)
  const overlaps = useMemo(() => overlapsOf(utterances, hasTimes), [utterances, hasTimes])
  const speakers = useMemo(() => labelledSpeakers(utterances, people), [utterances, people])
  const found = utterances.findIndex(({ id }) => id === activeId)
  const active = Math.max(0, found)
  const editedId = correction.draft?.utteranceId
  // oxlint-disable-next-line react/incompatible-library -- about the React Compiler, which is not used
  const rows = useVirtualizer({
    count: utterances.length,
    getScrollElement: () => frame.current,
    estimateSize: () => usualHeight,
    getItemKey: (at) => utterances[at]?.id ?? at,
    overscan,
    // The focused turn stays rendered, also outside the viewport.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active, range.count - 1)])].toSorted((a, b) => a - b),
  })

  const items = rows.getVirtualItems()
  const [last, setLast] = useState({ shown, request })
  if (shown !== last.shown || request !== last.request) {
    setLast({ shown, request })
    setActiveId(shown)
    setWanted(shown)
  }
  useEffect(() => {
    if (wanted === null) return
    const at = utterances.findIndex(({ id }) => id === wanted)
    if (at < 0) return setWanted(null)
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)
    if (!row) return rows.scrollToIndex(at, { align: 'center' })
    if (wanted === shown) rows.scrollToIndex(at, { align: 'center' })
    // An editor in the turn keeps the focus.
    if (!row.contains(document.activeElement)) row.focus({ preventScroll: wanted === shown })
    setWanted(null)
  }, [wanted, shown, utterances, rows, items])
  const focusTurn = (id: string | undefined) => {
    if (id === undefined) return
    setActiveId(id)
    setWanted(id)
  }
  // When the editor closes, its focused field disappears, so the turn takes the focus, or another one if it is gone.
  const wasEdited = useRef(editedId)
  useEffect(() => {
    const before = wasEdited.current
    wasEdited.current = editedId
    if (before === undefined || editedId !== undefined) return
    setWanted(utterances.some(({ id }) => id === before) ? before : (utterances[active]?.id ?? null))
  }, [editedId, utterances, active])

  const merge = async (turn: Utterance, acrossSpeakers: boolean) => {
    const above = utterances[utterances.indexOf(turn) - 1]
    if (above && (await edits.apply({ kind: 'merge turns', utteranceId: turn.id, acrossSpeakers }))) focusTurn(above.id)
    else focusTurn(turn.id)
  }
  const splitTurn = async ({ id }: Utterance, at: number) => {
    const place = utterances.findIndex((turn) => turn.id === id)
    const changed = await edits.apply({ kind: 'split', utteranceId: id, at })
    if (!changed) return
    setMode(null)
    focusTurn(changed.utterances[place + 1]?.id)
  }
  const changeSpeaker = async (id: string, label: string | null) => {
    if (!(await edits.apply({ kind: 'speaker', utteranceId: id, label }))) return
    setMode(null)
    focusTurn(id)
  }
  const actionsOf = (turn: Utterance, at: number): TurnActions => {
    const above = utterances[at - 1]
    const can = canEdit && !edits.isBusy
    // Otherwise its typed text would belong to a turn that is gone or has other words.
    const isEdited = editedId === turn.id
    return {
      play: playback && (() => playback.play({ start: turn.start, end: seconds })),
      correct: can ? () => correction.open(turn) : null,
      changeSpeaker: can && !isEdited ? () => setMode({ id: turn.id, kind: 'speaker' }) : null,
      split:
        can && !isEdited && wordStarts(turn.text).length > 1 ? () => setMode({ id: turn.id, kind: 'split' }) : null,
      merge:
        can && above && !isEdited && editedId !== above.id
          ? () => (above.label === turn.label ? void merge(turn, false) : setAsked(turn))
          : null,
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, at: number, actions: TurnActions) => {
    const { key, target, currentTarget } = event
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const isInMenu = target instanceof Element && target.closest('[role="menu"]') !== null
    if (target !== currentTarget && !isInMenu) return
    const letters: Partial<Record<string, (() => void) | null>> = hasKeys
      ? { e: actions.correct, s: actions.split, m: actions.merge }
      : {}
    const keys: Partial<Record<string, (() => void) | null>> = isInMenu
      ? letters
      : {
          ...letters,
          ' ': actions.play,
          ArrowDown: () => focusTurn(utterances[at + 1]?.id),
          ArrowUp: () => focusTurn(utterances[at - 1]?.id),
          Home: () => focusTurn(utterances[0]?.id),
          End: () => focusTurn(utterances.at(-1)?.id),
          Enter: canEdit || playback ? () => setMenuId(utterances[at]?.id ?? null) : null,
        }
    const action = keys[key.length === 1 ? key.toLowerCase() : key]
    if (!action) return
    event.preventDefault()
    setMenuId(null)
    action()
  }
  const above = asked && utterances[utterances.indexOf(asked) - 1]

  return (
    <div ref={frame} className={classes.turns}>
      <ol aria-label="Turns" style={{ height: rows.getTotalSize() }} className={classes.turnSpace}>
        {items.map(({ index, key, start }) => {
          const turn = utterances[index]
          if (!turn) return null
          const { id } = turn
          const actions = actionsOf(turn, index)
          const isPlaying =
            playback?.isPlaying === true && playback.position >= turn.start && playback.position < turn.end
          const editor =
            editedId === id && correction.draft ? (
              <TurnEditor utterance={turn} draft={correction.draft} correction={correction} />
            ) : mode?.id === id && mode.kind === 'split' ? (
              <TurnSplitter
                utterance={turn}
                isBusy={edits.isBusy}
                onSplit={(at) => void splitTurn(turn, at)}
                onCancel={() => {
                  setMode(null)
                  focusTurn(id)
                }}
              />
            ) : null
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the focused turn
            <li
              key={key}
              ref={rows.measureElement}
              aria-setsize={utterances.length}
              aria-posinset={index + 1}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move between turns
              tabIndex={index === active ? 0 : -1}
              data-index={index}
              data-autofocus={id === shown || undefined}
              data-shown={id === shown || undefined}
              data-playing={isPlaying || undefined}
              data-overlap={overlaps.has(id) || undefined}
              className={classes.turn}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setActiveId(id)}
              onKeyDown={(event) => onKeyDown(event, index, actions)}
            >
              <Turn
                utterance={turn}
                people={people}
                hasTime={hasTimes}
                isUnread={unread.has(id) || unread.has(sourceTurn(id))}
                overlap={overlaps.get(id)}
                playback={
                  playback && {
                    isPlaying,
                    toggle: () => (isPlaying ? playback.stop() : playback.play({ start: turn.start, end: turn.end })),
                  }
                }
                menu={
                  (canEdit || playback) && (
                    <TurnMenu
                      label={`Turn ${index + 1}, ${nameIn(people, turn)}`}
                      actions={actions}
                      hasKeys={hasKeys}
                      isOpen={menuId === id}
                      onChange={(isOpen) => {
                        setMenuId(isOpen ? id : null)
                        if (!isOpen && mode === null) setWanted(id)
                      }}
                    />
                  )
                }
                editor={editor}
                onKeepSpeaker={canEdit && !edits.isBusy ? () => void changeSpeaker(id, turn.label) : null}
                onRestore={
                  canEdit
                    ? () => {
                        void correction.restore(turn)
                        focusTurn(id)
                      }
                    : null
                }
              />
              {mode?.id === id && mode.kind === 'speaker' && editedId !== id && (
                <SpeakerChoice
                  speakers={speakers}
                  label={turn.label}
                  isUnsure={turn.isSpeakerUnsure === true}
                  isBusy={edits.isBusy}
                  onChoose={(label) => void changeSpeaker(id, label)}
                  onCancel={() => {
                    setMode(null)
                    focusTurn(id)
                  }}
                />
              )}
            </li>
          )
        })}
      </ol>
      <QuestionDialog
        title="Merge turns of two speakers?"
        text={asked && above ? `The words of ${nameIn(people, asked)} become words of ${nameIn(people, above)}.` : null}
        confirmLabel="Merge turns"
        onConfirm={() => {
          if (asked) void merge(asked, true)
          setAsked(null)
        }}
        onCancel={() => {
          focusTurn(asked?.id)
          setAsked(null)
        }}
      />
    </div>
  )
}
