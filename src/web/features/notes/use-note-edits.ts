import { useState } from 'react'
import type { EditedSection, Note } from '#shared/contract/notes.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'

/** The therapist's sections beside a note that was saved somewhere else in the meantime. */
export type Conflict = { mine: EditedSection[]; newer: Note }

type Edits = {
  /** The note that the edit began from, with what was typed by place of the section. */
  base: Note
  texts: ReadonlyMap<number, string>
}

type Options = { note: Note; onSaved: (note: Note) => void; load: () => Promise<Note> }

/** Sections being edited. Nothing typed is given up before it is saved or the therapist says so. */
export function useNoteEdits({ note, onSaved, load }: Options) {
  const [edits, setEdits] = useState<Edits | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [failure, setFailure] = useState<{ at: number; sentence: string } | null>(null)
  const [isSaving, setSaving] = useState(false)

  const base = edits?.base ?? note
  const textOf = (at: number) => edits?.texts.get(at)
  const isChanged = (at: number) => textOf(at) !== undefined && textOf(at) !== base.sections[at]?.content
  const isDirty = base.sections.some((_, at) => isChanged(at))

  const type = (at: number, text: string) => setEdits({ base, texts: new Map(edits?.texts).set(at, text) })
  const close = (at: number) => {
    const texts = new Map([...(edits?.texts ?? [])].filter(([place]) => place !== at))
    setEdits(texts.size === 0 ? null : { base, texts })
  }
  const discard = () => {
    setEdits(null)
    setConflict(null)
    setFailure(null)
  }
  const sections = () => base.sections.map(({ title, content }, at) => ({ title, content: textOf(at) ?? content }))

  const send = async (mine: EditedSection[], baseVersion: number, at: number) => {
    setSaving(true)
    setFailure(null)
    try {
      const saved = await api.notes.save({ sessionId: note.sessionId, baseVersion, sections: mine })
      discard()
      onSaved(saved)
    } catch (error) {
      const { code, sentence } = readError(error, 'Failed to save notes')
      if (code === 'note_conflict') await showConflict(mine, at)
      else setFailure({ at, sentence })
    } finally {
      setSaving(false)
    }
  }
  const showConflict = async (mine: EditedSection[], at: number) => {
    try {
      setConflict({ mine, newer: await load() })
    } catch (error) {
      setFailure({ at, sentence: readError(error, 'Failed to save notes').sentence })
    }
  }

  return {
    /** The note as it stands on the page: while something is edited, the one the edit began from. */
    shown: base,
    textOf,
    isChanged,
    isDirty,
    isSaving,
    failure,
    conflict,
    type,
    close,
    discard,
    save: (at: number) => send(sections(), base.version, at),
    keepMine: () => (conflict ? send(conflict.mine, conflict.newer.version, 0) : Promise.resolve()),
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
