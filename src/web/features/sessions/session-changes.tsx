import { IconCalendarEvent, IconFileOff, IconMicrophoneOff, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Deletable } from '#shared/contract/corrections.ts'
import type { NotePage } from '#shared/contract/notes.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import type { RenderClient } from './correct-session.tsx'

const CorrectSession = lazyDialog(() => import('./correct-session.tsx'))
const DeleteFiled = lazyDialog(() => import('./delete-filed.tsx'))

type Options = {
  /** Opens a dialog, unless the note has unsaved text. */
  guard: (open: () => void) => () => void
  canEdit: boolean
  isBusy: boolean
  session: Pick<NotePage['session'], 'hasAudio' | 'hasTranscript'>
}

/** The menu actions that change a session, and their dialogs. */
export function useSessionChanges({ guard, canEdit, isBusy, session }: Options) {
  const correct = useDialog()
  const deletion = useDialog()
  const [what, setWhat] = useState<Deletable>('session')
  const deleting = (wanted: Deletable) =>
    guard(() => {
      setWhat(wanted)
      deletion.open()
    })
  const all = [
    { label: 'Correct session', Icon: IconCalendarEvent, isDisabled: isBusy, onClick: guard(correct.open) },
    ...(session.hasAudio
      ? [{ label: 'Delete recording', Icon: IconMicrophoneOff, isDisabled: isBusy, onClick: deleting('recording') }]
      : []),
    ...(session.hasTranscript
      ? [{ label: 'Delete transcript', Icon: IconFileOff, isDisabled: isBusy, onClick: deleting('transcript') }]
      : []),
    { label: 'Delete session', Icon: IconTrash, isDisabled: isBusy, onClick: deleting('session') },
  ]
  return { actions: canEdit ? all : [], dialogs: { correct, deletion, what } }
}

type Props = {
  dialogs: ReturnType<typeof useSessionChanges>['dialogs']
  page: NotePage
  timeZone: string
  renderClient: RenderClient
  /** Called when the dialog closes after the session was deleted. */
  onGone: () => Promise<void>
}

export function SessionDialogs({ dialogs: { correct, deletion, what }, onGone, ...props }: Props) {
  const { page, timeZone } = props
  return (
    <Suspense>
      {correct.isMounted && <CorrectSession {...props} opened={correct.isOpen} onClose={correct.close} />}
      {deletion.isMounted && (
        <DeleteFiled
          key={what}
          opened={deletion.isOpen}
          what={what}
          page={page}
          timeZone={timeZone}
          onClose={deletion.close}
          onGone={onGone}
        />
      )}
    </Suspense>
  )
}
