import type { Check, Evidence, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { isCutOff, isNegated } from '../language/denials.ts'
import { asClient, withoutNames } from '../language/names.ts'
import type { Word } from '../language/clauses.ts'
import { termsOf } from '../language/words.ts'
import type { SafetyTopic } from '../safety/finding.ts'
import { certainty } from './certainty.ts'
import { type Claim, claimsOf, type Finding } from './claim.ts'
import { clause } from './clause.ts'
import { contradicted } from './contradicted.ts'
import { denial, graveDenial, topicsAnsweredWithNo } from './denial.ts'
import { direction } from './direction.ts'
import { heardIn, saidIn, wordsIn } from './heard.ts'
import { number } from './number.ts'
import { otherTime } from './other-time.ts'
import { type Standing, standingQuotes, withoutStandingSpeech } from './quotes.ts'
import { stillTold } from './start-stop.ts'
import { namesIn, surroundingsOf } from './surroundings.ts'
import { thing } from './thing.ts'
import { trend } from './trend.ts'
import { when } from './when.ts'
import { therapistsWord, who } from './who.ts'

type Found = Finding & { check: Check }

/**
 * The one check of a statement against the transcript, the same for every drafter: clause by clause, the first finding in the
 * order of the enum `Check`. Speech in quotation marks that stands in the quotes is no claim.
 * @param client what the note calls the client, which is no claim and no date (`May reports …`)
 */
function find(text: string, standing: readonly Standing[], transcript: Transcript, client: string): Found | null {
  if (standing.length === 0) return { check: 'unsupported', reason: 'No quote of this is in the transcript.' }
  const quotes = standing.map(({ quote }) => quote)
  const bare = withoutStandingSpeech(text, quotes)
  const plain = withoutNames(bare, client)
  const foreign = number(plain, quotes, textsBefore(standing, transcript))
  if (foreign) return { check: 'number', ...foreign }
  const grave = graveDenial(plain, standing, transcript)
  if (grave) return { check: 'denial', ...grave }
  if (isTurnedRound(text, standing))
    return { check: 'contradicted', reason: 'The quote leaves out a negation before it.' }
  const own = asClient(bare, client)
  const foreignVoice = therapistsWord(own, standing)
  if (foreignVoice) return { check: 'who', ...foreignVoice }
  return bare !== text && termsOf(plain).length === 0 ? null : findIn(own, standing, transcript)
}

function findIn(text: string, standing: readonly Standing[], transcript: Transcript): Found | null {
  const names = namesIn(transcript)
  const isName = (word: Word) => names.has(word.text)
  const heard = heardIn(standing, transcript, isName)
  const surroundings = surroundingsOf(standing, transcript, names)
  const claims = claimsOf(text, heard, isName)
  const said = wordsIn(heard)
  const answered = isNegated(text) ? topicsAnsweredWithNo(text, standing, transcript) : new Set<SafetyTopic>()
  const findings: readonly (readonly [Check, (claim: Claim) => Finding | null])[] = [
    ['denial', (claim) => denial(claim, heard, answered)],
    ['contradicted', (claim) => contradicted(claim, heard, claims)],
    ['who', (claim) => who(claim, heard, claims)],
    ['when', (claim) => when(claim, heard)],
    ['when', (claim) => otherTime(claim, heard)],
    ['when', (claim) => stillTold(claim, saidIn(heard), claims)],
    ['direction', (claim) => direction(claim, heard, claims)],
    ['direction', (claim) => trend(claim, heard)],
    ['certainty', (claim) => certainty(claim, heard)],
    ['thing', (claim) => thing(claim, heard, surroundings, claims)],
    ['clause', (claim) => clause(claim, said, surroundings.near, isName)],
  ]
  for (const [check, findingOf] of findings)
    for (const claim of claims) {
      const finding = findingOf(claim)
      if (finding) return { check, ...finding }
    }
  return null
}

/** Turns before a quote in which its day may have been named. */
const topicReach = 10

/** The cited turns and those before each. */
function textsBefore(standing: readonly Standing[], { utterances }: Transcript): string[] {
  return standing.flatMap(({ at }) => utterances.slice(Math.max(0, at - topicReach), at + 1).map(({ text }) => text))
}

function isTurnedRound(text: string, standing: readonly Standing[]): boolean {
  return !isNegated(text) && standing.some(({ utterance, start }) => isCutOff(utterance.text.slice(0, start)))
}

/** What the check finds for a statement: see `find`. */
export function checkStatement(
  text: string,
  evidence: readonly Evidence[],
  transcript: Transcript,
  client = '',
): Check {
  return find(text, standingQuotes(evidence, transcript), transcript, client)?.check ?? 'supported'
}

/** A statement with only the quotes that stand, each as the words of the transcript, its check and why it is flagged. */
export function checkedStatement(
  text: string,
  evidence: readonly Evidence[],
  transcript: Transcript,
  client = '',
): Statement {
  const standing = standingQuotes(evidence, transcript)
  const quotes = standing.map(({ utterance, quote }) => ({ utteranceId: utterance.id, quote }))
  const distinct = quotes.filter(
    (one, at) => quotes.findIndex((other) => other.utteranceId === one.utteranceId && other.quote === one.quote) === at,
  )
  const found = find(text, standing, transcript, client)
  if (!found) return { text, evidence: distinct, check: 'supported' }
  const { check, reason, against } = found
  const besides = against ? [{ utteranceId: against.utterance.id, quote: against.sentence }] : undefined
  return { text, evidence: distinct, check, reason, ...(besides && { besides }) }
}

/** Statements that are checked against one transcript. */
export interface CheckedTogether {
  statements: readonly Pick<Statement, 'text' | 'evidence'>[]
  transcript: Transcript
  /** What the statements call the client. */
  client: string
}

/** The same for many statements, in their order. It can take half a second, so a process that serves requests runs it on a thread. */
export function checkedStatements({ statements, transcript, client }: CheckedTogether): Statement[] {
  return statements.map(({ text, evidence }) => checkedStatement(text, evidence, transcript, client))
}
