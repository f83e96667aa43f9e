import { sentenceSpans, type Span } from '#shared/rules/sentences.ts'

/** Maximum words of a sentence. A longer one is run-on speech: speech engines omit full stops. */
const maxWords = 22
/** Minimum words of a part of run-on speech. */
const minWords = 7

const jointPattern =
  /\s(?=(?:but|and (?:then|i|he|she|they|so|my)|then i|so (?:i|he|she|they)|because|cause|i mean|anyway)\s)/gi

/**
 * The sentences of a turn. Splits run-on speech at clause starts, so that `not` or `if` applies to its own clause only.
 */
export function clausesOf(text: string): Span[] {
  return sentenceSpans(text).flatMap((span) => divided(text, span))
}

const count = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

function divided(text: string, { start, end }: Span): Span[] {
  const sentence = text.slice(start, end)
  const starts = Array.from(sentence.matchAll(/\S+/g), ({ index }) => index)
  if (starts.length <= maxWords || /[,;:]/.test(sentence)) return [{ start, end }]
  const pieces: Span[] = []
  let from = 0
  let wordsFrom = 0
  let wordsBefore = 0
  for (const { index } of sentence.matchAll(jointPattern)) {
    while ((starts[wordsBefore] ?? sentence.length) < index) wordsBefore += 1
    if (wordsBefore - wordsFrom < minWords || starts.length - wordsBefore < minWords) continue
    pieces.push({ start: start + from, end: start + index })
    from = index + 1
    wordsFrom = wordsBefore
  }
  return [...pieces, { start: start + from, end }]
}

/**
 * Sentences of at most this many words are read together with the previous one: `I did it again. My arms. With the
 * blade.`
 */
const fragmentWords = 7
/** Short sentences that together have at most this many words are also joined. */
const joinedWords = 20

/** Runs of a sentence and the following fragments, at most three sentences. */
export function runsOf(text: string, spans: readonly Span[]): Span[] {
  return spans.flatMap(({ start }, at) => {
    let last = at
    while (last < at + 2) {
      const next = spans[last + 1]
      if (
        !next ||
        (count(text.slice(next.start, next.end)) > fragmentWords && count(text.slice(start, next.end)) > joinedWords)
      )
        break
      last += 1
    }
    const end = spans[last]?.end
    return last === at || end === undefined ? [] : [{ start, end }]
  })
}
