import type { Measure } from '#shared/contract/models.ts'
import { Fault, type Score, type Share, shareOf } from './score.ts'

/** The requirements of a model, as shares from 0 to 1. */
const thresholds = {
  /** Share of the planted falsehoods. A reader worse than the evidence check, which needs no model, is not worth its requests. */
  caught: 0.75,
  /** Share of each kind of falsehood. A reader that misses one kind gives false assurance about it. */
  caughtOfEachKind: 0.5,
  /** Share of the true statements. With more false alarms than one in eight, therapists stop checking the marks. */
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

/** Every measure of a score with its threshold, in display order. */
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
            atLeast(`Caught: ${faultNames[fault]}`, secondReading.caught[fault], thresholds.caughtOfEachKind),
          ),
          atMost('True sentences doubted', secondReading.falseAlarms, thresholds.falseAlarms),
        ]
      : []),
    only('Seconds', String(Math.round(seconds))),
    only('Tokens read and written', `${tokens.read} and ${tokens.written}`),
  ]
}

export const failedIn = (score: Score): Measure[] => measuresOf(score).filter(({ isMet }) => !isMet)

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
const shown = ({ count, of }: Share) => `${count} of ${of}`

/** A share of zero cases does not pass, because it shows nothing. */
const atLeast = (name: string, share: Share, least: number): Measure => ({
  name,
  value: shown(share),
  needed: `at least ${percent(least)}`,
  isMet: share.of > 0 && share.count >= least * share.of,
})

const atMost = (name: string, share: Share, most: number): Measure => ({
  name,
  value: shown(share),
  needed: `at most ${percent(most)}`,
  isMet: share.of > 0 && share.count <= most * share.of,
})

const only = (name: string, value: string): Measure => ({ name, value, needed: null, isMet: true })
