/** Characters `start` to `end` (exclusive) of a text. */
export interface Span {
  start: number
  end: number
}

const abbreviations: ReadonlySet<string> = new Set(
  'dr mr mrs ms prof st vs eg ie e.g i.e approx appt dept jr sr fig inc ltd rev hon gen col sgt capt cf al'.split(' '),
)
/** Abbreviations that end a sentence only before a capital letter. */
const unclear: ReadonlySet<string> = new Set(
  'etc a.m p.m am pm u.s u.k ph.d m.d b.a m.a mg ml min hr wk mo yr'.split(' '),
)

/** Marks after a mark cannot begin an ending. Without this condition, a long row of marks takes quadratic time. */
const endingPattern = /(?<![.?!…])[.?!…]+["'”’)\]]*(?=\s)/gu

/**
 * Sentences of a text as spans without surrounding white space. A line break ends a sentence; decimals, most
 * abbreviations, initials and sentences inside “curly quotes” do not.
 */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = []
  let lineStart = 0
  for (const line of text.split('\n')) {
    for (const { start, end } of spansOfLine(line)) spans.push({ start: start + lineStart, end: end + lineStart })
    lineStart += line.length + 1
  }
  return spans
}

/** Sentences of a text, trimmed. Joined by spaces they contain every word of the text. */
export function splitSentences(text: string): string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end))
}

function spansOfLine(line: string): Span[] {
  const spans: Span[] = []
  const quoted = Array.from(
    line.matchAll(/“[^“”]*”/g),
    (match) => [match.index, match.index + match[0].length] as const,
  )
  const isInsideQuote = (at: number) => quoted.some(([from, to]) => at > from && at < to)
  let start = 0
  for (const match of line.matchAll(endingPattern)) {
    const end = match.index + match[0].length
    if (isInsideQuote(end) || !endsSentence(line, match.index, end, match[0])) continue
    push(spans, line, start, end)
    start = end
  }
  push(spans, line, start, line.length)
  return spans
}

function endsSentence(line: string, at: number, end: number, mark: string): boolean {
  if (/[?!]/.test(mark)) return true
  const next = line.slice(end).trimStart()
  if (next === '') return true
  const isCapital = /^["'“‘([]*[\p{Lu}\p{N}]/u.test(next)
  if (mark.startsWith('..') || mark.startsWith('…')) return isCapital
  const before = /[\p{L}\p{N}.'’]*$/u.exec(line.slice(Math.max(0, at - 20), at))?.[0].toLowerCase() ?? ''
  if (abbreviations.has(before) || /^\p{L}$/u.test(before)) return before === 'i'
  return !unclear.has(before) || isCapital
}

function push(spans: Span[], line: string, from: number, to: number): void {
  const piece = line.slice(from, to)
  const trimmed = piece.trim()
  if (trimmed === '') return
  const start = from + piece.indexOf(trimmed)
  spans.push({ start, end: start + trimmed.length })
}
