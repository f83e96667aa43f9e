import type { Evidence } from '#shared/contract/notes.ts'
import { keepsSafe } from '../language/undertakings.ts'
import type { Profile } from './profiles.ts'
import type { Salience } from './salience.ts'
import type { Unit } from './units.ts'

/** Terms and passages that are preferred in every section. */
export interface Emphasis {
  /** Terms from the therapist's instruction. */
  terms: ReadonlySet<string>
  /** Passages about risk: they weigh four times as much and are never dropped for length. */
  risk: readonly Evidence[]
}

export interface SectionRequest {
  title: string
  profile: Profile
}

/** Maximum number of candidates per section. Limits the cost of removing repetitions. */
const maxCandidates = 120
/** Minimum score relative to the best candidate: a short section is better than a padded one. */
const minRelativeScore = 0.2
/** Words by which a passage about a requested subject may exceed the length of its section. */
const requestedBeyond = 30
/** Weight of repetition against relevance (maximal marginal relevance). */
const novelty = 0.5

/**
 * Selects units for each section, each unit at most once, in the order they were said.
 * @param budget words of the whole note
 */
export function selectUnits(
  units: readonly Unit[],
  requests: readonly SectionRequest[],
  salience: Salience,
  emphasis: Emphasis,
  budget: number,
): ReadonlyMap<string, readonly Unit[]> {
  const used: Unit[] = []
  const chosen = new Map<string, readonly Unit[]>()
  /** Number of words that earlier sections left unused. */
  let unusedWords = 0
  const total = requests.reduce((sum, { profile }) => sum + profile.share, 0)
  for (const { title, profile } of requests.toSorted((one, other) => one.profile.rank - other.profile.rank)) {
    const sectionBudget = (budget * profile.share) / total
    const words = sectionBudget + Math.min(unusedWords, sectionBudget)
    const picked = pickFor(profile, units, used, salience, emphasis, words)
    used.push(...picked)
    unusedWords = Math.max(0, unusedWords + sectionBudget - picked.reduce((sum, unit) => sum + costOf(unit), 0))
    chosen.set(
      title,
      picked.toSorted((one, other) => one.order - other.order),
    )
  }
  return chosen
}

function pickFor(
  profile: Profile,
  units: readonly Unit[],
  used: readonly Unit[],
  salience: Salience,
  emphasis: Emphasis,
  words: number,
): Unit[] {
  const takenUnits = new Set(used)
  const scored = units
    .filter((unit) => !takenUnits.has(unit))
    .map((unit) => ({
      unit,
      base: scoreOf(unit, profile, salience, units.length, isRequested(unit, emphasis)),
      score: 0,
      repeats: 0,
    }))
  const best = Math.max(0, ...scored.map(({ base }) => base))
  const candidates = scored
    .filter(({ base, unit }) => base > best * minRelativeScore || (base > 0 && isRequired(unit, emphasis)))
    .map((candidate) => ({ ...candidate, score: candidate.base * emphasisOf(candidate.unit, emphasis) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxCandidates)
  for (const candidate of candidates)
    candidate.repeats = Math.max(0, ...used.map((unit) => salience.similarity(unit, candidate.unit)))
  const picked: Unit[] = []
  let remainingWords = words
  while (candidates.length > 0) {
    const next = candidates.reduce((one, other) => (marginal(other) > marginal(one) ? other : one))
    candidates.splice(candidates.indexOf(next), 1)
    const isNeeded = isRequired(next.unit, emphasis)
    const isFirst = picked.length === 0 && (next.unit.words <= 25 || candidates.length === 0)
    const beyond = isRequested(next.unit, emphasis) ? requestedBeyond : 8
    const isTooLong = remainingWords <= 0 || (costOf(next.unit) > remainingWords + beyond && !isFirst)
    if ((isTooLong && !isNeeded) || (next.repeats > 0.75 && !(isNeeded && next.unit.isWhole))) continue
    picked.push(next.unit)
    remainingWords -= costOf(next.unit)
    for (const candidate of candidates)
      candidate.repeats = Math.max(candidate.repeats, salience.similarity(next.unit, candidate.unit))
  }
  return picked
}

const marginal = ({ score, repeats }: { score: number; repeats: number }) => score * (1 - novelty * repeats)

/** Relevance of a unit for a section, times the centrality of the unit; 0 if the section does not take the unit. */
export function scoreOf(unit: Unit, profile: Profile, salience: Salience, count: number, isWanted = false): number {
  const isSeen = unit.isObservation && profile.takesObservations === true
  const voice = unit.who === 'therapist' ? (profile.moves[unit.move] ?? 0) : 1
  const weight = isSeen ? 1.2 : profile.who[unit.who] * voice
  const needs = unit.who === 'therapist' ? profile.needs : (profile.clientNeeds ?? profile.needs)
  const isAbout =
    isSeen || (isWanted && needs.includes('problem')) || needs.length === 0 || needs.some((cue) => unit.cues.has(cue))
  if (weight === 0 || !isAbout || profile.admits?.(unit) === false) return 0
  const fit = [...unit.cues].reduce((sum, cue) => sum + (profile.cues[cue] ?? 0), 0.2)
  const gravity = profile.needs.includes('risk') && unit.cues.has('risk') ? 0.7 : 0
  const place = 1 + 0.3 * profile.time * (unit.order / count - 0.5)
  return (
    weight *
    (fit + gravity) *
    place *
    (0.35 + salience.centrality(unit)) *
    lengthWeight(unit.words) *
    informationWeight(unit)
  )
}

/** Number of words that a unit adds to the note, including `Client said:` and the like. */
const costOf = ({ words }: Unit) => words + 4

const doseOrCount = /\b\d|\b(?:milligrams?|mg|percent|two|three|four|five|six|seven|eight|nine|ten)\b/i

/** Facts with a number weigh more. Broken or halting sentences and the client's questions weigh less. */
function informationWeight({ text, isBroken, isWhole, who, cues, fluency }: Unit): number {
  const isAsking = who !== 'therapist' && text.endsWith('?')
  const clarity = cues.has('risk') ? 1 : fluency ** 4 * (isBroken ? 0.15 : 1)
  return (isWhole ? 1.5 : doseOrCount.test(text) ? 1.2 : 1) * clarity * (isAsking ? 0.4 : 1)
}

function emphasisOf(unit: Unit, emphasis: Emphasis): number {
  return (isRequested(unit, emphasis) ? 3 : 1) * (mentionsRisk(unit, emphasis) ? 4 : 1)
}

const isRequested = (unit: Unit, { terms }: Emphasis) => [...terms].some((term) => unit.terms.has(term))

const mentionsRisk = ({ evidence, isWhole, cues }: Unit, { risk }: Pick<Emphasis, 'risk'>) =>
  (isWhole && cues.has('risk')) || overlaps(evidence, risk)

/** Passages about risk and steps of a safety plan are never dropped for length. */
const isRequired = (unit: Unit, emphasis: Emphasis) =>
  mentionsRisk(unit, emphasis) || (unit.isPlan && keepsSafe(unit.text))

/** True if some of these passages share words. */
export function overlaps(some: readonly Evidence[], others: readonly Evidence[]): boolean {
  const isIn = (one: Evidence, other: Evidence) =>
    one.utteranceId === other.utteranceId && (one.quote.includes(other.quote) || other.quote.includes(one.quote))
  return some.some((one) => others.some((other) => isIn(one, other)))
}

/** Weight by length: short remarks say little; long ones are hard to read. */
const lengthWeight = (words: number) => (words < 6 ? 0.6 : words > 45 ? 0.4 : words > 35 ? 0.75 : 1)
