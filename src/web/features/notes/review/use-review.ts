import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import type { ReviewDecision, Reviewed, ReviewItem } from '#shared/contract/review.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { announcement, changedElsewhere, isChangedText, spotCheckText, startOfText } from './review-texts.ts'

/** How long decisions can be undone after the last decision. */
const undoMs = 10_000

type Options = {
  sessionId: string
  isOpen: boolean
  onNote: (note: Note) => void
  /** Refetches the note. */
  load: () => Promise<Note>
}

const notSaved = 'Not saved. Check your connection and try again.'

type Ended = { done: () => void; failed: (reason: string) => void; changed?: () => void }

type Choice = { item: ReviewItem; decision: ReviewDecision }

/** The text of the field that edits an item. */
type Typed = { item: ReviewItem; text: string }

type Work = {
  currentId: string | null
  /** By id of the item. Text remains until it is saved or discarded, also if its item leaves the queue. */
  typed: ReadonlyMap<string, Typed>
}

/**
 * The review of a note: the queue, the current item and the decisions. A decided item leaves the queue immediately.
 * Decisions are sent one after the other, each based on the version that the previous one created.
 */
export function useReview({ sessionId, isOpen, onNote, load }: Options) {
  const cache = useQueryClient()
  const options = query.review.get.queryOptions({ input: { sessionId }, staleTime: 0 })
  const { data: queue, error, isError, refetch } = useQuery({ ...options, enabled: isOpen })
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const [{ currentId, typed }, setWork] = useState<Work>({ currentId: null, typed: new Map() })
  const [failed, setFailed] = useState<(Choice & { reason: string }) | null>(null)
  /** The decisions that can be undone, newest last. */
  const [undoable, setUndoable] = useState<readonly ReviewItem[]>([])
  const [resolved, setResolved] = useState(0)
  const [notice, setNotice] = useState<string | null>(null)
  const [spoken, setSpoken] = useState('')
  const requests = useRef(Promise.resolve())

  const undoTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(undoTimer.current), [])
  const offerUndo = (add: (old: readonly ReviewItem[]) => readonly ReviewItem[]) => {
    clearTimeout(undoTimer.current)
    undoTimer.current = setTimeout(() => setUndoable([]), undoMs)
    setUndoable(add)
  }

  const setCurrentId = (id: string | null) => setWork((old) => ({ ...old, currentId: id }))
  /** Moves to an item after a reply, unless the user is writing another one. */
  const goTo = (id: string) =>
    setWork((old) => (old.currentId !== null && old.typed.has(old.currentId) ? old : { ...old, currentId: id }))
  const type = (item: ReviewItem, text: string) =>
    setWork((old) => ({ currentId: item.id, typed: new Map(old.typed).set(item.id, { item, text }) }))
  const filterTyped = (isWanted: (id: string) => boolean) =>
    setWork((old) => ({ ...old, typed: new Map([...old.typed].filter(([id]) => isWanted(id))) }))
  /** Discards the typed text, except that of decisions that are being sent. */
  const discardAll = () => {
    setFailed(null)
    filterTyped((id) => sent.has(id))
  }
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (!isOpen) discardAll()
  }

  const isLeft = ({ id }: ReviewItem) => !sent.has(id)
  const items = (queue?.items ?? []).filter(isLeft)
  const spotChecks = (queue?.spotChecks ?? []).filter(isLeft)
  const open = items.length > 0 ? items : spotChecks
  const isIn = (list: readonly ReviewItem[], item: ReviewItem) => list.some(({ id }) => id === item.id)
  const unsaved = [...typed.values()].filter(({ item }) => isLeft(item))
  const asked = [...open, ...unsaved.map(({ item }) => item).filter((item) => !isIn(open, item))]
  const at = Math.max(
    0,
    asked.findIndex(({ id }) => id === currentId),
  )
  const current = asked[at] ?? null
  const spotCheckCount = (queue?.spotChecksDone ?? 0) + (queue?.spotChecks.length ?? 0)

  const withoutSent = (id: string) => setSent((old) => new Set([...old].filter((other) => other !== id)))
  const show = ({ note, queue: next }: Reviewed) => {
    showResult(cache, options.queryKey, next)
    onNote(note)
  }
  const version = () => cache.getQueryData(options.queryKey)?.version ?? 0
  const afterConflict = async () => {
    const known = new Set(cache.getQueryData(options.queryKey)?.items.map(({ id }) => id))
    const [{ data: newest }] = await Promise.all([refetch({ throwOnError: true }), load()])
    setUndoable([])
    setNotice(changedElsewhere((newest?.items ?? []).filter(({ id }) => !known.has(id)).length))
  }
  const attempt = async (send: () => Promise<Reviewed>, ended: Ended) => {
    try {
      show(await send())
      ended.done()
    } catch (thrown) {
      const fail = (reason: unknown) => ended.failed(readError(reason, notSaved).sentence)
      if (readError(thrown).code === 'review_changed') await afterConflict().then(ended.changed, fail)
      else fail(thrown)
    }
  }
  const enqueue = (send: () => Promise<Reviewed>, ended: Ended): Promise<void> => {
    const request = requests.current.then(() => attempt(send, ended))
    requests.current = request
    return request
  }

  const refetchTranscript = () => {
    void cache.invalidateQueries({ queryKey: query.transcripts.get.queryKey({ input: { sessionId } }) })
    void cache.invalidateQueries({ queryKey: query.insights.key() })
  }

  const decide = ({ item, decision }: Choice) => {
    const remainingItems = asked.filter(({ id }) => id !== item.id)
    const next =
      remainingItems[Math.min(at, remainingItems.length - 1)] ?? (items.length > 0 ? spotChecks[0] : null) ?? null
    setFailed(null)
    setNotice(null)
    setSent((old) => new Set([...old, item.id]))
    setCurrentId(next?.id ?? null)
    offerUndo((old) => [...old, item])
    setSpoken(announcement(items.filter(({ id }) => id !== item.id).length, next))
    const isItem = item.kind !== 'spot check'
    void enqueue(() => api.review.decide({ sessionId, itemId: item.id, baseVersion: version(), decision }), {
      done: () => {
        if (item.turn) refetchTranscript()
        setResolved((old) => (isItem ? old + 1 : old))
        filterTyped((id) => id !== item.id)
      },
      failed: (reason) => {
        setFailed({ item, decision, reason })
        setSpoken('')
        goTo(item.id)
        setUndoable((old) => old.filter(({ id }) => id !== item.id))
      },
      // The field opens again with the text.
      changed: () => decision.kind === 'edit' && goTo(item.id),
    }).then(() => withoutSent(item.id))
  }
  const undo = () => {
    const item = undoable.at(-1)
    if (!item) return
    const earlier = undoable.slice(0, -1)
    setUndoable(earlier)
    setNotice(null)
    void enqueue(() => api.review.undo({ sessionId, itemId: item.id, baseVersion: version() }), {
      done: () => {
        if (item.turn) refetchTranscript()
        goTo(item.id)
        setSpoken(`Undone. ${announcement(items.length + 1, item)}`)
        if (item.kind !== 'spot check') setResolved((old) => Math.max(0, old - 1))
      },
      failed: (reason) => {
        setNotice(reason)
        // Several undos may be under way, and later decisions may have been added.
        offerUndo((old) => old.toSpliced(old.filter((one) => earlier.includes(one)).length, 0, item))
      },
    })
  }
  const move = (step: number) => {
    const next = asked[at + step]
    if (next) setCurrentId(next.id)
  }

  return {
    state: queue ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    error,
    onReload: () => void refetch(),
    items,
    fine: queue?.fine ?? 0,
    /** The question of the current spot check, e.g. `Spot check 1 of 2: is this sentence right?` */
    spotCheckText: spotCheckText(spotCheckCount - spotChecks.length + at + 1, spotCheckCount),
    /** The items to decide: the open items, then the spot checks. */
    asked,
    current,
    at,
    resolved,
    failed,
    canUndo: undoable.length > 0,
    notice,
    spoken,
    decide,
    /** Null if the text of the failed decision is in its field again, which saves it. */
    retry: failed && failed.decision.kind !== 'edit' ? () => decide(failed) : null,
    /** The text in the field of the current item. Null unless it is being edited. */
    text: (current && typed.get(current.id)?.text) ?? null,
    /** True if the current item left the queue while it was being edited. */
    isGone: current !== null && !isIn([...items, ...spotChecks], current),
    hasUnsaved: isOpen && unsaved.some(({ item, text }) => isChangedText(item, text)),
    edit: (item: ReviewItem) => type(item, startOfText(item)),
    type,
    cancel: ({ id }: ReviewItem) => {
      setFailed((old) => (old?.item.id === id ? null : old))
      filterTyped((other) => other !== id)
    },
    discardAll,
    /** Shows a note that was saved beside the review. Later decisions wait for the queue of its version. */
    onSavedBeside: (note: Note) => {
      onNote(note)
      requests.current = requests.current.then(() => cache.invalidateQueries({ queryKey: options.queryKey }))
    },
    undo,
    next: () => move(1),
    previous: () => move(-1),
  }
}

export type Review = ReturnType<typeof useReview>
