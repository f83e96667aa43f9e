import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { captureError } from '#web/api/error-reports.ts'
import { NotLoaded } from './lazy-dialog.tsx'

type Props<Popup extends object> = {
  /** Loads the popup, which renders the same button. */
  load: () => Promise<{ default: ComponentType<Popup> }>
  popup: Popup
  /** The button until then. */
  renderButton: (onOpen: () => void) => ReactNode
}

/** A button whose popup loads with the first click, because popups need much script that no page needs at first. */
export function LazyPopup<Popup extends object>({ load, popup, renderButton }: Props<Popup>) {
  const [loaded, setLoaded] = useState<{ Popup: ComponentType<Popup> } | null>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const open = () => {
    setFailure(null)
    void load().then(
      (file) => setLoaded({ Popup: file.default }),
      (error: unknown) => {
        captureError(error)
        setFailure({ error })
      },
    )
  }
  if (loaded) return <loaded.Popup {...popup} />
  return (
    <>
      {renderButton(open)}
      {failure && <NotLoaded error={failure.error} onRetry={open} onClose={() => setFailure(null)} />}
    </>
  )
}

/** The state of a popup that was just loaded: opens once its button, which replaces the focused one, has the focus. */
export function useFirstOpening(): {
  target: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
} {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    target.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/set-state-in-effect -- the popup returns the focus to what has it when it opens
    setOpen(true)
  }, [])
  return { target, isOpen, setOpen }
}
