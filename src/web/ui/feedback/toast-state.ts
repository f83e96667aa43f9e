type PlainToast = { message: string; color: string }

type ToastState = {
  /** Whether a toast was shown or is to be shown. */
  isNeeded: boolean
  /** The last message whose toast failed to load. */
  plain: PlainToast | null
}

let state: ToastState = { isNeeded: false, plain: null }
const listeners = new Set<() => void>()

export const toastState = (): ToastState => state

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Makes the page load the component that shows toasts. */
export function needToasts(): void {
  change({ isNeeded: true, plain: null })
}

/** Shows a message without the toast library; with null, removes it. */
export function setPlainToast(plain: PlainToast | null): void {
  change({ ...state, plain })
}

function change(next: ToastState): void {
  state = next
  for (const listener of listeners) listener()
}
