import { isNegated } from '#server/clinical-text/language/negation.ts'

/** A sentence of a note and its section. */
export interface Sentence {
  text: string
  /** Title of the section. */
  title: string
}

type Wording = (sentence: Sentence) => boolean

const says = (...patterns: readonly RegExp[]): Wording => {
  return ({ text }) => patterns.some((pattern) => pattern.test(text))
}
const affirms = (...patterns: readonly RegExp[]): Wording => {
  const isSaid = says(...patterns)
  return (sentence) => isSaid(sentence) && !isNegated(sentence.text)
}

/** Like `affirms`, but the phrase itself may be negative, as in `I'm not enough` or `the goal is not to drink`. */
const affirmsPhrase = (...patterns: readonly RegExp[]): Wording => {
  return ({ text }) =>
    patterns.some((pattern) => {
      const found = pattern.exec(text)
      return found !== null && !isNegated(clauseBefore(text, found.index))
    })
}
const clauseBefore = (text: string, end: number) =>
  text
    .slice(0, end)
    .split(/[.,;:!?“”"]|\b(?:and|but|because|that|so)\b/i)
    .at(-1) ?? ''

const selfJudgement = String.raw`(?:(?:a|such a) (?:failure|burden|fraud|loser|disappointment|bad \w+)|worthless|unlovable|not (?:good |smart |strong )?enough|never (?:good )?enough)`
/** These are said about things, too. */
const personJudgement = 'useless|broken|stupid'
const person = String.raw`I[’']m|I am|(?:he|she|client|patient) is|they are|being|feels?|feeling|felt`

/** True if a sentence names a core belief of the client. */
export const namesBelief = affirmsPhrase(
  /(?<!\b(?:religious|spiritual|political)\s)\bbeliefs?\b/i,
  new RegExp(String.raw`\b(?:${person}|is)(?: just| like| as if)? ${selfJudgement}`, 'i'),
  new RegExp(String.raw`\b(?:${person})(?: just| like| as if)? (?:${personJudgement})\b`, 'i'),
)

const handled = 'set|discussed|reviewed|identified|defined|addressed|named|established'
/** A goal that does not exist or was not discussed. A goal that was not met is a goal. */
const noGoal = new RegExp(
  String.raw`\b(?:no|never|without)\b(?: [\w-]+){0,4} goals?\b|(?:\bnot|n[’']t) (?:yet )?(?:set|discuss|review|identify|define|address|name|establish|have|${handled})\b(?: [\w-]+){0,4} goals?\b|\bgoals? (?:was|were|have|has|had)(?:n[’']t| not)(?: been| yet)* (?:${handled})\b`,
  'i',
)
const namesSetGoal: Wording = ({ text }) => /\bgoals?\b/i.test(text) && !noGoal.test(text)

/** True if a sentence names a goal or is in the section `Goal`. */
export const namesGoal: Wording = (sentence) => sentence.title === 'Goal' || namesSetGoal(sentence)

/** True if a sentence mentions anxiety and does not deny it. */
export const namesAnxiety = affirms(/\banxi(?:ety|ous)\b/i, /\bpanic\w*/i, /\bSUDS\b/)

/** True if a sentence affirms a success or an experience that was better than feared. */
export const namesCorrection = affirms(
  /\bfor the first time\b/i,
  /\b(?:was|were|is|are|been) able to\b/i,
  /\bmanaged to\b/i,
  /\bhelped\b/i,
  /\bturned out (?:better|fine|well|all right|okay)\b/i,
)

/** True if a sentence affirms an achievement or improvement. */
export const namesMilestone = affirms(
  /\bmilestones?\b/i,
  /\b(?:achieved|accomplished|completed|reached|graduated)\b/i,
  /\bimprov(?:ed|ement|ements|ing)\b/i,
  /\bdown from\b/i,
)

/** True if a sentence names a diagnosis, uses the word, or is in the section `Diagnosis`. */
export const namesDiagnosis: Wording = (sentence) =>
  sentence.title === 'Diagnosis' ||
  says(/\bdiagnos\w+/i, /\bdisorder\b/i, /\b(?:DSM|ICD|PTSD|OCD|ADHD)\b/, /\bmeets? criteria\b/i)(sentence)

/** True if a sentence names a referral or a kind of treatment. */
export const namesReferral = says(
  /\breferr(?:als?|ed (?:to|for|by))\b/i,
  /\bpsychiatr(?:ist|y|ic)\b/i,
  /\b(?:group|family|couples?|exposure) (?:therapy|counsell?ing)\b/i,
  /\b(?:CBT|DBT|EMDR|IFS)\b/,
  /\bcognitive behaviou?ral\b/i,
  /\b(?:primary care|medication (?:evaluation|review|management))\b/i,
)

/** True if a sentence names a resource to read, fill in or contact. */
export const namesResource = says(
  /\b(?:worksheets?|handouts?|workbooks?|books?|apps?|podcasts?|hotlines?|helplines?|crisis line)\b/i,
  /\bsupport groups?\b/i,
  /\b(?:diary|journal(?:ing)?|thought records?|(?:sleep|breathing|thought|mood) logs?)\b/i,
)
