import { Button, Card } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PsychotherapyNote, PsychotherapyNoteInput } from '#shared/contract/psychotherapy-notes.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { NoteCard } from './note-card.tsx'
import { NoteForm } from './note-form.tsx'
import classes from './psychotherapy-notes.module.css'

type Props = {
  clientId: string
  clientName: string
  /** False after the client was transferred: then notes can be edited and deleted, but not added. */
  isOwn: boolean
  notes: readonly PsychotherapyNote[]
  timeZone: string
}

/** The user's psychotherapy notes about one client. Only one form is open at a time. */
export function ClientNotes({ clientId, clientName, isOwn, notes, timeZone }: Props) {
  const cache = useQueryClient()
  // The note as the form shows it. A reload of the list changes neither its text nor its version.
  const [open, setOpen] = useState<{ note: PsychotherapyNote | null } | null>(null)
  const [toDelete, setToDelete] = useState<string | null>(null)
  const list = useRef<HTMLElement>(null)
  const sendOnce = useSendOnce()
  const refetch = () => cache.invalidateQueries({ queryKey: query.psychotherapyNotes.key() })

  const close = () => {
    setOpen(null)
    list.current?.focus()
  }
  const save = async (send: Promise<PsychotherapyNote>) => {
    await send
    await refetch()
    close()
    showSuccess('Psychotherapy note saved.')
  }
  const remove = useSingleMutation({
    mutationFn: (noteId: string) => api.psychotherapyNotes.delete({ noteId }),
    onSuccess: () => showSuccess('Psychotherapy note deleted.'),
    onError: (error) => showFailure(readError(error, 'Failed to delete the psychotherapy note').sentence),
    onSettled: refetch,
  })
  // A note that was deleted elsewhere stays in the list until its form is closed.
  const edited = open?.note
  const shown = edited && !notes.some(({ id }) => id === edited.id) ? [edited, ...notes] : notes
  const write = isOwn && open === null && (
    <Button leftSection={<IconPencilPlus size={17} aria-hidden />} onClick={() => setOpen({ note: null })}>
      Write a note
    </Button>
  )
  return (
    <section ref={list} tabIndex={-1} className={classes.notes} aria-label="Notes">
      {open?.note === null ? (
        <Card>
          <NoteForm
            label="New psychotherapy note"
            onSave={(input: PsychotherapyNoteInput) =>
              save(sendOnce({ ...input, clientId }, api.psychotherapyNotes.add))
            }
            onClose={close}
          />
        </Card>
      ) : (
        notes.length > 0 && write && <div>{write}</div>
      )}
      {notes.length === 0 && open === null && (
        <Card padding={0}>
          <EmptyState title="No psychotherapy notes yet" {...(write && { action: write })}>
            Your analysis of conversations with {clientName} will appear here, apart from the record.
          </EmptyState>
        </Card>
      )}
      {shown.map((note) =>
        edited?.id === note.id ? (
          <Card key={note.id}>
            <NoteForm
              label="Psychotherapy note"
              initial={edited}
              onSave={(input) =>
                save(api.psychotherapyNotes.save({ noteId: note.id, baseVersion: edited.version, ...input }))
              }
              onClose={close}
            />
          </Card>
        ) : (
          <NoteCard
            key={note.id}
            note={note}
            timeZone={timeZone}
            hasActions={open === null}
            onEdit={() => setOpen({ note })}
            onDelete={() => setToDelete(note.id)}
          />
        ),
      )}
      <QuestionDialog
        title="Delete this note?"
        text={toDelete === null ? null : 'The psychotherapy note is deleted for good. No one can restore it.'}
        confirmLabel="Delete note"
        onCancel={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete !== null) remove.mutate(toDelete)
          setToDelete(null)
          list.current?.focus()
        }}
      />
    </section>
  )
}
