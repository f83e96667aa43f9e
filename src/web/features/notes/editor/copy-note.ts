import { copyText } from '#web/ui/clipboard.ts'
import { showFailure, showSuccess } from '#web/ui/toast.ts'

/** Puts text on the clipboard and says so (spec core §9: for two seconds). */
export async function copyNote(text: string): Promise<void> {
  if (await copyText(text)) showSuccess('Note copied to clipboard!', 2000)
  else showFailure('The note could not be copied. Select the text and copy it manually.')
}
