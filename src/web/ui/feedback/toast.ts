import { loadToasts } from './toast-library.ts'

/** Shows a success toast. `milliseconds` is how long it stays. */
export function showSuccess(message: string, milliseconds = 4000): void {
  void show(message, 'spruce', milliseconds)
}

/** Shows an error toast with advice. It stays longer. */
export function showFailure(message: string): void {
  void show(message, 'ember', 10_000)
}

async function show(message: string, color: string, autoClose: number): Promise<void> {
  const toasts = await loadToasts(message, color)
  toasts?.show({ message, color, autoClose, closeButtonProps: { 'aria-label': 'Dismiss' } })
}
