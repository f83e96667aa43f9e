import type { SafetyPassage, Statement } from '#shared/contract/notes.ts'
import { answersNo } from '../language/denials.ts'
import { findQuote } from '../evidence/quotes.ts'
import { wordsOf } from '../language/words.ts'
import type { Unit } from '../excerpts/units.ts'
import { topicsBySeverity } from '../safety/severity.ts'
import { passageStatement } from './passage-statement.ts'
import { bestUnits, readability, type Session, statementPerUnit } from './session.ts'
import { plainOf } from './themes.ts'

const most = 5
const maxRisks = 4
const maxAboutDrinking = 2

/** Words for problems. */
const difficultyPattern =
  /\b(?:problems?|troubles?|struggl\w+|difficult\w*|hard (?:time|for me|to)|(?:really|so|very|just|been) hard|can't (?!wait|complain|say|remember|tell)|cannot|couldn't|worse|worst|fighting|fights|argu(?:e|ing|ments?)|fail(?:ed|ing|ure)|out of control|stuck|burden\w*|lost (?:my|interest|faith|track|control)|lose (?:my|him|her|them|control)|afraid|scared|worr(?:y|ied|ies|ying)|anxi\w+|panic\w*|depress\w*|hopeless\w*|overwhelm\w*|exhaust\w*|stress\w*|guilt\w*|ashamed|no energy|don't sleep|not sleeping|withdrawals?|crav\w+|black(?:ed)? out|hangovers?|in trouble|pain(?:ful)?|hurts?|lonely|nightmares?|flashbacks?|kicked out|broke up with|divorc\w+|hits me|yell\w*|relapse\w*|fall back|resurfac\w*|miss(?:ed|ing) (?:\w+ )?(?:work|school|class)|angry|sick|stupid|worthless|drunk|overdos\w*|debts?|evict\w*|lost (?:a|the) job)\b/g
/** Words that say that there is no problem. */
const noProblem =
  /\b(?:no (?:problems?|trouble|pain|worries)|not (?:a )?(?:problem|afraid|worried|scared|hard|difficult|bad)|never|anymore|any more|don't have (?:any|a)|didn't have|(?:haven't|not|don't|didn't) (?:felt|feel)|i'm not (?!sleeping|eating|coping|okay|ok|well|good|doing)|isn't|wasn't (?:a|that)|better|helps?|used to|(?:maybe|or) if|if i)\b/

/** Safety passages, the most severe first and one per topic before a second, then problems that the client stated. */
export function potentialConcerns(
  session: Session,
  safety: readonly SafetyPassage[],
  besides: readonly Unit[],
): Statement[] {
  const { salience } = session
  const passages = roundRobin(withoutRepeats(safety)).slice(0, maxRisks)
  const risk = passages.flatMap((passage) => passageStatement(session, passage) ?? [])
  const isShown = ({ evidence }: Unit) =>
    safety.some(({ utteranceId, quote }) =>
      evidence.some((one) => one.utteranceId === utteranceId && isWithin(one.quote, quote)),
    )
  const problems = bestUnits(
    session,
    (unit) => (isShown(unit) ? 0 : difficultyOf(unit) * readability(unit) * (0.4 + salience.centrality(unit))),
    most,
    besides,
  )
  return [...risk, ...statementPerUnit(session, problems)].slice(0, most)
}

const isWithin = (one: string, other: string) => findQuote(one, other) !== null || findQuote(other, one) !== null

function difficultyOf({ who, voice, text }: Unit): number {
  if (who === 'therapist' || voice !== '' || text.endsWith('?') || (who === 'answer' && answersNo(text))) return 0
  const plain = plainOf(text)
  const found = new Set(plain.match(difficultyPattern)).size
  return Math.min(found, 2) * (who === 'answer' ? 0.6 : 1) * (noProblem.test(plain) ? 0 : 1)
}

/**
 * The stated passages. Drops very short ones on a topic that has a longer one, and all but the first few about
 * substance use.
 */
function withoutRepeats(safety: readonly SafetyPassage[]): SafetyPassage[] {
  const passages = safety.filter(({ finding }) => finding === 'stated')
  const whole = passages.filter(({ quote }) => wordsOf(quote).length > 2)
  const selected = passages.filter(
    (passage) => whole.includes(passage) || whole.every(({ topic }) => topic !== passage.topic),
  )
  const drinking = new Set(selected.filter(({ topic }) => topic === 'substance use').slice(0, maxAboutDrinking))
  return selected.filter((passage) => passage.topic !== 'substance use' || drinking.has(passage))
}

/** The first passage of each topic, then the second of each, and so on. A sentence with two topics appears once. */
function roundRobin(passages: readonly SafetyPassage[]): SafetyPassage[] {
  const rows = topicsBySeverity.map((topic) => passages.filter((passage) => passage.topic === topic))
  const longest = Math.max(0, ...rows.map((row) => row.length))
  const all = Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
  return all.filter(
    ({ quote, utteranceId }, at) =>
      all.findIndex((other) => other.utteranceId === utteranceId && other.quote === quote) === at,
  )
}
