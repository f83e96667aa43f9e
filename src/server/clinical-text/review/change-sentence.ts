import { bulletPattern, sentencePlace } from '#shared/rules/sentence-place.ts'

/**
 * A text with a sentence replaced, or removed if `next` is empty. A line that loses its only sentence is removed with
 * its bullet. A text without the sentence is returned unchanged.
 */
export function changeSentence(content: string, sentence: string, next: string): string {
  const place = sentencePlace(sentence, content)
  if (!place) return content
  const before = content.slice(0, place.start)
  const after = content.slice(place.end)
  if (next !== '') return before + next + after
  const lineStart = before.lastIndexOf('\n') + 1
  const lineEnd = after.includes('\n') ? after.indexOf('\n') : after.length
  const head = before.slice(lineStart)
  const tail = after.slice(0, lineEnd)
  const line = bulletPattern.test(head)
    ? tail.trim() === ''
      ? null
      : head + tail.trimStart()
    : `${head.trimEnd()}${tail.trim() === '' ? '' : ' '}${tail.trimStart()}`
  const above = before.slice(0, lineStart)
  const below = after.slice(lineEnd)
  return line === null ? (above + below.slice(1)).replace(/\n$/, '') : above + line + below
}
