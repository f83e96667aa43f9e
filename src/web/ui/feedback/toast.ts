import { loadToasts } from './toast-library.ts'

/** Shows a success toast for the given `milliseconds`. */
export function showSuccess(message: string, milliseconds = 4000): void {
  void show(message, 'spruce', milliseconds)
}

/** Shows an error toast, which stays longer so that its advice can be read. */
export function showFailure(message: string): void {
  void show(message, 'ember', 10_000)
}

async function show(message: string, color: string, autoClose: number): Promise<void> {
  const toasts = await loadToasts(message, color)
  toasts?.show({ message, color, autoClose, closeButtonProps: { 'aria-label': 'Dismiss' } })
}
