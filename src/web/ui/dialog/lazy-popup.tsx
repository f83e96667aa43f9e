import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { captureError } from '#web/api/error-reports.ts'
import { NotLoaded } from './lazy-dialog.tsx'

type Props<Popup extends object> = {
  /** Loads the popup, which then renders the button itself. */
  load: () => Promise<{ default: ComponentType<Popup> }>
  popup: Popup
  /** Renders the button until the popup has loaded. */
  renderButton: (onOpen: () => void) => ReactNode
}

/** A button whose popup loads with the first click, because popups need much script. */
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

/** State of a popup that has just loaded. It focuses its button, which has replaced the pressed one, and then opens. */
export function useFirstOpening(): {
  target: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
} {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    target.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/set-state-in-effect -- on opening, the button must have the focus
    setOpen(true)
  }, [])
  return { target, isOpen, setOpen }
}
