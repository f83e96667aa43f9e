import { Button } from '@mantine/core'
import { IconLock, IconPlus, IconPrinter } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { focusTitle } from '#web/ui/browser/focus-title.ts'
import { Tip } from '#web/ui/layout/tip.tsx'
import { unlessWriting } from '#web/ui/form/unless-writing.ts'
import { useLetterKeys } from '#web/ui/browser/use-letter-keys.ts'
import type { SignaturesState } from './use-signatures.ts'

const SignNote = lazyDialog(() => import('./sign-note.tsx'))
const AddAddendum = lazyDialog(() => import('./add-addendum.tsx'))
const UnlockNote = lazyDialog(() => import('./unlock-note.tsx'))

/** The refusal of an action that would discard an open reply. */
export const finishFirst = 'Send or cancel your reply first.'

/** State of the dialogs that concern signatures. A signature and its removal close the comments, so no reply may be open. */
export function useSigning() {
  const sign = useDialog()
  const unlock = useDialog()
  return {
    sign: { ...sign, open: unlessWriting(finishFirst, sign.open) },
    addendum: useDialog(),
    unlock: { ...unlock, open: unlessWriting(finishFirst, unlock.open) },
  }
}

export type Signing = ReturnType<typeof useSigning>

type ActionProps = {
  signing: Signing
  state: NoteSignatures | undefined
  /** Why the note cannot be signed now, e.g. 'Resolve 3 items before signing'. */
  obstacle: string | null
}

/** The main action of a note with text: sign it or, once it is locked, add an addendum. */
export function SigningActions({ signing, state, obstacle }: ActionProps) {
  const canSign = state?.toSign !== null && obstacle === null
  useLetterKeys(
    state && isLocked(state)
      ? { p: () => window.print(), ...(state.canAddAddendum && { n: signing.addendum.open }) }
      : { ...(canSign && { s: signing.sign.open }) },
    state !== undefined,
  )
  if (!state) return null
  if (isLocked(state)) {
    return (
      <>
        <Button variant="default" leftSection={<IconPrinter size={17} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
        {state.canAddAddendum && (
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={signing.addendum.open}>
            Add addendum
          </Button>
        )}
      </>
    )
  }
  if (!state.toSign) {
    return state.canAddAddendum ? (
      <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={signing.addendum.open}>
        Add addendum
      </Button>
    ) : null
  }
  return (
    <Tip label={obstacle}>
      {(onPointerEnter) => (
        <Button
          id="sign-note"
          variant={obstacle === null ? 'filled' : 'default'}
          leftSection={<IconLock size={17} aria-hidden />}
          aria-disabled={obstacle !== null}
          data-disabled={obstacle !== null || undefined}
          aria-description={obstacle ?? undefined}
          onPointerEnter={onPointerEnter}
          onClick={obstacle === null ? signing.sign.open : undefined}
        >
          {state.signatures.length > 0 ? 'Sign again' : 'Sign note'}
        </Button>
      )}
    </Tip>
  )
}

type DialogProps = {
  signing: Signing
  page: NotePage
  signatures: SignaturesState
  timeZone: string
  onShowChanges: () => Promise<void>
}

/** The dialogs that concern signatures. After signing, the title of the page takes the focus. */
export function SigningDialogs({ signing, page, signatures, timeZone, onShowChanges }: DialogProps) {
  const state = signatures.signatures.data
  if (!state) return null
  const { sign, addendum, unlock } = signing
  const onDone = (close: () => void) => async (changed: NoteSignatures) => {
    close()
    await signatures.show(changed)
    focusTitle()
  }
  return (
    <Suspense>
      {sign.isMounted && state.toSign && (
        <SignNote
          opened={sign.isOpen}
          page={page}
          state={state}
          toSign={state.toSign}
          isLoading={signatures.signatures.isFetching}
          timeZone={timeZone}
          onClose={sign.close}
          onSigned={onDone(sign.close)}
          onShowChanges={() => {
            sign.close()
            void signatures.signatures.refetch()
            void onShowChanges()
          }}
        />
      )}
      {addendum.isMounted && (
        <AddAddendum
          key={`addendum ${state.addenda.length}`}
          opened={addendum.isOpen}
          state={state}
          timeZone={timeZone}
          onClose={addendum.close}
          onSigned={onDone(addendum.close)}
        />
      )}
      {unlock.isMounted && (
        <UnlockNote
          key={`unlock ${state.signatures.length}`}
          opened={unlock.isOpen}
          sessionId={state.sessionId}
          onClose={unlock.close}
          onUnlocked={onDone(unlock.close)}
        />
      )}
    </Suspense>
  )
}
