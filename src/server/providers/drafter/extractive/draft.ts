import type { Evidence, SafetyPassage, Statement } from '#shared/contract/notes.ts'
import type { TemplateSection } from '#shared/contract/templates.ts'
import { isDrafted } from '#shared/rules/template-wishes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { coverageOf } from '#server/clinical-text/evidence/coverage.ts'
import { findSafety } from '#server/clinical-text/safety/safety.ts'
import { labelSpeakers } from '#server/clinical-text/speakers/speaker-roles.ts'
import { seeksHelp } from '#server/clinical-text/language/undertakings.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'
import type { Draft, DraftRequest } from '../port.ts'
import { type ExcerptInstruction, parseInstruction } from '#server/clinical-text/excerpts/instructions.ts'
import { type Profile, profileOf } from '#server/clinical-text/excerpts/profiles.ts'
import { salienceOf } from '#server/clinical-text/excerpts/salience.ts'
import { mentionsRisk } from '#server/clinical-text/excerpts/cues.ts'
import { overlaps, selectUnits } from '#server/clinical-text/excerpts/select.ts'
import { widenedTerms } from '#server/clinical-text/excerpts/subject.ts'
import { statementsOf } from '#server/clinical-text/excerpts/statements.ts'
import { unitsOf, type Unit } from '#server/clinical-text/excerpts/units.ts'

const usual: ExcerptInstruction = { length: 1, terms: new Set(), without: new Set() }

/** Drafts excerpts. A long session takes up to a second, so drafters run this on a thread. */
export function draftExcerpts({
  transcript,
  noteType,
  sectionTitles,
  clientFirstName,
  enhancement,
  template = [],
}: Omit<DraftRequest, 'signal'>): Draft {
  const asked = parseInstruction(enhancement?.instructions ?? '') ?? usual
  const client = clientFirstName.trim() || 'Client'
  const safety = findSafety(transcript, [])
  const risk = safety.filter(isGrave)
  const stated = safety.filter(({ finding }) => finding === 'stated')
  const all = unitsOf(labelSpeakers(transcript)).map((unit) =>
    avoidsHarm(unit.text, transcript) ? unit : withoutHarmfulPlan(unit, stated),
  )
  const wish = { ...asked, terms: widenedTerms(asked.terms, all), without: widenedTerms(asked.without, all) }
  const units = all.filter((unit) => !isLeftOut(unit, wish))
  const byTitle = new Map(template.map((section) => [section.title, section]))
  const wishes = sectionTitles
    .filter((title) => hasExcerpts(byTitle.get(title)))
    .map((title) => ({ title, profile: sizedProfile(profileOf(noteType, title), byTitle.get(title)) }))
  const chosen = selectUnits(
    units,
    wishes,
    salienceOf(units, wish.terms),
    { terms: wish.terms, risk },
    lengthOf(transcript) * wish.length * lengthFactor(template),
  )
  return {
    sections: sectionTitles.map((title) => {
      const found = statementsOf(chosen.get(title) ?? [], client, transcript)
      const section = byTitle.get(title)
      const fitting = section?.source === 'measure' ? found.filter(({ text }) => namesScore(text)) : found
      const excerpts = withinWords(fitting, section?.maxWords ?? null, risk)
      return { title, content: '', statements: [], excerpts }
    }),
    coverage: coverageOf(
      transcript,
      transcript.utterances.map(({ id }) => id),
    ),
    drafter: 'extractive',
  }
}

const factors: Readonly<Record<TemplateSection['length'], number>> = { short: 0.55, standard: 1, full: 1.5 }

/** Excerpts are quotes, so sections without quotes, and sections that the therapist writes, have none. */
function hasExcerpts(section: TemplateSection | undefined): boolean {
  return section === undefined || (isDrafted(section) && section.quotes !== 'none')
}

/** The share of a section depends on its length in the template and on its wish for quotes. */
function sizedProfile(profile: Profile, section: TemplateSection | undefined): Profile {
  if (!section) return profile
  return { ...profile, share: profile.share * factors[section.length] * (section.quotes === 'key' ? 0.7 : 1) }
}

/** The average factor of the lengths of the sections with excerpts. */
function lengthFactor(template: readonly TemplateSection[]): number {
  const lengths = template.filter(hasExcerpts).map(({ length }) => factors[length])
  return lengths.length === 0 ? 1 : lengths.reduce((sum, factor) => sum + factor, 0) / lengths.length
}

/** True for a passage with the number of a scale or a measurement. */
function namesScore(text: string): boolean {
  return /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)\b/i.test(text) && scalePattern.test(text)
}

const scalePattern =
  /\b(?:phq|gad|pcl|ces-?d|bdi|bai|audit|oq|core|ors|srs|gaf|suds?|voc|score[sd]?|scale|scored|rat(?:e|ed|ing)|out of|points?|questionnaire|blood pressure|weigh\w*|pulse)\b|\d\s*\/\s*\d/i

/** The first passages that fit beside those about risk, which always stay. */
function withinWords(excerpts: readonly Statement[], maxWords: number | null, risk: readonly Evidence[]): Statement[] {
  if (maxWords === null) return [...excerpts]
  const grave = new Set(excerpts.filter(({ text, evidence }) => mentionsRisk(text) || overlaps(evidence, risk)))
  let left = [...grave].reduce((rest, { text }) => rest - countWords(text), maxWords)
  return excerpts.filter((excerpt) => {
    if (grave.has(excerpt)) return true
    const words = countWords(excerpt.text)
    if (words > left) return false
    left -= words
    return true
  })
}

const countWords = (text: string) => text.split(/\s+/).length

/** True for a passage about a topic that an instruction excludes, unless the passage is about risk. */
function isLeftOut({ terms, cues }: Unit, { without }: ExcerptInstruction): boolean {
  return !cues.has('risk') && [...without].some((term) => terms.has(term))
}

/** A note should contain these safety passages if a section fits them. */
const isGrave = ({ topic }: SafetyPassage) => topic !== 'substance use'

/** Harm that a client wants to stop or replace: `ice cubes instead of cutting myself`. */
const avoidedHarm =
  /(?<!\b(?:not|never|\w+n[’']t)(?: \w+){0,3} )\b(?:stop|quit|instead of|rather than) (?:cutting|burning|hurting|harming|scratching|hitting|punching|biting|starving)(?: myself| my \w+)?\b/gi

/** True if a text wants to stop or replace harm and states no other risk. */
function avoidsHarm(text: string, { utterances: [first], ...transcript }: Transcript): boolean {
  const rest = text.replace(avoidedHarm, '').replace(/\s+(?=[.,!]|$)/g, '')
  if (rest === text || first === undefined) return false
  const utterance = { ...first, speaker: 'client' as const, text: rest }
  return findSafety({ ...transcript, utterances: [utterance] }, []).every(({ finding }) => finding !== 'stated')
}

/** A client's words that state a risk are not a plan of the treatment, unless they seek help. */
function withoutHarmfulPlan(unit: Unit, stated: readonly Evidence[]): Unit {
  const isHarmful = unit.isPlan && unit.who !== 'therapist' && overlaps(unit.evidence, stated)
  return isHarmful && !seeksHelp(unit.text) ? { ...unit, undertaking: null, isPlan: false } : unit
}

/** Number of words in the excerpts: grows with the square root of the session's words, up to 34 % of them and up to 750. */
function lengthOf(transcript: Transcript): number {
  const spoken = transcript.utterances.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  return Math.min(0.37 * spoken, 65 + 10 * Math.sqrt(spoken), 750)
}
