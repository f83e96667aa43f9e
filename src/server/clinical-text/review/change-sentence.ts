import { bulletPattern, sentencePlace } from '#shared/rules/sentence-place.ts'
import type { Span } from '#shared/rules/sentences.ts'

/**
 * A text with a sentence replaced, or removed if `next` is empty. A line that loses its only sentence is removed with
 * its bullet, and brackets and quotation marks that lose it are removed too. A text without the sentence is returned unchanged.
 */
export function changeSentence(content: string, sentence: string, next: string): string {
  const place = sentencePlace(sentence, content)
  if (!place) return content
  return next === ''
    ? withoutSpan(content, withMarksAround(content, place))
    : `${content.slice(0, place.start)}${next}${content.slice(place.end)}`
}

const closingOf: Readonly<Record<string, string>> = { '(': ')', '[': ']', '“': '”', '‘': '’', '«': '»', '"': '"' }
const opensAtEnd = /[([“‘«]$|(?:^|\s)"$/
const closesAtStart = /^[)\]”’».,;:!?"]/

/** The span with the brackets or quotation marks that contain nothing else. */
function withMarksAround(content: string, { start, end }: Span): Span {
  const isBlank = (at: number) => content[at] === ' ' || content[at] === '\t'
  let span = { start, end }
  for (;;) {
    let opening = span.start - 1
    while (isBlank(opening)) opening -= 1
    let closing = span.end
    while (isBlank(closing)) closing += 1
    const expected = closingOf[content[opening] ?? '']
    if (expected === undefined || content[closing] !== expected) return span
    span = { start: opening, end: closing + 1 }
  }
}

function withoutSpan(content: string, { start, end }: Span): string {
  const lineStart = content.lastIndexOf('\n', start - 1) + 1
  const lineEnd = content.indexOf('\n', end) < 0 ? content.length : content.indexOf('\n', end)
  const head = content.slice(lineStart, start)
  const tail = content.slice(end, lineEnd)
  const above = content.slice(0, lineStart)
  const below = content.slice(lineEnd)
  const isBullet = bulletPattern.test(head)
  if (isBullet && tail.trim() === '') return joinedLines(above, below.slice(1))
  return above + (isBullet ? head + tail.trimStart() : joinedWords(head.trimEnd(), tail)) + below
}

function joinedWords(head: string, tail: string): string {
  const isTight = tail.trim() === '' || opensAtEnd.test(head) || closesAtStart.test(tail)
  return `${head}${isTight ? '' : ' '}${tail.trimStart()}`
}

/** The lines around a removed line, without a blank line at the ends and without two together. */
function joinedLines(above: string, below: string): string {
  if (below.trim() === '') return above.trimEnd()
  const isAfterBlank = above.trim() === '' || /\n[ \t]*\n$/.test(above)
  return above + (isAfterBlank ? below.replace(/^(?:[ \t]*\n)+/, '') : below)
}
