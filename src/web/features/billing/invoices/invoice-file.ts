/** The URL and file name of an invoice's PDF. It opens in a new tab, which also shows an error if there is one. */
export function invoiceFile(invoiceId: string): { address: string; name: string } {
  return { address: `/api/billing/invoices/${encodeURIComponent(invoiceId)}/file`, name: `invoice-${invoiceId}.pdf` }
}
