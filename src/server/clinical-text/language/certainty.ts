import type { Clause, Word } from './clauses.ts'
import { tenseOf } from './tense.ts'

/** Reasons why a clause is not a fact. */
export type Doubt = 'possible' | 'condition' | 'wish' | 'belief' | 'proposal'

const possiblePattern =
  /^(?:might|may|could|maybe|perhaps|possibly|possible|potentially|likely|unlikely|seem|appear|apparently|whether|would|probably|probable|consider|undecided|chance|uncertain|unsure|unclear|depend)$/
const conditionPattern = /^(?:unless|depend|depending)$/
const wishPattern = /^(?:wish|hope|want|prefer|rather|desire|willing|like|intend|mean)$/
const beliefPattern =
  /^(?:think|believe|suppose|suspect|guess|reckon|assume|worry|wonder|view|regard|expect|imagine|fear|consider|doubt|predict|anticipate)$/
const proposalPattern = /^(?:suggest|recommend|advise|propose|offer|ask|invite|encourage|request|remind|instruct)$/
/** Words with which a note leaves open whether something is true. */
const ownView =
  /^(?:reluctant|reluctance|unwilling|hesitant|ambivalent|ambivalence|favor|favour|oppose|guilt|feel|blame|attribute|link|decline|refuse|agree|arrange|reject|consent|contrary|prediction|view|idea|thought|fear|concern|potential|risk|option|aim|goal|equate|compare|liken|associate|interpret|concerned|appraise|perceive|experience|choose|opt|elect|introduce|guide|instruct|teach|assign|practise|practice|refer|referral|order)$/

const isBefore = (words: readonly Word[], at: number, pattern: RegExp) => pattern.test(words[at + 1]?.pos ?? '')

function doubtAt(words: readonly Word[], at: number): Doubt | null {
  const { text, lemma, pos } = words[at] ?? { text: '', lemma: '', pos: '' }
  const before = words[at - 1] ?? { text: '', pos: '' }
  // `maybe forty minutes` is a rough number, not doubt.
  const isRough = isBefore(words, at, /^NUM$/) || /^(?:once|twice|half|about|every)$/.test(words[at + 1]?.text ?? '')
  if (/^(?:maybe|perhaps|probably)$/.test(text) && isRough) return null
  if (text === 'may' && at > 0 && words[at]?.isCapital) return null
  // `couldn't finish` is a fact.
  if (/^(?:could|would)$/.test(text) && words[at + 1]?.text === 'not') return null
  // `the tablets can cause headaches` says that it is possible.
  if (text === 'can' && /^(?:it|that|this|they|which|NOUN)$/.test(before.pos === 'NOUN' ? 'NOUN' : before.text))
    return 'possible'
  // `I'd stop twice` is a habit, unless something marks it as a supposition.
  if (text === 'would') return null
  if (possiblePattern.test(lemma) || possiblePattern.test(text)) return 'possible'
  if (conditionPattern.test(text)) return 'condition'
  if (wishPattern.test(lemma) && (pos === 'VERB' || lemma === 'rather' || lemma === 'willing')) return 'wish'
  if (beliefPattern.test(lemma) && pos !== 'NOUN') return isSoftener(words, at) ? null : 'belief'
  // `asked me about the data` and `asked how to bleed a radiator` are not requests.
  if (lemma === 'ask' && !/ (?:to|if|whether) /.test(` ${textOf(beforeQuestionWord(words.slice(at)))} `)) return null
  return proposalPattern.test(lemma) && pos !== 'NOUN' ? 'proposal' : null
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

function beforeQuestionWord(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ text }) => /^(?:how|what|where|when|why|who|which)$/.test(text))
  return end < 0 ? words : words.slice(0, end)
}

/**
 * `I think I talked for six minutes` and `Better, I guess` soften what the speaker knows at first hand. `I think he will be angry` and
 * `I think I'm ill` leave it open. `Think of` names an act.
 */
function isSoftener(words: readonly Word[], at: number): boolean {
  const { lemma = '' } = words[at] ?? {}
  if (lemma === 'think' && /^(?:of|about)$/.test(words[at + 1]?.text ?? '')) return true
  if (!/^(?:think|guess|suppose|reckon)$/.test(lemma) || words[at - 1]?.text !== 'i') return false
  const others = words.filter(({ pos }, place) => (pos === 'VERB' || pos === 'AUX') && place !== at)
  return others.length === 0 && words.length > 2
}

function doubtsIn(words: readonly Word[]): Doubt[] {
  return words.flatMap((_, at) => doubtAt(words, at) ?? [])
}

/** Words that mark `would` as a supposition, not a habit. */
const supposedPattern =
  /\b(?:if|unless|maybe|perhaps|probably|would (?:like|love|rather|prefer|want|have)|['’]d (?:like|love|rather|prefer|have)|then i|then we)\b/i

/** A doubt at the end of a sentence: `They'll drop me, maybe.` */
const afterthoughtPattern = /,\s*(?:maybe|perhaps|possibly|i (?:think|guess|suppose))[.?!]*$/i

/** True for a clause about the speaker's own past: `I think | I talked for six minutes`. */
function isOwnAct({ words, frames }: Clause): boolean {
  const firstWord = words.find(({ pos }) => pos !== 'PUNCT' && pos !== 'SCONJ' && pos !== 'CCONJ')
  return (
    /(?:^| )i (?:think|guess|suppose|reckon)$/.test(textOf(frames)) &&
    firstWord?.text === 'i' &&
    tenseOf(words) === 'past'
  )
}

/** Doubts of a clause and of the clause that governs it. A report of what someone said they would do is a promise. */
export function doubtsOf(clause: Clause): ReadonlySet<Doubt> {
  const ownDoubts = doubtsIn(clause.words)
  const isPromise =
    clause.frames.some(({ lemma }) => /^(?:say|tell|promise)$/.test(lemma)) &&
    clause.words.some(({ text }) => text === 'would')
  const framed = isOwnAct(clause) ? [] : doubtsIn(clause.frames)
  const doubts = new Set(isPromise ? ownDoubts.filter((doubt) => doubt !== 'possible') : [...ownDoubts, ...framed])
  if (clause.isConditional) doubts.add('condition')
  if (supposedPattern.test(clause.sentence) && clause.words.some(({ text }) => text === 'would')) doubts.add('possible')
  if (afterthoughtPattern.test(clause.sentence)) doubts.add('possible')
  if (clause.isQuestion) doubts.add('proposal')
  return doubts
}

/** True if a statement leaves open whether something is true. */
export function isOpen(clause: Clause): boolean {
  return (
    / (?:is|are|was|were) to \w+| to be \w+ed\b/.test(clause.sentence) ||
    /^\W*plan\b/i.test(clause.sentence) ||
    doubtsOf(clause).size > 0 ||
    [...clause.words, ...clause.frames].some(({ lemma }) => ownView.test(lemma))
  )
}

/** True if a question is about a possibility: `What would you …?`, `What do you imagine …?` */
export function isHypothetical({ words, isConditional }: Clause): boolean {
  return (
    isConditional ||
    words.some(
      ({ text, lemma, pos }) =>
        /^(?:might|would)$/.test(text) || (pos === 'VERB' && /^(?:imagine|predict|fear|expect)$/.test(lemma)),
    )
  )
}
