import type { notifications } from '@mantine/notifications'
import { captureError } from '#web/api/error-reports.ts'
import { needToasts, setPlainToast } from './toast-state.ts'

/** Loads the library that shows toasts. Returns null if it fails to load; the message is then shown without it. */
export async function loadToasts(message: string, color: string): Promise<typeof notifications | null> {
  needToasts()
  try {
    return (await import('@mantine/notifications')).notifications
  } catch (error) {
    captureError(error)
    setPlainToast({ message, color })
    return null
  }
}
