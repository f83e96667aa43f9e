import { useBlocker } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLeaveGuard } from '#web/identity/leave-guard.ts'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { useLoadLater } from '#web/ui/browser/use-load-later.ts'
import { lazyDialog } from './lazy-dialog.tsx'

const load = () => import('./unsaved-dialog.tsx')
const UnsavedDialog = lazyDialog(load)

type Props = {
  isDirty: boolean
  /** Name of what was changed, e.g. `this note`. */
  what: string
  /** Whether the search parameters of the URL identify what was changed. If so, a change of them is also confirmed first. */
  hasSearch?: boolean
  /** Empties a form that stays when its page or dialog is left. */
  onDiscard?: () => void
}

/** Asks before a page or the surrounding dialog with unsaved changes is left or closed, also by signing out. */
export function UnsavedGuard({ isDirty, what, hasSearch = false, onDiscard }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || (hasSearch && isOther(current.search, next.search))),
    enableBeforeUnload: false,
    withResolver: true,
  })
  useLoadLater(load)
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null)
  // The question opens after the current key press, because the same Escape would close it.
  const ask = () => new Promise<boolean>((resolve) => setTimeout(() => setAnswer(() => resolve)))
  useLeaveGuard(isDirty, ask)
  const isAsking = answer !== null || blocker.status === 'blocked'

  const stay = () => {
    answer?.(false)
    setAnswer(null)
    blocker.reset?.()
  }
  const leave = () => {
    // After the input is discarded, the browser does not ask again.
    if (answer) onDiscard?.()
    answer?.(true)
    setAnswer(null)
    blocker.proceed?.()
  }
  return (
    <>
      <UnsavedInput isDirty={isDirty} ask={ask} isAsking={isAsking} />
      <Suspense>
        <UnsavedDialog opened={isAsking} what={what} onLeave={leave} onClose={stay} />
      </Suspense>
    </>
  )
}

const isOther = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other)
