import { useState } from 'react'
import type { EditedNote, Note } from '#shared/contract/notes.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'

/** The therapist's note beside the one that was saved somewhere else in the meantime. */
export type Conflict = { mine: EditedNote; newer: Note }

type Edits = {
  /** The note that the edit began from. */
  base: Note
  /** What was typed, by title of the section that is open; null while it is what stands there. */
  texts: ReadonlyMap<string, string | null>
}

type Options = { note: Note; onSaved: (note: Note) => void; load: () => Promise<Note> }

/** Sections being edited. Nothing typed is given up before it is saved or the therapist says so. */
export function useNoteEdits({ note, onSaved, load }: Options) {
  const [edits, setEdits] = useState<Edits | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [failure, setFailure] = useState<{ title: string | null; sentence: string } | null>(null)
  const [isSaving, setSaving] = useState(false)

  const isChanged = (title: string) => typeof edits?.texts.get(title) === 'string'
  const isDirty = edits !== null && [...edits.texts.keys()].some(isChanged)
  const base = isDirty ? edits.base : note
  const writtenIn = (title: string) => base.sections.find((section) => section.title === title)?.content ?? ''
  const textOf = (title: string) => (edits?.texts.has(title) ? (edits.texts.get(title) ?? writtenIn(title)) : undefined)

  const type = (title: string, text: string) => {
    const typed = text === writtenIn(title) ? null : text
    setEdits({ base, texts: new Map(edits?.texts).set(title, typed) })
  }
  const close = (title: string) => {
    const texts = new Map([...(edits?.texts ?? [])].filter(([other]) => other !== title))
    setEdits(texts.size === 0 ? null : { base, texts })
  }
  const discard = () => {
    setEdits(null)
    setConflict(null)
    setFailure(null)
  }
  const mine = (): EditedNote => ({
    noteType: base.noteType,
    sections: base.sections.map(({ title, content }) => ({ title, content: textOf(title) ?? content })),
  })

  const send = async (edited: EditedNote, baseVersion: number, title: string | null) => {
    setSaving(true)
    setFailure(null)
    try {
      const saved = await api.notes.save({ sessionId: note.sessionId, baseVersion, ...edited })
      discard()
      onSaved(saved)
    } catch (error) {
      const { code, sentence } = readError(error, 'Failed to save notes')
      if (code === 'note_conflict') await showConflict(edited, title)
      else setFailure({ title, sentence })
    } finally {
      setSaving(false)
    }
  }
  const showConflict = async (edited: EditedNote, title: string | null) => {
    try {
      setConflict({ mine: edited, newer: await load() })
    } catch (error) {
      setFailure({ title, sentence: readError(error, 'Failed to save notes').sentence })
    }
  }

  return {
    /** The note as it stands on the page: once something was typed, the one that began from. */
    shown: base,
    textOf,
    isChanged,
    isDirty,
    isSaving,
    failure,
    conflict,
    open: (title: string) => type(title, writtenIn(title)),
    type,
    close,
    discard,
    save: (title: string) => send(mine(), base.version, title),
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
