import { copyText } from '#web/ui/browser/clipboard.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'

/** Copies the link and shows a toast for two seconds (spec admin §9). Returns whether that succeeded. */
export async function copyLink(link: string): Promise<boolean> {
  const isCopied = await copyText(link)
  if (isCopied) showSuccess('Invitation link copied.', 2000)
  else showFailure('The link could not be copied. Select it and copy it manually.')
  return isCopied
}
