import { refusalOf } from '#web/api/auth.ts'
import { saveBlob } from '#web/ui/save-blob.ts'

/** Where the PDF of an invoice lies, and what it is called. */
export function invoiceFile(invoiceId: string): { address: string; name: string } {
  return { address: `/api/billing/invoices/${encodeURIComponent(invoiceId)}/file`, name: `invoice-${invoiceId}.pdf` }
}

/**
 * Fetches the file of an invoice, so that a failure can be told here and not in a tab of its own. What lies elsewhere is opened
 * there.
 * @throws RequestError
 */
export async function downloadInvoice(invoiceId: string): Promise<void> {
  const { address, name } = invoiceFile(invoiceId)
  const answer = await fetch(address, { redirect: 'manual' })
  if (answer.type === 'opaqueredirect') return void window.open(address, '_blank', 'noopener')
  if (!answer.ok) throw await refusalOf(answer, 'Function error')
  saveBlob(await answer.blob(), name)
}
