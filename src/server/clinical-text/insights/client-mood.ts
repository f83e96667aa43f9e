import type { Statement } from '#shared/contract/notes.ts'
import type { Unit } from '../excerpts/units.ts'
import { isNegated } from '../language/negation.ts'
import { bestUnits, readability, type Session, statementPerUnit } from './session.ts'
import { plainOf } from './themes.ts'

const strongPattern = String.raw`anxious|nervous|worried|panick\w+|stressed|overwhelmed|tense|scared|afraid|frightened|terrified|sad|sadder|depressed|hopeless|helpless|lonely|alone|empty|numb|exhausted|drained|angry|mad|furious|irritated|irritable|annoyed|frustrated|resentful|bitter|guilty|ashamed|embarrassed|humiliated|hurt|upset|jealous|heartbroken|devastated|miserable|worthless|calm|calmer|relieved|hopeful|happy|happier|glad|proud|confident|grateful|excited|motivated|stuck|trapped|torn|confused|lighter|safe|unsafe|disappointed|discouraged|burned out|burnt out|desperate|ambivalent`
const weakPattern = String.raw`tired|down|low|better|worse|good|great|okay|ok|fine|bad|terrible|awful|horrible|weird|lost|comfortable|uncomfortable|ready|free|strong|weak`
const selfPattern = String.raw`\b(?:i(?:'m| am| was|'ve been| have been| feel| felt| get| got| become| became)|i(?:'ve| have| had)? (?:\w+ ){0,2}(?:feel|felt|feeling)|(?:it |that |this |he |she |they )?(?:makes?|made|leaves?|left|gets?|got) me)\b`

const strongFeeling = new RegExp(
  String.raw`${selfPattern}(?: (?!not\b|if\b|when\b|that\b)[\w'-]+){0,4}? (?:${strongPattern})\b`,
)
const weakFeeling = new RegExp(
  String.raw`\b(?:i(?:'ve been| have been)? (?:\w+ ){0,2}(?:feel|felt|feeling)|i(?:'m| am) feeling|makes? me feel|made me feel)(?: (?:really|pretty|so|very|kind of|a lot|much|a little|a bit|just|still|more)){0,2} (?:${weakPattern})\b(?! (?:about (?:this|that)|with that|like|for you))`,
)
const namedPattern =
  /\bmy (?:mood|anger|anxiety|depression|sadness|fear|worry|grief|guilt|shame|stress|temper)\b|\b(?:the|this|that) (?:anger|anxiety|sadness|fear|grief|guilt|shame|loneliness|emptiness)\b|\b(?:i|i've|i'd) (?:\w+ ){0,2}(?:cry|cried|crying|been crying|worry|worried)\b/
/** A feeling without a subject: `Then annoyed, because …` */
const barePattern = new RegExp(
  String.raw`^(?:\W*(?:and|then|just|really|so|very|pretty|a (?:bit|little)|kind of|mostly|still|more|actually)\b)*\W*(?:${strongPattern})\b(?! (?:\w+ )?(?:is|was|people|person))`,
)
const observedPattern = new RegExp(
  String.raw`\byou (?:look|seem|sound|appear|looked|seemed|sounded)(?: \w+){0,2} (?:${strongPattern}|tired|down|low|better)\b`,
)

const most = 4

/** How the client felt, in their own words or as the therapist saw it, in session order. */
export function clientMood(session: Session, besides: readonly Unit[]): { statements: Statement[]; units: Unit[] } {
  const units = bestUnits(
    session,
    (unit) => feelingOf(unit) * clarity(unit) * (0.5 + session.salience.centrality(unit)),
    most,
    besides,
  )
  return { statements: statementPerUnit(session, units), units }
}

/** A short sentence about a feeling is clear enough. */
const clarity = (unit: Unit) => (unit.words < 8 && !unit.isBroken ? 0.9 : readability(unit))

/** How clearly a sentence names the client's feeling; 0 for none. */
function feelingOf({ who, voice, text, question }: Unit): number {
  const plain = plainOf(text)
  if (who === 'therapist') return !text.endsWith('?') && observedPattern.test(plain) ? 0.9 : 0
  if (voice !== '' || text.endsWith('?')) return 0
  const asked =
    who === 'answer'
      ? /\b(?:how|what) (?:do|did|are|does) (?:you|that|it) (?:make you )?feel/.test(plainOf(question))
      : false
  return (
    (affirms(plain, strongFeeling) ? 1 : 0) +
    (affirms(plain, weakFeeling) ? 0.7 : 0) +
    (affirms(plain, namedPattern) ? 0.6 : 0) +
    (affirms(plain, barePattern) ? 0.8 : 0) +
    (asked ? 0.6 : 0)
  )
}

/** The absence of these feelings is a mood, too: `I never feel safe`. */
const pleasantEnd =
  /\b(?:calm|calmer|relieved|hopeful|happy|happier|glad|proud|confident|grateful|excited|motivated|safe|good|great|okay|ok|fine|comfortable|free|strong)$/
const neverSo = /\bnever (?:\w+ ){0,2}(?:so|this|that|such|more)\b/
const otherPerson = String.raw`(?:he|she|they|you|people|(?:some|every)(?:one|body)|(?:my|the|his|her) \w+|mom|mum|dad)`
const opinion = String.raw`(?:thinks?|thought|thinking|says?|said|saying|believes?|claims?|(?:tells?|told|telling|asks?|asked|asking)(?: me)?|wonders?)`
const notMeant = String.raw`(?:not|never|\w+n't)(?: \w+)? (?:think|thinking|believe|say|saying|mean|feel|feeling|know|like)`
/** Matches the end of a clause that denies what follows, or says who thinks it: `My sister thinks …`. */
const unsaidLeadIn = new RegExp(
  String.raw`\b(?:${otherPerson}(?: (?!i\b)\w+){0,2} ${opinion}|${notMeant}|not)(?: like| as if| that| if| whether)*\s*$`,
)

/** True if the speaker says that they have the feeling, and neither denies it nor reports another person's opinion. */
function affirms(plain: string, feeling: RegExp): boolean {
  const found = feeling.exec(plain)
  if (!found) return false
  const [phrase] = found
  const before =
    plain
      .slice(0, found.index)
      .split(/[.,;:!?]|\b(?:and|but|because|so)\b/)
      .at(-1) ?? ''
  const isDenied = isNegated(phrase) && !pleasantEnd.test(phrase) && !neverSo.test(phrase)
  return !isDenied && !unsaidLeadIn.test(before)
}
