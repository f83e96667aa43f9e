type PlainToast = { message: string; color: string }

type ToastState = {
  /** Whether the page has shown a toast, or wants to. */
  isNeeded: boolean
  /** The last message whose toast did not load. */
  plain: PlainToast | null
}

let state: ToastState = { isNeeded: false, plain: null }
const listeners = new Set<() => void>()

export const toastState = (): ToastState => state

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lets the page load what shows toasts. */
export function needToasts(): void {
  change({ isNeeded: true, plain: null })
}

/** Shows a message without the library of toasts, or removes it. */
export function setPlainToast(plain: PlainToast | null): void {
  change({ ...state, plain })
}

function change(next: ToastState): void {
  state = next
  for (const listener of listeners) listener()
}
