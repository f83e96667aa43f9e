import type { Measure } from '#shared/contract/models.ts'
import { Fault, type Score, type Share, shareOf } from './score.ts'

/** The requirements for a model, as shares from 0 to 1. */
const thresholds = {
  /** Share of the false statements. The evidence check, which needs no model, has the same target (docs/notes.md). */
  caught: 0.75,
  /** Share of the false statements of each kind. A reader that misses a kind gives false assurance about that kind. */
  caughtOfEachKind: 0.5,
  /** Share of the true statements. With more false alarms than one in eight, therapists would ignore the marks. */
  falseAlarms: 0.12,
  /** Share of the sections for which the session has content. Below this, the therapist has to write the note. */
  filled: 0.8,
  /**
   * Share of the drafted statements. The evidence check also flags true statements: 12 % is its target, and
   * docs/notes.md has the measured shares.
   */
  invented: 0.15,
  /** Share of the cases. One in ten may be due to an outage; more are due to the model. */
  failed: 0.1,
} as const

/** Lists the measures of a score with their thresholds, in display order. */
export function measuresOf({ drafting, secondReading, seconds, tokens }: Score): Measure[] {
  return [
    atMost('Cases without a draft', drafting.failed, thresholds.failed),
    atLeast('Sections filled', drafting.filled, thresholds.filled),
    atMost('Drafted sentences flagged by the evidence check', drafting.invented, thresholds.invented),
    ...(secondReading
      ? [
          atMost('Cases not read to their end', secondReading.failed, thresholds.failed),
          atLeast('False sentences caught', shareOf(Object.values(secondReading.caught)), thresholds.caught),
          ...Fault.options.map((fault) =>
            atLeast(
              `Caught: ${faultNames[fault]}`,
              secondReading.caught[fault] ?? { count: 0, of: 0 },
              thresholds.caughtOfEachKind,
            ),
          ),
          atMost('True sentences doubted', secondReading.falseAlarms, thresholds.falseAlarms),
        ]
      : []),
    withoutThreshold('Seconds', String(Math.round(seconds))),
    withoutThreshold('Tokens read and written', `${tokens.read} and ${tokens.written}`),
  ]
}

/** Lists the measures that miss their threshold. */
export const failedMeasures = (score: Score): Measure[] => measuresOf(score).filter(({ isMet }) => !isMet)

const faultNames: Readonly<Record<Fault, string>> = {
  unsupported: 'nothing in the session says it',
  number: 'another number',
  denial: 'a denial of what was not raised',
  contradicted: 'yes for no, or no for yes',
  who: 'another person',
  when: 'another time',
  direction: 'another direction',
  certainty: 'a possibility as a fact',
  thing: 'another thing',
  clause: 'an added clause',
}

const percent = (share: number) => `${Math.round(share * 100)}%`
const asText = ({ count, of }: Share) => `${count} of ${of}`

/** A share of zero cases does not pass, because a model without results has proved nothing. */
const atLeast = (name: string, share: Share, minimum: number): Measure => ({
  name,
  value: asText(share),
  needed: `at least ${percent(minimum)}`,
  isMet: share.of > 0 && share.count >= minimum * share.of,
})

const atMost = (name: string, share: Share, maximum: number): Measure => ({
  name,
  value: asText(share),
  needed: `at most ${percent(maximum)}`,
  isMet: share.of > 0 && share.count <= maximum * share.of,
})

const withoutThreshold = (name: string, value: string): Measure => ({ name, value, needed: null, isMet: true })
