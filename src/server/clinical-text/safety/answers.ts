import type { Utterance } from '#shared/contract/transcripts.ts'
import { soundMark, termsOf, wordsOf } from '../language/words.ts'
import { isEvasion, isFirmNo, answersNo } from '../language/denials.ts'
import type { FollowUp } from './follow-up.ts'
import { termsIn } from './safety-terms.ts'
import { isLongAgo } from './stance.ts'

/** The client's answer up to the therapist's next turn. */
export interface Answer {
  text: string
  /** Indexes of the answer's utterances. */
  at: number[]
  /** The client's next turn, if the therapist only acknowledged the answer. */
  after: string
  /** True if that turn follows a bare `Okay`. */
  followsBareOkay: boolean
  /** True if the client says yes in the next turns. */
  isLateYes: boolean
  /** True if another person spoke before the client answered. */
  isInterrupted: boolean
  /** The next few exchanges. */
  followUps: FollowUp[]
}

/** `yes` and `no` are plain; `open` is neither; `mixed` starts as one of them and limits it or takes it back. */
export type Reply = 'yes' | 'no' | 'mixed' | 'open' | 'none'

const hasWords = ({ text }: Utterance) => wordsOf(text.replace(soundMark, ' ')).length > 0
const silencePattern = /^[\s.…-]*[[(][^\])]*[\])][\s.…-]*$/

/** The answer to the question at an index. Turns of other speakers are not the client's answer. */
export function answerAfter(at: number, utterances: readonly Utterance[]): Answer {
  const turns = turnsAfter(at, utterances)
  const [first = [], second = [], third = []] = turns.map(({ own }) => own)
  const isAcknowledged = turns[1] !== undefined && !asksMore(turns[1].asked)
  const isWaitedFor = isAcknowledged && turns[2] !== undefined && !asksMore(turns[2].asked)
  const textOf = (places: readonly number[]) => places.map((place) => utterances[place]?.text ?? '').join(' ')
  const later = [...(isAcknowledged ? [second] : []), ...(isWaitedFor ? [third] : [])].map(textOf)
  return {
    text: textOf(first),
    at: first,
    after: isAcknowledged ? textOf(second) : '',
    followsBareOkay: isAcknowledged && wordsOf(turns[1]?.asked ?? '').length <= maxAcknowledgementWords,
    isLateYes: later.some((text) => lateYes.test(text)),
    isInterrupted: utterances.slice(at + 1, first[0]).some((one) => one.speaker === 'other' && hasWords(one)),
    followUps: turns.slice(1).map(({ asked, own }) => ({ asked, text: textOf(own) })),
  }
}

/** `Is that a yes?` and `Say it again?` wait for the same answer. */
const waitsPattern =
  /^\W*(?:(?:okay|so|mm|hm+)\W+)*(?:is that (?:a )?(?:yes|no)|yes|go on|can you say (?:that|it)|you (?:do|have|are)|sorry|say (?:that|it) again)\W*$/i
const asksMore = (asked: string) => asked.includes('?') && !waitsPattern.test(asked)

/** Longer acknowledgements may be what the client responds to. */
const maxAcknowledgementWords = 3

interface Turn {
  /** The therapist’s words before this turn of the client. */
  asked: string
  own: number[]
}

/** Maximum number of client turns that are read. */
const maxTurns = 6

/** The client's next turns after an index. */
function turnsAfter(at: number, utterances: readonly Utterance[]): Turn[] {
  const turns: Turn[] = [{ asked: '', own: [] }]
  for (const [offset, utterance] of utterances.slice(at + 1, at + 4 * maxTurns).entries()) {
    const turn = turns.at(-1)
    if (!turn) break
    if (utterance.speaker === 'therapist') {
      if (!hasWords(utterance)) continue
      if (turn.own.length === 0 && turns.length === 1 && offset === 0 && turn.asked === '') turn.asked = utterance.text
      else if (turn.own.length === 0) turn.asked += ` ${utterance.text}`
      else turns.push({ asked: utterance.text, own: [] })
      if (turns.length > maxTurns) break
    } else if (utterance.speaker !== 'other' && hasWords(utterance)) turn.own.push(at + 1 + offset)
  }
  return turns.filter(({ own }) => own.length > 0)
}

