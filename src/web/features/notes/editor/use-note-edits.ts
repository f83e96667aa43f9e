import { useLayoutEffect, useRef, useState } from 'react'
import type { EditedNote, Note } from '#shared/contract/notes.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { allFieldsOf, editedSections } from './worksheet.ts'

/** The note as the user edited it, and the newer version that was saved elsewhere. */
export type Conflict = { mine: EditedNote; newer: Note }

type Edits = {
  /** The version of the note that the edit is based on. */
  base: Note
  /** Typed text by id of the open field; null if the text is unchanged. */
  texts: ReadonlyMap<string, string | null>
}

type Options = { note: Note; onSaved: (note: Note) => void; load: () => Promise<Note> }

const isChangedIn = (edits: Edits | null, id: string) => typeof edits?.texts.get(id) === 'string'
const isDirtyOf = (edits: Edits | null): edits is Edits =>
  edits !== null && [...edits.texts.keys()].some((id) => isChangedIn(edits, id))
const savedIn = (base: Note, id: string) => allFieldsOf(base).find((field) => field.id === id)?.content ?? ''

/** Edit state of the fields. Typed text remains until it is saved or discarded. */
export function useNoteEdits({ note, onSaved, load }: Options) {
  const [edits, setEdits] = useState<Edits | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [failure, setFailure] = useState<{ id: string | null; sentence: string } | null>(null)
  /** True if the note was signed elsewhere while it was edited here. */
  const [isLocked, setLocked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [isWhole, setWhole] = useState(false)

  const isDirty = isDirtyOf(edits)
  const base = isDirty ? edits.base : note
  const textOf = (id: string) => (edits?.texts.has(id) ? (edits.texts.get(id) ?? savedIn(base, id)) : undefined)

  /** For calls from a toast, which was shown before the note or the edits changed. */
  const newest = useRef({ note, isDirty })
  useLayoutEffect(() => {
    newest.current = { note, isDirty }
  }, [note, isDirty])

  /** Changes the text of a field, starting from its current value. */
  const change = (id: string, next: (text: string) => string) => {
    const { note: shown } = newest.current
    setEdits((old) => {
      const from = isDirtyOf(old) ? old.base : shown
      const saved = savedIn(from, id)
      const text = next(old?.texts.get(id) ?? saved)
      return { base: from, texts: new Map(old?.texts).set(id, text === saved ? null : text) }
    })
  }
  const close = (id: string) => {
    const texts = new Map([...(edits?.texts ?? [])].filter(([other]) => other !== id))
    setEdits(texts.size === 0 ? null : { base, texts })
    if (texts.size === 0) showLocked()
  }
  /**
   * Shows the locked note once no field is open. A locked note has no fields, so typed text could not be copied before.
   */
  const showLocked = () => {
    if (!isLocked) return
    setLocked(false)
    setFailure(null)
    void load().catch(() => undefined)
  }
  const openAll = () => {
    setEdits({ base, texts: new Map(allFieldsOf(base).map(({ id }) => [id, null])) })
    setWhole(true)
  }
  const discard = () => {
    setEdits(null)
    setWhole(false)
    setConflict(null)
    setFailure(null)
    showLocked()
  }
  const mine = (): EditedNote => ({ noteType: base.noteType, sections: editedSections(base, textOf) })

  const send = async (edited: EditedNote, baseVersion: number, id: string | null) => {
    setSaving(true)
    setFailure(null)
    try {
      const saved = await api.notes.save({ sessionId: note.sessionId, baseVersion, ...edited })
      discard()
      setSavedAt(new Date().toISOString())
      onSaved(saved)
    } catch (error) {
      const { code, sentence } = readError(error, 'Failed to save notes')
      if (code === 'note_conflict') await showConflict(edited, id)
      else setFailure({ id, sentence })
      setLocked(code === 'note_signed')
    } finally {
      setSaving(false)
    }
  }
  /** Sends another change of the note. Meanwhile the fields are disabled: their text would be based on the old version. */
  const sendBeside = async (call: () => Promise<Note>): Promise<Note | null> => {
    setSaving(true)
    try {
      const saved = await call()
      onSaved(saved)
      return saved
    } catch (error) {
      const { code, sentence } = readError(error, 'Failed to save notes')
      if (code === 'note_conflict') await load().catch(() => undefined)
      showFailure(sentence)
      return null
    } finally {
      setSaving(false)
    }
  }
  const showConflict = async (edited: EditedNote, id: string | null) => {
    try {
      setConflict({ mine: edited, newer: await load() })
    } catch (error) {
      setFailure({ id, sentence: readError(error, 'Failed to save notes').sentence })
    }
  }

  return {
    /** The displayed note: after typing, the version that the edit is based on. */
    shown: base,
    textOf,
    /** The sections as they are displayed, with unsaved text. */
    shownSections: () => mine().sections,
    isChanged: (id: string) => isChangedIn(edits, id),
    isDirty,
    isSaving,
    /** True while all fields are edited together, with one 'Save note'. */
    isWhole,
    openAll,
    /** The time when the fields were last saved on this page. */
    savedAt,
    failure,
    conflict,
    open: (id: string) => change(id, (text) => text),
    type: (id: string, text: string) => change(id, () => text),
    change,
    sendBeside,
    /** Returns whether this version is shown without changes. */
    isShownUnchanged: (version: number) => newest.current.note.version === version && !newest.current.isDirty,
    close,
    discard,
    /** Saves all fields. A failure is shown at the field with this id; with null, beside 'Save note'. */
    save: (id: string | null) => send(mine(), base.version, id),
    keepMine: () => (conflict ? send(conflict.mine, conflict.newer.version, null) : Promise.resolve()),
    useNewer: () => {
      if (!conflict) return
      const { newer } = conflict
      discard()
      onSaved(newer)
    },
    dismissConflict: () => setConflict(null),
  }
}

export type NoteEdits = ReturnType<typeof useNoteEdits>
