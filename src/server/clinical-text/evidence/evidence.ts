import type { Check, Evidence, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { endsWithNegation } from '../language/denials.ts'
import { asClient, withoutNames } from '../language/names.ts'
import { isNegated } from '../language/negation.ts'
import type { Word } from '../language/clauses.ts'
import { termsOf, wordsOf } from '../language/words.ts'
import type { SafetyTopic } from '../safety/finding.ts'
import { addressesSoftware } from './addresses-software.ts'
import { certainty } from './certainty.ts'
import { type Claim, claimsOf, type Finding } from './claim.ts'
import { clause } from './clause.ts'
import { contradicted } from './contradicted.ts'
import { otherDayPart } from './day-part.ts'
import { denial, riskDenial, topicsAnsweredWithNo } from './denial.ts'
import { direction } from './direction.ts'
import { sourceClausesOf, saidIn, wordsIn } from './source-clauses.ts'
import { laterTurns, retractedLater } from './later.ts'
import { formerFigure } from './former-figure.ts'
import { negationAdded } from './negation-added.ts'
import { number } from './number.ts'
import { otherPerson } from './other-person.ts'
import { onlyOpposite } from './only-opposite.ts'
import { otherOrder } from './order.ts'
import { otherTime, reversedTime } from './other-time.ts'
import { frequency } from './frequency.ts'
import { gender, subjectOfOtherGender } from './gender.ts'
import { type LocatedQuote, locatedQuotes, withoutQuotedSpeech } from './quotes.ts'
import { rate } from './rate.ts'
import { unknownRelative } from './relatives.ts'
import { reportedAsOngoing, reportedAsStopped } from './start-stop.ts'
import { namesIn, surroundingsOf } from './surroundings.ts'
import { thing } from './thing.ts'
import { trend } from './trend.ts'
import { unfinishedBefore } from './unfinished.ts'
import { reversedNegation } from './reversed-negation.ts'
import { reportedAsChanged } from './unchanged.ts'
import { withoutVoice } from './voice.ts'
import { wrongTense } from './when.ts'
import { wrongPerson } from './who.ts'
import { whoseWords } from './whose-words.ts'

type Found = Finding & { check: Check }

/**
 * Checks a statement against the transcript, the same for every drafter. Returns the first finding; most checks of the
 * whole statement come before those of its clauses. Quoted speech that the located quotes contain is not a claim.
 * @param client name of the client in the note; it is neither a claim nor a date (`May reports …`)
 */
function find(line: string, located: readonly LocatedQuote[], transcript: Transcript, client: string): Found | null {
  if (located.length === 0) return { check: 'unsupported', reason: 'No quote of this is in the transcript.' }
  const text = withoutVoice(line, located)
  const quotes = located.map(({ quote }) => quote)
  const unquoted = withoutQuotedSpeech(text, quotes)
  const plain = withoutNames(unquoted, client)
  const isQuoteOnly = unquoted !== text && termsOf(plain).length === 0
  if (!isQuoteOnly && located.some(({ utterance, start, end }) => addressesSoftware(utterance.text, { start, end })))
    return { check: 'unsupported', reason: 'The cited words instruct software what to write. They report nothing.' }
  const foreign = number(plain, quotes, textsBefore(located, transcript)) ?? rate(plain, quotes)
  if (foreign) return { check: 'number', ...foreign }
  const riskFinding = riskDenial(plain, located, transcript)
  if (riskFinding) return { check: 'denial', ...riskFinding }
  if (omitsNegation(text, located, transcript))
    return { check: 'contradicted', reason: 'The quote leaves out a negation before it.' }
  const clientText = asClient(unquoted, client)
  const foreignVoice = whoseWords(line, client, located)
  if (foreignVoice) return { check: 'who', ...foreignVoice }
  const other = otherPerson(clientText, client, located, transcript)
  if (other) return { check: 'who', ...other }
  if (isQuoteOnly) return null
  const found = findIn(clientText, located, transcript)
  if (found) return found
  const added = negationAdded(clientText, quotes)
  if (added) return { check: 'contradicted', ...added }
  const misfit = gender(clientText, located)
  return misfit && { check: 'who', ...misfit }
}

function findIn(text: string, located: readonly LocatedQuote[], transcript: Transcript): Found | null {
  const names = namesIn(transcript)
  const isName = (word: Word) => names.has(word.text)
  const source = sourceClausesOf(located, transcript, isName)
  const surroundings = surroundingsOf(located, transcript, names)
  const later = laterTurns(located, transcript)
  const claims = claimsOf(text, source, isName)
  const said = wordsIn(source)
  const answered = isNegated(text) ? topicsAnsweredWithNo(text, located, transcript) : new Set<SafetyTopic>()
  const findings: readonly (readonly [Check, (claim: Claim) => Finding | null])[] = [
    ['denial', (claim) => denial(claim, source, answered)],
    ['contradicted', (claim) => contradicted(claim, source, claims)],
    ['contradicted', (claim) => reversedNegation(claim, source)],
    ['contradicted', (claim) => retractedLater(claim, later, isName)],
    ['contradicted', (claim) => reportedAsStopped(claim, saidIn(source))],
    ['who', (claim) => wrongPerson(claim, source, claims)],
    ['when', (claim) => wrongTense(claim, source)],
    ['when', (claim) => otherTime(claim, source)],
    ['when', (claim) => otherOrder(claim, source, claims)],
    ['when', (claim) => otherDayPart(claim, source)],
    ['when', (claim) => reversedTime(claim, source)],
    ['when', (claim) => formerFigure(claim, source)],
    ['when', (claim) => reportedAsOngoing(claim, saidIn(source), claims)],
    ['direction', (claim) => direction(claim, source, claims)],
    ['direction', (claim) => onlyOpposite(claim, source, claims)],
    ['direction', (claim) => frequency(claim, source)],
    ['direction', (claim) => trend(claim, source)],
    ['direction', (claim) => reportedAsChanged(claim, source)],
    ['certainty', (claim) => certainty(claim, source)],
    ['thing', (claim) => thing(claim, source, surroundings, claims)],
    ['clause', (claim) => clause(claim, said, surroundings.near, isName)],
    ['who', (claim) => subjectOfOtherGender(claim, source)],
    ['who', (claim) => unknownRelative(claim, source, transcript, isName)],
  ]
  for (const [check, findingOf] of findings)
    for (const claim of claims) {
      const finding = findingOf(claim)
      if (finding) return { check, ...finding }
    }
  return null
}

/** Number of turns before a quote that may have named the day it refers to. */
const topicReach = 10

/** The texts of the cited turns and of the turns before each. */
function textsBefore(located: readonly LocatedQuote[], { utterances }: Transcript): string[] {
  return located.flatMap(({ at }) => utterances.slice(Math.max(0, at - topicReach), at + 1).map(({ text }) => text))
}

function omitsNegation(text: string, located: readonly LocatedQuote[], transcript: Transcript): boolean {
  return (
    !isNegated(text) &&
    located.some(({ utterance, start, at }) => {
      const before = utterance.text.slice(0, start)
      return endsWithNegation(wordsOf(before).length > 0 ? before : unfinishedBefore(at, transcript))
    })
  )
}

/** The result of `find` as a check. */
export function checkStatement(
  text: string,
  evidence: readonly Evidence[],
  transcript: Transcript,
  client = '',
): Check {
  return find(text, locatedQuotes(evidence, transcript), transcript, client)?.check ?? 'supported'
}

/** A statement with its located quotes in the words of the transcript, its check and the reason for a flag. */
export function checkedStatement(
  text: string,
  evidence: readonly Evidence[],
  transcript: Transcript,
  client = '',
): Statement {
  const located = locatedQuotes(evidence, transcript)
  const quotes = located.map(({ utterance, quote }) => ({ utteranceId: utterance.id, quote }))
  const distinct = quotes.filter(
    (one, at) => quotes.findIndex((other) => other.utteranceId === one.utteranceId && other.quote === one.quote) === at,
  )
  const found = find(text, located, transcript, client)
  if (!found) return { text, evidence: distinct, check: 'supported' }
  const { check, reason, against } = found
  const besides = against ? [{ utteranceId: against.utterance.id, quote: against.sentence }] : undefined
  return { text, evidence: distinct, check, reason, ...(besides && { besides }) }
}

/** Statements that are checked against one transcript. */
export interface CheckedTogether {
  statements: readonly Pick<Statement, 'text' | 'evidence'>[]
  transcript: Transcript
  /** Name of the client in the statements. */
  client: string
}

/**
 * Checks many statements, in their order. Takes up to half a second, so processes that serve requests run it on a
 * thread.
 */
export function checkedStatements({ statements, transcript, client }: CheckedTogether): Statement[] {
  return statements.map(({ text, evidence }) => checkedStatement(text, evidence, transcript, client))
}
