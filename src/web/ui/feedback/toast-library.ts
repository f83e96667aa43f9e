import type { notifications } from '@mantine/notifications'
import { captureError } from '#web/api/error-reports.ts'
import { needToasts, setPlainToast } from './toast-state.ts'

/** Loads what shows toasts. Returns null if it does not load; the message is then shown without it. */
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
