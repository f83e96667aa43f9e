import type { SafetyTopic } from './finding.ts'
import { topicOfQuestion } from './classifier/classify-question.ts'
import { createPhraseIndex } from './phrase-index.ts'
import { abuse } from './terms/abuse.ts'
import { childSafety } from './terms/child-safety.ts'
import { harmToOthers } from './terms/harm-to-others.ts'
import { idioms } from './terms/idioms.ts'
import { psychosis } from './terms/psychosis.ts'
import { screeningQuestions } from './terms/screening-questions.ts'
import { selfHarm } from './terms/self-harm.ts'
import { substanceDanger, substanceUse } from './terms/substance-use.ts'
import { suicide } from './terms/suicide.ts'
import type { Terms } from './terms/terms.ts'
import type { Cooccurrence } from './terms/co-occurrence.ts'
import { cooccurrences } from './terms/co-occurrences.ts'

/** Speech engines drop apostrophes: `dont`, `im`, `theyre`. */
const spokenForm = ({ source, flags }: RegExp) =>
  new RegExp(source.replace(/n't/g, "n'?t").replace(/(?<=\b(?:i|they|you|he|she|it))'(?=(?:m|re|ve)\b)/g, "'?"), flags)

function spokenTerms({ plain, vague, reassuring = [], hints, nearHints = [] }: Terms): Required<Terms> {
  return {
    plain: plain.map(spokenForm),
    vague: vague.map(spokenForm),
    reassuring: reassuring.map(spokenForm),
    hints: hints.map(spokenForm),
    nearHints: nearHints.map(spokenForm),
  }
}

const terms: Readonly<Record<SafetyTopic, Required<Terms>>> = {
  suicide: spokenTerms(suicide),
  'self-harm': spokenTerms(selfHarm),
  'harm to others': spokenTerms(harmToOthers),
  abuse: spokenTerms(abuse),
  psychosis: spokenTerms(psychosis),
  'child safety': spokenTerms(childSafety),
  'substance use': spokenTerms(substanceDanger),
}

const topics = Object.keys(terms).filter((name): name is SafetyTopic => Object.hasOwn(terms, name))

/** Every word in any phrase. */
const known: ReadonlySet<string> = new Set(
  topics.flatMap((topic) =>
    Object.values(terms[topic])
      .flat()
      .concat(topic === 'substance use' ? substanceUse : [])
      .flatMap(({ source }: RegExp) => source.replaceAll(String.raw`\b`, ' ').match(/[a-z]{3,}/g) ?? []),
  ),
)

/** True if a phrase names the topic without further context, in lower-case text with straight apostrophes. */
export function namesTopic(topic: SafetyTopic, plain: string): boolean {
  const possible = phrasesFor(plain)
  return terms[topic].plain.some((pattern) => possible.has(pattern) && pattern.test(plain))
}

/**
 * How clearly a phrase indicates its topic. `use`: alcohol or drugs without danger. `reassuring`: absence of the risk. `indirect`: a whole
 * question of the therapist without any phrase, such as `Does he go through your phone?`
 */
export type Clarity = 'plain' | 'vague' | 'use' | 'reassuring' | 'indirect'

export interface Term {
  topic: SafetyTopic
  clarity: Clarity
  /** Start and end of the phrase in the text. */
  start: number
  end: number
}

/** Capitalized words that are not personal names. */
const noName =
  /^(?:I|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|God|Allah|Jesus|Lord|Satan|Devil|Mary|Mum|Mom|Mummy|Mommy|Dad|Daddy|Gran|Nan|Nana|Grandma|Grandpa|Grandad|Granddad|Uncle|Aunt|Auntie|Mr|Mrs|Ms|Dr|Miss|Doctor|Internet|English|German|French|Spanish|Netflix|Squad|Facebook|Instagram|Zoom|Google)$/
const namePattern = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}\b/gu

/** Replaces personal names inside a sentence by `@@@`, so that phrases can match them. Keeps words of the phrases. */
const markNames = (text: string) =>
  text.replace(namePattern, (word) =>
    noName.test(word) || known.has(word.toLowerCase()) ? word : '@'.repeat(word.length),
  )

/** Cache of the last text, which is queried repeatedly; no more of a session stays in memory. */
let last = { text: '', plain: '' }

/**
 * Normalizes a text for phrases: lower case, straight apostrophes, names as `@`, idioms blanked. Positions do not
 * change.
 */
export function plainText(text: string): string {
  if (last.text !== text) last = { text, plain: withoutIdioms(text) }
  return last.plain
}

const idiomsFor = createPhraseIndex(idioms)

function withoutIdioms(text: string): string {
  const lower = markNames(text).toLowerCase().replace(/[’‘ʼ]/g, "'")
  const possible = idiomsFor(lower)
  return idioms
    .filter((idiom) => possible.has(idiom))
    .reduce((rest, idiom) => rest.replace(idiom, (found) => ' '.repeat(found.length)), lower)
}

const phrasesFor = createPhraseIndex([
  ...topics.flatMap((topic) => [...terms[topic].reassuring, ...terms[topic].plain, ...terms[topic].vague]),
  ...substanceUse,
  ...cooccurrences.flatMap(({ words }) => words),
])

const hintsFor = createPhraseIndex(topics.flatMap((topic) => [...terms[topic].hints, ...terms[topic].nearHints]))

const screeningFor = createPhraseIndex(topics.flatMap((topic) => screeningQuestions[topic]))

type Phrases = Readonly<Record<Exclude<Clarity, 'indirect'>, readonly RegExp[]>>

const phrasesOf = (topic: SafetyTopic): Phrases => ({
  reassuring: terms[topic].reassuring,
  plain: terms[topic].plain,
  use: topic === 'substance use' ? substanceUse : [],
  vague: terms[topic].vague,
})

const byTopic = topics.map((topic) => ({
  topic,
  phrases: phrasesOf(topic),
  beside: cooccurrences.filter((one) => one.topic === topic),
}))

/** The topics of each phrase. A word that occurs together with others can belong to several topics. */
const topicsOfPhrase = new Map<RegExp, Set<SafetyTopic>>()
for (const { topic, phrases, beside } of byTopic)
  for (const phrase of [...Object.values(phrases).flat(), ...beside.flatMap(({ words }) => words)])
    topicsOfPhrase.set(phrase, (topicsOfPhrase.get(phrase) ?? new Set()).add(topic))

/** The clearest phrase of each topic in a text; the first of several. */
export function termsIn(text: string): Term[] {
  const plain = plainText(text)
  const possible = phrasesFor(plain)
  const raised = new Set([...possible].flatMap((phrase) => [...(topicsOfPhrase.get(phrase) ?? [])]))
  return byTopic.flatMap(({ topic, phrases, beside }) => {
    if (!raised.has(topic)) return []
    const first = (clarity: keyof Phrases) =>
      earliest(
        topic,
        clarity,
        phrases[clarity].filter((pattern) => possible.has(pattern)),
        plain,
      )
    const together = beside.filter(({ words }) => words.every((word) => possible.has(word)))
    const [reassuring, plainly] = [first('reassuring'), first('plain')]
    const found =
      (plainly && reassuring && isApart(plainly, reassuring) ? plainly : reassuring) ??
      plainly ??
      findCooccurrence(together, 'plain', plain) ??
      first('use') ??
      first('vague') ??
      findCooccurrence(together, 'vague', plain)
    return found ? [found] : []
  })
}

type Place = Pick<Term, 'start' | 'end'>
const isApart = (one: Place, other: Place) => one.end <= other.start || other.end <= one.start

/** The topics that a therapist's question asks about indirectly, beside its phrases. The classifier reads only questions without any. */
export function indirectTerms(question: string, named: readonly Term[]): Term[] {
  const plain = plainText(question)
  const possible = screeningFor(plain)
  const asked = topics.filter(
    (topic) =>
      !named.some((term) => term.topic === topic) &&
      screeningQuestions[topic].some((pattern) => possible.has(pattern) && pattern.test(plain)),
  )
  const classified = named.length + asked.length === 0 ? topicOfQuestion(question) : null
  const indirect = (topic: SafetyTopic): Term => ({ topic, clarity: 'indirect', start: 0, end: question.length })
  return [...asked, ...(classified === null ? [] : [classified])].map(indirect)
}

/**
 * True if a text may retract a denial of a topic that the session raises. Soon after the question, ordinary words
 * count, too.
 */
export function hintsAt(topic: SafetyTopic, text: string, isSoonAfter: boolean): boolean {
  const plain = plainText(text)
  const patterns = isSoonAfter ? [...terms[topic].hints, ...terms[topic].nearHints] : terms[topic].hints
  const possible = hintsFor(plain)
  return patterns.some((pattern) => possible.has(pattern) && pattern.test(plain))
}

function findCooccurrence(groups: readonly Cooccurrence[], clarity: Clarity, plain: string): Term | null {
  for (const one of groups) {
    if (one.clarity !== clarity || one.unless.test(plain)) continue
    const places = one.words.flatMap((word) => {
      const match = word.exec(plain)
      return match ? [{ start: match.index, end: match.index + match[0].length }] : []
    })
    if (places.length < one.words.length) continue
    const start = Math.min(...places.map((place) => place.start))
    return { topic: one.topic, clarity, start, end: Math.max(...places.map((place) => place.end)) }
  }
  return null
}

function earliest(topic: SafetyTopic, clarity: Clarity, patterns: readonly RegExp[], text: string): Term | null {
  const places = patterns.flatMap((pattern) => {
    const match = pattern.exec(text)
    return match && match[0] !== '' ? [{ start: match.index, end: match.index + match[0].length }] : []
  })
  const [place] = places.toSorted((one, other) => one.start - other.start)
  return place ? { topic, clarity, ...place } : null
}
