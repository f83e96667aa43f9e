import type { SafetyTopic } from './finding.ts'
import { abuse } from './terms/abuse.ts'
import { childSafety } from './terms/child-safety.ts'
import { harmToOthers } from './terms/harm-to-others.ts'
import { idioms } from './terms/idioms.ts'
import { psychosis } from './terms/psychosis.ts'
import { selfHarm } from './terms/self-harm.ts'
import { substanceDanger, substanceUse } from './terms/substance-use.ts'
import { suicide } from './terms/suicide.ts'
import type { Terms } from './terms/terms.ts'

const terms: Readonly<Record<SafetyTopic, Terms>> = {
  suicide,
  'self-harm': selfHarm,
  'harm to others': harmToOthers,
  abuse,
  psychosis,
  'child safety': childSafety,
  'substance use': substanceDanger,
}

/** Phrases that say a topic by themselves, for texts in lower case with straight apostrophes. */
export function namesTopic(topic: SafetyTopic, plain: string): boolean {
  return terms[topic].plain.some((pattern) => pattern.test(plain))
}

/** How clearly a phrase speaks of its topic; `use` is of alcohol or a drug without danger. */
export type Clarity = 'plain' | 'vague' | 'use'

export interface Term {
  topic: SafetyTopic
  clarity: Clarity
  /** Where the phrase begins and ends in the text. */
  start: number
  end: number
}

/** A text as the phrases are compared with it: lower case, straight apostrophes, idioms blanked; places stay the same. */
export function plainText(text: string): string {
  const lower = text.toLowerCase().replace(/[’‘ʼ]/g, "'")
  return idioms.reduce((rest, idiom) => rest.replace(idiom, (found) => ' '.repeat(found.length)), lower)
}

/** The clearest phrase of each topic in a text, the first of several. */
export function termsIn(text: string): Term[] {
  const plain = plainText(text)
  return topics.flatMap((topic) => {
    const found =
      first(topic, 'plain', terms[topic].plain, plain) ??
      (topic === 'substance use' ? first(topic, 'use', substanceUse, plain) : null) ??
      first(topic, 'vague', terms[topic].vague, plain)
    return found ? [found] : []
  })
}

/** Whether a text could take back a no on a topic that the session raises. */
export function hintsAt(topic: SafetyTopic, text: string): boolean {
  const plain = plainText(text)
  return terms[topic].hints.some((pattern) => pattern.test(plain))
}

const topics = Object.keys(terms).filter((name): name is SafetyTopic => Object.hasOwn(terms, name))

function first(topic: SafetyTopic, clarity: Clarity, patterns: readonly RegExp[], text: string): Term | null {
  const places = patterns.flatMap((pattern) => {
    const match = pattern.exec(text)
    return match && match[0] !== '' ? [{ start: match.index, end: match.index + match[0].length }] : []
  })
  const [earliest] = places.toSorted((one, other) => one.start - other.start)
  return earliest ? { topic, clarity, ...earliest } : null
}
