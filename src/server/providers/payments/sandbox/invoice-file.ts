import { cardName } from '#shared/rules/card-name.ts'
import { shownAmount } from '#shared/rules/money.ts'
import type { StoredInvoice } from './objects.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const lineLength = 90

/** The invoice as a one-page PDF of plain text, marked as a test. Characters outside Latin-1 become '?'. */
export function renderInvoice(invoice: StoredInvoice): Buffer {
  const text = linesOf(invoice).map((line) => `(${escapeText(line.slice(0, lineLength))}) Tj T*`)
  const content = `BT /F1 11 Tf 18 TL 56 780 Td\n${text.join('\n')}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

function linesOf(invoice: StoredInvoice): string[] {
  const money = (amount: number) => shownAmount(amount, invoice.currency)
  return [
    'Invoice',
    'Test mode, not a real invoice',
    '',
    `Number: ${invoice.number}`,
    `Date: ${day.format(new Date(invoice.date))}`,
    `Billed to: ${invoice.customer.name}`,
    invoice.customer.email,
    '',
    invoice.description,
    ...invoice.lines.map(({ description, amount }) => `${description}: ${money(amount)}`),
    '',
    `Total: ${money(invoice.amount)}`,
    `Status: ${statusOf(invoice)}`,
  ]
}

function statusOf({ status, amount, paidWith }: StoredInvoice): string {
  if (status === 'failed') return 'Not paid'
  if (!paidWith || amount === 0) return 'Nothing to pay'
  return `Paid with ${cardName({ card: paidWith })}`
}

/** A PDF string in WinAnsi, which equals Latin-1 for these characters. */
function escapeText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/gu, '?')
    .replaceAll(/[\\()]/g, String.raw`\$&`)
}
