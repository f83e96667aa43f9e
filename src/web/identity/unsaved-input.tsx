import { createContext, use, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'

/** Unsaved input of a dialog. Without `ask`, the input survives closing the dialog. */
export type Unsaved = { ask: (() => Promise<boolean>) | undefined; isAsking: boolean }

type Reported = { unsaved: Unsaved | null; report: (unsaved: Unsaved | null) => void }

/** The context in which a form reports unsaved input to the surrounding dialog or editor. */
export const UnsavedInputContext = createContext<Reported>({ unsaved: null, report: () => undefined })

/** The value of the context, with the input that its form reported. */
export function useUnsavedInput(): Reported {
  const [unsaved, report] = useState<Unsaved | null>(null)
  return useMemo(() => ({ unsaved, report }), [unsaved])
}

/** Closes immediately if no input would be lost, or else after the user has agreed. */
export function closeAfterQuestion(unsaved: Unsaved | null, close: () => void): void {
  if (unsaved?.ask === undefined) return close()
  void unsaved.ask().then((mayClose) => mayClose && close())
}

type Props = {
  isDirty: boolean
  /** Asks whether the input may be discarded, before the dialog closes. */
  ask?: () => Promise<boolean>
  isAsking?: boolean
}

/**
 * Reports unsaved input of a form whose input survives closing its dialog or is easily entered again. Other forms use
 * `UnsavedGuard`. While there is unsaved input, closing the page asks first, sign-out does not discard it, and a click
 * outside the dialog does not close it.
 */
export function UnsavedInput({ isDirty, ask, isAsking = false }: Props) {
  const { report } = use(UnsavedInputContext)
  const isLost = ask !== undefined
  const onAsk = useEffectEvent(async () => ask === undefined || (await ask()))
  useEffect(() => {
    if (!isDirty) return undefined
    const prevent = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', prevent)
    return () => window.removeEventListener('beforeunload', prevent)
  }, [isDirty])
  // A layout effect, so that the dialog knows of the input before the next key press: Escape may follow immediately.
  useLayoutEffect(() => {
    if (!isDirty) return undefined
    report({ ask: isLost ? () => onAsk() : undefined, isAsking })
    return () => report(null)
  }, [isDirty, isLost, isAsking, report])
  return null
}
