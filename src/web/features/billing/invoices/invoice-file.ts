/**
 * Where the PDF of an invoice lies, and what it is called. Opened in a tab of its own, the browser saves it under that name; what
 * keeps it from coming is told there.
 */
export function invoiceFile(invoiceId: string): { address: string; name: string } {
  return { address: `/api/billing/invoices/${encodeURIComponent(invoiceId)}/file`, name: `invoice-${invoiceId}.pdf` }
}
