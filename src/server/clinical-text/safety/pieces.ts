import { sentenceSpans, type Span } from '#shared/rules/sentences.ts'

/** A sentence with more words than this is run-on speech, as engines write it without full stops. */
const longest = 22
/** A piece of run-on speech is not shorter. */
const shortest = 7

const joint =
  /\s(?=(?:but|and (?:then|i|he|she|they|so|my)|then i|so (?:i|he|she|they)|because|cause|i mean|anyway)\s)/gi

/** Sentences of a turn; run-on speech is divided where a new clause begins, so that a `not` or `if` reaches no further. */
export function piecesOf(text: string): Span[] {
  return sentenceSpans(text).flatMap((span) => divided(text, span))
}

const count = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

function divided(text: string, { start, end }: Span): Span[] {
  const sentence = text.slice(start, end)
  if (count(sentence) <= longest || /[,;:]/.test(sentence)) return [{ start, end }]
  const pieces: Span[] = []
  let from = 0
  for (const { index } of sentence.matchAll(joint)) {
    if (count(sentence.slice(from, index)) < shortest || count(sentence.slice(index)) < shortest) continue
    pieces.push({ start: start + from, end: start + index })
    from = index + 1
  }
  return [...pieces, { start: start + from, end }]
}

/** Sentences of so few words are read together with the one before them: `I did it again. My arms. With the blade.` */
const fragment = 7
/** So are short sentences that are no longer than this together. */
const together = 20

/** Runs of a sentence and the fragments after it, at most three sentences. */
export function runsOf(text: string, spans: readonly Span[]): Span[] {
  return spans.flatMap(({ start }, at) => {
    let last = at
    while (last < at + 2) {
      const next = spans[last + 1]
      if (
        !next ||
        (count(text.slice(next.start, next.end)) > fragment && count(text.slice(start, next.end)) > together)
      )
        break
      last += 1
    }
    const end = spans[last]?.end
    return last === at || end === undefined ? [] : [{ start, end }]
  })
}