const fillerPattern = String.raw`(?:\W|\b(?:uh|um|er|well|oh|so|okay|ok|mm|hmm|i mean|like|honestly|thanks)\b)*`
const affirmationPattern = new RegExp(
  String.raw`^${fillerPattern}(?:yes|yeah|yep|yup|ya|aye|mhm|mm-?hmm|uh-?huh|right|exactly|correct|sometimes|often|always|occasionally|constantly|absolutely(?! not)|definitely(?! not)|of course(?! not)|a (?:few|couple|lot)|i (?:have|do|did|was|am|can't)(?! (?:not|n't)\b)(?!n['’]t)|i['’]ve(?! never| not)|i['’]m afraid so|once|twice|true|that['’]s (?:right|it|true)|this is it|it (?:is|does|did|has)(?!n['’]t| not)|every|most (?:days|nights|of)|all the time|daily|nightly|he (?:does|did|has)(?!n['’]t| not)|she (?:does|did|has)(?!n['’]t| not)|they (?:do|did|have)(?!n['’]t| not)|the answer is yes)\b`,
  'i',
)
const lateYes = new RegExp(
  String.raw`^${fillerPattern}(?:yes|yeah|yep|the answer is yes|it['’]s (?:yes|true))\b|\bthe answer is yes\b`,
  'i',
)
const ownHaving = new RegExp(String.raw`^${fillerPattern}i(?:['’]ve| have)\b`, 'i')
/** Words that refer to the question: `I've had them since May`, `I have, twice`. */
const echoPattern =
  /\b(?:it|that|them|those|these|one|some|any|too|yes|yeah|always|often|sometimes|once|twice|times?|every|since|before|again|been|(?:mon|tues|wednes|thurs|fri|satur|sun)day|night|week|today|yesterday)\b/i

/** `Any thoughts of ending it?` – `I've got two kids.`: neither yes nor no. */
function answersOtherwise(text: string, question: string): boolean {
  if (!ownHaving.test(text) || wordsOf(text).length <= 3 || echoPattern.test(text)) return false
  const asked = new Set(termsOf(question))
  return !termsOf(text).some((term) => asked.has(term)) && termsIn(text).length === 0
}

/** Matches `On Fridays, yes.` */
const endsInYes = /^(?:on|every|at|most|some|this|today|tonight|yesterday)\b[^.?!,]{0,20}, (?:yes|yeah)\W*$/i
/** Words that weaken a yes. */
const hedgePattern =
  /\b(?:maybe|perhaps|i guess|i suppose|sort of|kind of|not really|in a way|depends|but not|well,? no|no,? not|hard to say|i don['’]t know|i think so|or no)\b|[.!] no\W*$/i
const correction = String.raw`(?:(?:oh|sorry|wait|i mean|actually|well|god)\W+)*`
/** Matches a no after a yes: `Yeah, no. Not since the hospital.`, `Yes. No, sorry, I misheard.` */
const yesTakenBack = new RegExp(
  String.raw`^\W*(?:(?:yes|yeah|yep|yup|right|sure|mm-?hmm|mhm)\W+)+${correction}(?:no|nah|nope|never)\s*(?:[,.!;]|$)|[.!?]\s+${correction}(?:no|nah|nope)\s*[,.!]`,
  'i',
)
/** Words that retract a no in the next turn. */
const reopensPattern =
  /^\W*(?:although|though|but|only|define|depends|that['’]s what i|i just|i mean|it['’]s just)\b|, (?:though|although)\b|\b(?:but (?:i|sometimes|if|then|he|she|they)|except|sometimes|actually|now and then|once in a while|i suppose|i guess|that['’]s all i['’]m|not that i|well,? (?:maybe|once|there)|i do (?:have|think|wonder|wear|keep)|maybe|in case|to be (?:safe|honest)|that['’]s all|so (?:i|that i) don['’]t|like everyone|if (?:he|she|they|it))\b/i

/** Matches a turn after a bare `Okay` that may still refer to the question: `Karma will get him.` */
const continuesAnswer =
  /^\W*(?:he|she|they|it)\b|\b(?:him|his|her|them)\b|\bif (?:anything|something|i|it)\b|\b(?:anything|something) happens\b/i

/** Classifies an answer to a yes-no question. */
export function replyOf({ text, after, followsBareOkay, isLateYes }: Answer, question: string): Reply {
  if (text === '' || silencePattern.test(text)) return isLateYes ? 'yes' : 'none'
  if (answersNo(text))
    return isFirmNo(text, question) && !reopensPattern.test(after) && !(followsBareOkay && continuesAnswer.test(after))
      ? 'no'
      : 'mixed'
  if (isEvasion(text)) return isLateYes ? 'yes' : 'open'
  if (answersOtherwise(text, question)) return isLateYes ? 'yes' : 'open'
  if (yesTakenBack.test(text)) return 'mixed'
  if (affirmationPattern.test(text) || endsInYes.test(text))
    return hedgePattern.test(text) || isLongAgo(text) ? 'mixed' : 'yes'
  return isLateYes ? 'yes' : 'open'
}

/** True if an answer only asks to repeat the question. */
export function asksToRepeat({ text }: Answer): boolean {
  return (
    /^\W*(?:sorry|pardon|excuse me|what(?: was that)?|huh|come again|say (?:that )?again|hm+|can you (?:repeat|say)|could you (?:repeat|say))\b/i.test(
      text,
    ) &&
    (wordsOf(text).length <= 3 ||
      /\b(?:again|repeat|line|dropped|froze|frozen|broke up|hear|catch|cut out|mute|what)\b/i.test(text))
  )
}
