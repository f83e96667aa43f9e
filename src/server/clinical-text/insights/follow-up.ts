import type { SafetyPassage, Statement } from '#shared/contract/notes.ts'
import { isEvasion } from '../language/denials.ts'
import { checkedStatement } from '../evidence/evidence.ts'
import { sentenceSpans } from '#shared/rules/sentences.ts'
import { spokenTermsOf, wordsOf } from '../language/words.ts'
import { profileOf } from '../excerpts/profiles.ts'
import { scoreOf } from '../excerpts/select.ts'
import type { Unit } from '../excerpts/units.ts'
import { withEndMark, quoted } from '../excerpts/verbatim.ts'
import { passageStatement } from './passage-statement.ts'
import { bestUnits, readability, type Session, statementPerUnit } from './session.ts'
import { plainOf } from './themes.ts'

const maxPlans = 3
const maxUnclear = 2
const most = 5

const plan = profileOf('SOAP', 'Plan')

/** Unclear safety passages, plans for later, and questions left open. */
export function suggestedFollowUp(
  session: Session,
  safety: readonly SafetyPassage[],
): { statements: Statement[]; units: Unit[] } {
  const { units, salience } = session
  const unclear = unclearPassages(session, safety)
    .flatMap((passage) => passageStatement(session, passage) ?? [])
    .slice(0, maxUnclear)
  const planScore = (unit: Unit) =>
    unit.who === 'therapist'
      ? scoreOf(unit, plan, salience, units.length)
      : (0.5 + salience.centrality(unit)) * (0.5 + unit.order / units.length)
  const planned = bestUnits(session, (unit) => (isForLater(unit) ? planScore(unit) * readability(unit) : 0), maxPlans)
  const statements = [...unclear, ...statementPerUnit(session, planned), ...openQuestions(session)]
  return { statements: statements.slice(0, most), units: planned }
}

/** Topics about which unclear sentences are usually worth a question. On the others they are seldom about the client. */
const sentenceTopics: ReadonlySet<SafetyPassage['topic']> = new Set(['suicide', 'self-harm'])

/** The unclear passages that are worth a question: unanswered questions first, then sentences of the client. */
function unclearPassages({ transcript }: Session, safety: readonly SafetyPassage[]): SafetyPassage[] {
  const unclear = safety
    .filter(({ finding, topic }) => finding === 'unclear' && topic !== 'substance use')
    .filter(({ quote }, at, all) => all.findIndex((other) => other.quote === quote) === at)
  const isQuestion = ({ quote }: SafetyPassage) => quote.trimEnd().endsWith('?')
  const isSentence = ({ topic, quote, utteranceId }: SafetyPassage) =>
    sentenceTopics.has(topic) &&
    wordsOf(quote).length > 2 &&
    transcript.utterances.some(({ id, speaker }) => id === utteranceId && speaker !== 'therapist')
  const questions = unclear.filter(isQuestion)
  return [...questions, ...unclear.filter((one) => !isQuestion(one) && isSentence(one))]
}

/** The client's intentions, as opposed to wishes. */
const undertakesPattern =
  /\b(?:i'll|i will|i(?:'m| am) (?:going to|gonna|willing|planning)|i plan to|i promise|i (?:can|could|might) (?:probably |maybe |also |just )?(?:try|talk|call|ask|start|stop|keep|cut|drink|hang|go|spend|join|write|make|find|set|take|tell|let|close|leave|turn|answer|walk|bring|send|put|meet)\b|i(?:'d| would) be willing|i want to (?:try|start|stop|count|talk|quit|cut)|i wanna (?:try|start|stop|quit))\b/
/** Immediate actions, other people's plans, and sentences that are not plans. */
const notForLater =
  /\b(?:physical exam|listen(?:ing)? to your|(?:deep|big) breath|let me (?:ask|see|check|listen|look)|look at your|i understand|patients|i hope|you've|you have (?:developed|been|done)|before we (?:start|begin)|i'm (?:gonna|going to) (?:ask|read|summarize|check|look|listen|feel|press)|i'll (?:never|always|speak to|see you|talk to you|wait|await)|show you\b|you know what\b|i'll (?:just|probably) get)\b|^(?:if|when) i\b/

function isForLater({ who, text, question }: Unit): boolean {
  const plain = plainOf(text)
  if (text.endsWith('?') || notForLater.test(plain)) return false
  if (who === 'therapist') return true
  return (
    undertakesPattern.test(plain) &&
    !onlyThought.test(plain) &&
    (who === 'client' || laterWords.test(`${plain} ${plainOf(question)}`))
  )
}

/** Words that show that an answer is a plan, not a momentary reply. */
const laterWords =
  /\b(?:week|tomorrow|tonight|next|every|each|day|home|before|until|write|down|call|mon|tues|wednes|thurs|fri|satur|sun)/
/** Words that show that something is only reported, feared or imagined. */
const onlyThought =
  /\b(?:thought|think that|it says|i'll (?:cry|die|lose|miss|ruin|be (?:late|fired))|ruin|have one|was sure|worried|afraid|scared)\b/

/** The last open question that the client could not answer yet. */
function openQuestions({ transcript, client }: Session): Statement[] {
  const { utterances } = transcript
  const open = utterances.flatMap((utterance, at) => {
    const asked = utterances[at - 1]
    if (utterance.speaker === 'therapist' || asked?.speaker !== 'therapist' || !isEvasion(utterance.text)) return []
    const spans = sentenceSpans(utterance.text)
    const question = sentenceSpans(asked.text)
      .map(({ start, end }) => asked.text.slice(start, end))
      .findLast((sentence) => sentence.endsWith('?'))
    const first = spans[0] && utterance.text.slice(spans[0].start, spans[0].end)
    const isShort = spans.length <= 2 && utterance.text.length < 90
    if (!question || !first || !isShort || !/^\W*(?:\w+[\s,]+){0,3}(?:what|how|why|who|where)\b/i.test(question))
      return []
    if (spokenTermsOf(question).length < 3) return []
    const statement = checkedStatement(
      withEndMark(`When asked ${quoted(question)}, ${client} answered ${quoted(first)}`),
      [
        { utteranceId: asked.id, quote: question },
        { utteranceId: utterance.id, quote: first },
      ],
      transcript,
      client,
    )
    return statement.check === 'supported' ? [statement] : []
  })
  return open.slice(-1)
}
