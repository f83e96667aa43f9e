import { copyText } from '#web/ui/browser/clipboard.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'

/** Copies a text and shows a toast for two seconds (spec core §9). */
export async function copyNote(text: string): Promise<void> {
  if (await copyText(text)) showSuccess('Note copied to clipboard!', 2000)
  else showFailure('The note could not be copied. Select the text and copy it manually.')
}
