import { type Token, tokensOf } from '../language/grammar.ts'
import { isSame } from '../language/meanings.ts'

/** Fillers before an answer. */
export const leadIn = String.raw`(?:(?:uh|um|er|oh|well|so|or|but|mm|hmm|wait|sorry|actually|honestly|i mean|okay|like)[\s,.–—-]+)*`

/** A question is at the end of a turn; a turn may have thousands of words. */
export const maxQuestionLength = 500

/** A no that belongs to its own clause, with the words after it: `I wasn't | well on Tuesday`. */
const clauseNo = new RegExp(
  String.raw`^${leadIn}(i (?:do|have|did|am|was|would|can)(?:\s?n['’]t| not)|i['’]m not|(?:i|he|she|they|it|we)(?:['’](?:ve|s)| have| has| had)? never|never|nothing|nobody)\b(.*)`,
  'is',
)
const beNo = /^i(?:['’]m| am| was)/i

const ends = String.raw`[,;:.!?…–—]|\b(?:but|and|because|since|if|when|while|though|until|this|last|today|yesterday|lately|recently)\b|\bso (?=(?:i|he|she|it|they|we|you|my|the|that)\b)`
const timeAfter = String.raw`(?= (?:(?:the|a|an|all|most|some) )?(?:\w+days?|mornings?|afternoons?|evenings?|nights?|weekends?|while|long|moment|time|first|present|(?:\w+ )?(?:hours|weeks|months|years))\b)`
/** The end of the words that a no applies to, and the beginning of a reason or time. */
const noEnds = new RegExp(String.raw`${ends}|\b(?:on|in|at|for)\b`, 'i')
/** After `I wasn't`, a preposition begins what is negated (`at home`), unless it begins a time (`on Tuesday`). */
const noEndsAfterBe = new RegExp(String.raw`${ends}|\b(?:on|in|at|for)${timeAfter}`, 'i')

/** Words that stand for what was asked, or add nothing to it: `I didn't get to`, `I haven't had any`. */
const emptyLemma =
  /^(?:be|have|do|get|want|need|try|think|believe|able|manage|bother|dare|start|begin|make|chance|energy|opportunity|courage|so|one|any\w*|thing|something|lot|bit|kind|sort|time|way|more|much|many|same|such|own|ever|all|whatsoever)$/
/** `I didn't manage to`, but not `I don't have anyone to talk to`. */
const endsWithTo =
  /^(?:\w+ )?(?:want|able|manage|get|got|need|try|tried|dare|bother|allowed|supposed|going|ready|meant|willing|intend|plan|planning|planned|remember|have|time|chance|energy|reason)(?:ed|d)? to$/i
/** `I didn't find the time`: these words say only why it was not possible. */
const findsTime = /\b(?:find|found) (?=(?:\w+ ){0,2}(?:time|chance|energy|opportunity|courage)\b)/i
/** Verbs that leave it to the noun what was not done: `I didn't take the tablets`. */
const lightVerb = /^(?:see|take|go|come|feel|put|give|touch|use|reach)$/
/** Verbs that suppose what was asked, or judge it: `I didn't like them` does not mean `I didn't take them`. */
const judgingVerb =
  /^(?:like|love|enjoy|mind|trust|blame|regret|hate|dislike|miss|skip|forget|stop|quit|finish|complete|understand|appreciate|complain)$/
/** Words that refer to what was asked: `I haven't started it`. */
const referringWord = /^(?:it|that|them|any|this|those|these|one|so)$/
const degreeWord = /^(?:well|much|many|often|long|far|hard)$/

const hasContent = ({ text, lemma, pos }: Token) =>
  text === 'well' || (/^(?:VERB|NOUN|PROPN|ADJ)$/.test(pos) && !emptyLemma.test(lemma) && !emptyLemma.test(text))
const isVerb = ({ pos }: Token) => pos === 'VERB'

/** `I haven't done that`, but not `I wasn't that well` and not `I don't have any money`. */
const refersBack = (tokens: readonly Token[]) =>
  tokens.some(({ text }, at) => {
    const next = tokens[at + 1]
    const isDegree = next && (degreeWord.test(next.text) || (hasContent(next) && !isVerb(next)))
    return referringWord.test(text) && !isDegree
  })

/** True if a no without words of its own can answer a question. `I wasn't` needs one with `be` or without an auxiliary, `I wouldn't` one with `would`. */
function fitsAuxiliary(no: string, question: string): boolean {
  if (/^i would/i.test(no)) return /\bwould\b|['’]d\b/i.test(question)
  return (
    !beNo.test(no) ||
    /\b(?:are|were|was|is|am|been|being)\b|['’]re\b/i.test(question) ||
    !/\b(?:do|does|did|have|has|had|can|could|will|would)\b/i.test(question)
  )
}

/** False for a no about something else than the question: `I wasn't well` after `Did you take the tablets?` */
export function rejectsQuestion(answer: string, question: string): boolean {
  if (/^not (?:too |so |that |half )?(?:bad|terrible|awful)\b/i.test(answer)) return false
  const [, no = '', after] = clauseNo.exec(answer) ?? []
  if (after === undefined || /^\W*$/.test(after)) return true
  const rest = after.slice(0, (beNo.test(no) ? noEndsAfterBe : noEnds).exec(after)?.index).trim()
  if (endsWithTo.test(rest)) return true
  const recent = question.slice(-maxQuestionLength)
  // The library reads words after a subject better: `like the tablets`.
  const tokens = tokensOf(`I ${rest.replace(findsTime, '')}`)
  // `Any headaches?` – `I haven't noticed`
  const isEmpty = ({ lemma }: Token) => lemma === 'notice' && /\bany\b/i.test(recent)
  const said = tokens.filter((word) => hasContent(word) && !isEmpty(word))
  const asked = tokensOf(recent).filter(hasContent)
  const isAsked = (word: Token) => asked.some((other) => isSame(word, other))
  if (said.some((word) => judgingVerb.test(word.lemma) && !isAsked(word))) return false
  if (refersBack(tokens)) return true
  if (said.length === 0) return fitsAuxiliary(no, recent)
  const hasOwnVerb = said.some((word) => isVerb(word) && !lightVerb.test(word.lemma)) && asked.some(isVerb)
  return (
    asked.length === 0 ||
    said.some((word) => asked.some((other) => isSame(word, other) && (!hasOwnVerb || isVerb(word) || isVerb(other))))
  )
}

/**
 * True if a sentence has a verb of the question: `Right, I took them` after `Did you take the tablets?` A verb of little meaning
 * needs a word that refers to the question, or no other content: `I went to my mother's` does not answer `Did you go to the gym?`
 */
export function repeatsVerb(sentence: string, question: string): boolean {
  const asked = tokensOf(question.slice(-maxQuestionLength))
  const tokens = tokensOf(sentence)
  const isAsked = (word: Token) => asked.some((other) => hasContent(other) && isSame(word, other))
  const said = tokens.filter(hasContent)
  const isShared = refersBack(tokens) || said.some((word) => !isVerb(word) && isAsked(word))
  return tokens.some(
    (word) =>
      isVerb(word) &&
      asked.some((other) => isVerb(other) && isSame(word, other)) &&
      (isShared || (hasContent(word) && (!lightVerb.test(word.lemma) || said.every(isAsked)))),
  )
}
