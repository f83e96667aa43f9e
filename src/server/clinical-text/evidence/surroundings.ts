import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import type { Word } from '../language/clauses.ts'
import { clausesOf } from '../language/clauses.ts'
import { wordsIn } from './source-clauses.ts'
import type { LocatedQuote } from './quotes.ts'
import type { Surroundings } from './thing.ts'

const known = new WeakMap<Utterance, readonly Word[]>()

function wordsOfUtterance(utterance: Utterance): readonly Word[] {
  const words = known.get(utterance) ?? wordsIn(clausesOf(utterance.text))
  known.set(utterance, words)
  return words
}

/** Turns before and after a passage that may have named its topic. */
const before = 40
const after = 1

/** The words and speakers around the passages. */
export function surroundingsOf(
  located: readonly LocatedQuote[],
  { utterances }: Transcript,
  names: ReadonlySet<string>,
): Surroundings {
  const places = new Set(
    located.flatMap(({ at }) => Array.from({ length: before + after + 1 }, (_, step) => at - before + step)),
  )
  const near = utterances.filter((_, at) => places.has(at))
  return {
    near: [...new Map(near.flatMap(wordsOfUtterance).map((word) => [word.text, word])).values()],
    names,
  }
}

const midSentence = /(?<=[\p{Ll},;:] )\p{Lu}[\p{L}'-]+/gu
const noName =
  /^(?:I|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?s?$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|English)$|^I['’]/

/** Names in a session: labels of speakers, and capitalized words inside sentences. Lower case. */
export function namesIn(transcript: Transcript): ReadonlySet<string> {
  const names = knownNames.get(transcript) ?? readNames(transcript)
  knownNames.set(transcript, names)
  return names
}

const knownNames = new WeakMap<Transcript, ReadonlySet<string>>()

function readNames({ utterances }: Transcript): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { label, text } of utterances) {
    if (!/^(?:therapist|client|patient|speaker)/i.test(label))
      for (const word of label.split(' ')) names.add(word.toLowerCase())
    for (const [name] of text.matchAll(midSentence)) if (!noName.test(name)) names.add(name.toLowerCase())
  }
  return names
}
