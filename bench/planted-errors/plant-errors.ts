import { asClient } from '#server/clinical-text/language/names.ts'
import type { Dialogue } from '../clinical/cases.ts'

/** A false sentence that cites real words of a session. */
export interface PlantedError {
  kind: 'number' | 'denial' | 'speaker' | 'client'
  text: string
  utteranceId: string
  quote: string
}

/** Topics of a denial, with words that would show that the session mentions them. */
const topics = [
  ['alcohol use', /alcohol|drink|beer|wine|drunk|sober|booze|pub\b|bar\b/i],
  ['hallucinations', /halluc|voices|hear|see things|seeing/i],
  ['panic attacks', /panic/i],
  ['chest pain', /chest|heart|pain/i],
  ['nightmares', /nightmare|dream|sleep/i],
  ['drug use', /drug|weed|cocaine|cannabis|pills?|smok|high/i],
  ['weight loss', /weight|eat|appetite|food|kilo|pound/i],
] as const

const numbersPattern = /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|\d{1,3})\b/i

/**
 * Returns one planted error of each kind that the session allows, and a copy of each true statement with another
 * client's name.
 */
export function plantErrors({ client: name, transcript, statements }: Dialogue, otherName: string): PlantedError[] {
  const { utterances } = transcript
  const sentences = utterances.flatMap(({ id, speaker, text }) =>
    (text.match(/[^.!?]+[.!?]+/g) ?? []).map((one) => ({ utteranceId: id, speaker, quote: one.trim() })),
  )
  const longSentences = sentences.filter(({ quote }) => quote.split(/\s+/).length >= 7 && !quote.endsWith('?'))
  const clientSentences = longSentences.filter(({ speaker }) => speaker === 'client')
  const counted = clientSentences.find(({ quote }) => numbersPattern.test(quote))
  const topic = topics.find(([, words]) => utterances.every(({ text }) => !words.test(text)))
  const first = clientSentences[0]
  const therapist = longSentences.findLast(({ speaker }) => speaker === 'therapist')
  const reported = clientSentences.at(-1)
  const swapped = statements.flatMap(({ text, is, quotes: [[line, quote] = [1, '']] }): PlantedError[] => {
    const unnamed = asClient(text, name)
    if (is !== 'true' || unnamed === text) return []
    return [{ kind: 'client', text: unnamed.replace(/\bClient\b/g, otherName), utteranceId: `u${line}`, quote }]
  })
  return [
    counted && {
      ...counted,
      kind: 'number' as const,
      text: `${name} said, "${counted.quote.replace(numbersPattern, (found) => (/^(?:nine|9)$/i.test(found) ? 'fifteen' : 'nine'))}"`,
    },
    topic && first && { ...first, kind: 'denial' as const, text: `${name} denies ${topic[0]}.` },
    therapist && { ...therapist, kind: 'speaker' as const, text: `${name} said, "${therapist.quote}"` },
    reported && { ...reported, kind: 'client' as const, text: `${otherName} said, "${reported.quote}"` },
    ...swapped,
  ].filter((one) => one !== undefined)
}
