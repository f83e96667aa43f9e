import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { StoredInvoice } from './objects.ts'

const left = 56
const right = 539
const grey = '#57534e'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The invoice as a PDF of one page, marked as one of the test mode. */
export async function writeInvoice(invoice: StoredInvoice): Promise<Buffer> {
  // 30 MB, which a process that writes no invoice does without.
  const { default: PdfDocument } = await import('pdfkit')
  const date = new Date(invoice.date)
  const page = new PdfDocument({
    size: 'A4',
    margin: left,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `Invoice ${invoice.number}`, CreationDate: date, ModDate: date },
  })
  const file = buffer(page)
  const row = (y: number, label: string, value: string) =>
    page.text(label, left, y, { width: 340 }).text(value, right - 140, y, { width: 140, align: 'right' })
  const rule = (y: number) => page.moveTo(left, y).lineTo(right, y).lineWidth(0.5).stroke('#a8a29e')

  page.font('Helvetica-Bold').fontSize(20).text('Invoice', left, 56)
  page.fontSize(11).fillColor('#9a3412').text('Test mode, not a real invoice', left, 84)
  page.font('Helvetica').fontSize(10).fillColor(grey)
  row(120, 'Number', invoice.number)
  row(138, 'Date', day.format(date))
  row(156, 'Billed to', '')
  const oneLine = { width: 300, height: 10, align: 'right', ellipsis: true, baseline: 'alphabetic' } as const
  const { name, email } = invoice.customer
  page.font(fontFor(name)).text(readable(name), right - 300, 163, oneLine)
  page.font(fontFor(email)).text(readable(email), right - 300, 179, oneLine)
  page.font('Helvetica-Bold').fillColor('black').text(invoice.description, left, 212)
  page.font('Helvetica')
  let y = 236
  rule(y)
  for (const line of invoice.lines) {
    y += 12
    row(y, line.description, money(line.amount, invoice.currency))
    y += 20
    rule(y)
  }
  page.font('Helvetica-Bold').fontSize(12)
  row(y + 14, 'Total', money(invoice.amount, invoice.currency))
  page.font('Helvetica').fontSize(10).fillColor(grey)
  row(y + 38, 'Status', statusOf(invoice))
  page.end()
  return file
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

function statusOf({ status, amount, paidWith }: StoredInvoice): string {
  if (status === 'failed') return 'Not paid'
  if (!paidWith || amount === 0) return 'Nothing to pay'
  return `Paid with ${brands[paidWith.brand] ?? paidWith.brand} ending in ${paidWith.last4}`
}

function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const wideFont = fileURLToPath(new URL('font/DejaVuSansCondensed.ttf', import.meta.url))

/** The fonts that every PDF reader has know the letters of western Europe only. For others the letters used are put into the file. */
function fontFor(text: string): string {
  return /^[\u0020-\u007e\u00a0-\u00ff]*$/.test(text) ? 'Helvetica' : wideFont
}

/** Letters that the wide font has not become '?'. */
function readable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(
      /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\u0020-\u007e\u00a0-\u00ff\u2010-\u2026\u20ac]/gu,
      '?',
    )
}
