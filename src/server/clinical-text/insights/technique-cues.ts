import type { Move } from '../excerpts/cues.ts'
import type { Unit } from '../excerpts/units.ts'

interface Technique {
  /** The therapist's action, in words that claim no more than the quotes that follow. */
  did: string
  /** True if a sentence, in lower case, is an example of the technique. */
  isOne: (plain: string, unit: Unit, echo: Echo) => boolean
}

/** How much of a sentence repeats the client's previous words. */
export interface Echo {
  /** Number of shared content words. */
  shared: number
  /** Share of the sentence's own content words. */
  share: number
}

const asks = (plain: string) => plain.endsWith('?') || /\b(?:do|did|have|are|would|can|could) you\b/.test(plain)

const leadIn = String.raw`^\W*(?:(?:and|so|but|well|okay|ok|yeah|now|then|um|uh|mm|hmm|right|all right|alright|good|i'm curious|i wonder|i guess)[\s,.–-]+)*`

const guidingPattern =
  /\b(?:close your eyes|deep breath|breathe (?:in|out)|feet on the (?:floor|ground)|imagine (?:that|you|yourself|a|your)|picture (?:that|yourself|a|your)|let's (?:practice|role|try (?:it|that|this|an?|the))|go with that|just notice|notice (?:what|how|where) (?:you|your))\b/
const ratingPattern =
  /\b(?:on a scale|scale (?:of|from)|(?:zero|one|0|1) to (?:ten|seven|hundred|10|7|100))\b|\bhow (?:important|confident|ready|likely|disturbing|true) (?:is|are|would|does|do)\b/
const thoughtPattern =
  /\b(?:what(?:'s| is) the evidence|any evidence|what would you (?:say|tell) (?:to )?(?:a|your|another) (?:\w+ )?friend|another way (?:of|to) (?:look|see|think)|is (?:it|that) (?:really|always) true|what(?:'s| is) the worst|what (?:goes|went|was going|is going|runs) (?:through|on in) your (?:mind|head)|what (?:thoughts?|do you tell yourself|were you telling yourself))\b/
const bothSides =
  /\b(?:on (?:the )?(?:one|other) hand|pros and cons|(?:good|not so good|less good|bad) things about|(?:upsides?|downsides?|benefits?|advantages?|disadvantages?) (?:of|to))\b|\bwhat (?:do|did) you (?:like|enjoy) about\b/
const summaryPattern =
  /\b(?:let me (?:see if i|summari[sz]e|make sure i)|to summari[sz]e|what i(?:'m| am| have been)? hear(?:d|ing)|so far (?:you|we)|you(?:'ve| have) (?:told me|mentioned|talked about)|we(?:'ve| have) (?:talked|covered|looked)|we talked about)\b/
const explainingPattern =
  /\b(?:because|that's (?:why|how)|which means|can (?:cause|make|lead|help|be)|causes?|leads? to|increases?|reduces?|at risk|is called|what we call|research|studies|(?:a lot of|most|many|some) people|people (?:who|with|often|tend)|tends? to|often|(?:the|your|our) (?:body|brain|mind|alarm)|every time you|builds? up|it's common|more likely)\b/
const suggestingPattern =
  /\b(?:(?:i(?:'d| would)? (?:want|like)) you to|i(?:'d| would)? (?:suggest|recommend|encourage|invite)|you (?:may|might) want to|you (?:could|can|might) (?:try|start|use|practice|write|talk|call|ask|take|keep|make)|how about (?:we|you|if|trying)|what if you|try (?:to|and|it|that|the|doing|not)|write (?:it |that |them |this )?down|keep (?:a|the|your) (?:diary|journal|log|list|record)|homework|practice (?:it|this|that|the|your)|make (?:a|the) (?:list|plan))\b/
const acknowledgingPattern =
  /\b(?:makes? (?:a lot of |perfect |total |complete )?sense|understandable|i (?:can|could) (?:see|imagine|hear|understand) (?:how|why|that)|(?:anyone|anybody|most people|a lot of people|many people) (?:would|in your|feel|struggle|find)|not alone|(?:that|it|this) (?:must (?:be|have been)|sounds|can be|has been|had to be)(?: \w+){0,2} (?:hard|difficult|tough|frustrating|painful|scary|overwhelming|stressful|challenging|exhausting|lonely)|(?:that's|it's|this is)(?: (?:really|very|so|pretty|incredibly|a))+ (?:hard|difficult|tough|frustrating|painful|scary|lot)|of course you|it's (?:normal|okay) (?:to|that)|i(?:'m| am) (?:so |very |really )?sorry (?:to hear|that|you|for|this|it))\b/
const affirmingPattern =
  /\b(?:(?:that's|that is|what) (?:a |an )?(?:\w+ )?(?:(?:big|huge|real|important) (?:difference|change|step|progress)|great|good|wonderful|excellent|fantastic|amazing|awesome|impressive|terrific)\b(?! question)|good (?:job|for you|idea|work)|great (?:job|idea|plan|work|start|goal)|well done|congratulations|i(?:'m| am) (?:so |really |very )?(?:glad|proud|impressed|happy) (?:that |to hear |you|of you|for you|with)|i (?:really )?(?:appreciate|applaud|admire|respect) (?:you|that|how|the)|(?:that|it) (?:shows|takes) (?:\w+ ){0,3}(?:courage|strength|commitment|effort)|you(?:'ve| have)? (?:did|done|worked|work|been working) (?:\w+ ){0,3}(?:well|hard|great)|you(?:'re| are) (?:very |really |so )?(?:motivated|committed|strong|brave|doing (?:great|well)))/
const reflectingPattern = new RegExp(
  String.raw`${leadIn}(?:(?:it |that |this )?(?:sounds?|seems?|looks?)(?: to me)?(?: like| as if| that)? (?:you|it's|it is|there|that|your|part|a part|this)\b|so,? you\b|you(?:'re| are| were)? (?:feel\w*|felt|want\w*|don't want|didn't|worried|afraid|tired|frustrated|torn|concerned|hoping|saying|telling|wondering|thinking|realiz\w+|knew|think|like|love|enjoy|wish|care|need|see|notice\w*|also|really|really|still|just|almost|even)\b|you(?:'d| would) like\b|because you\b|part of you\b|there(?:'s| is) (?:a|this) part of you\b|what i(?:'m| am) hearing)`,
)
const directivePattern = /\byou (?:can|could|should|need to|have to|must|will|might|may)\b|\byou(?:'ll| will)\b|\?$/
const openPattern = new RegExp(
  String.raw`${leadIn}(?:(?:what|how|in what way)\b(?! time\b| year| day\b| date| medication| dose| type|'s your (?:name|date)| old| many| much| long| often| far| tall| about| are you\b(?! feel)).*\?|(?:what|how) (?:do|does|did|is|are|was|were|would|could|has|have|brings|brought|happened|made|makes|else)\b(?! you (?:doing|today))|(?:could you |can you |would you )?tell me (?:more|a (?:little|bit)|about|what|how)\b|say more|help me understand)`,
)

/**
 * Therapist techniques, specific ones first: the first match counts. Detected by words only, so a silence, for example,
 * is not found.
 */
export const techniques: readonly Technique[] = [
  {
    did: 'asked directly',
    isOne: (plain, { cues }) => plain.endsWith('?') && cues.has('risk') && !/^\W*(?:how|why|what)\b/.test(plain),
  },
  { did: 'guided', isOne: (plain, { move }) => !asks(plain) && (move === 'guided' || guidingPattern.test(plain)) },
  { did: 'asked for a rating', isOne: (plain) => ratingPattern.test(plain) },
  { did: 'questioned a thought', isOne: (plain) => plain.endsWith('?') && thoughtPattern.test(plain) },
  { did: 'explored pros and cons', isOne: (plain) => bothSides.test(plain) },
  { did: 'summarized', isOne: (plain) => !asks(plain) && summaryPattern.test(plain) },
  {
    did: 'explained',
    isOne: (plain, { move, words }) =>
      !asks(plain) &&
      words >= 8 &&
      !untaught.has(move) &&
      explainingPattern.test(plain) &&
      !/^(?:i|let|so you)\b|\b(?:my|let me|i'll|i'm)\b/.test(plain),
  },
  {
    did: 'suggested',
    isOne: (plain) =>
      suggestingPattern.test(plain) &&
      (!asks(plain) || /\b(?:how about|what if you|i(?:'d| would)? (?:want|like) you to)\b/.test(plain)) &&
      !/^you(?:'ve| have)\b|\bpatients\b|\byou to know\b|^(?:what|how) (?:would|do|did)\b/.test(plain),
  },
  { did: 'acknowledged', isOne: (plain) => !asks(plain) && acknowledgingPattern.test(plain) },
  { did: 'affirmed', isOne: (plain, { words }) => words > 4 && !asks(plain) && affirmingPattern.test(plain) },
  {
    did: 'reflected',
    isOne: (plain, unit, echo) =>
      !plain.endsWith('?') &&
      !directivePattern.test(plain) &&
      !/^\W*you know\b/.test(plain) &&
      !openPattern.test(plain) &&
      isReflection(plain, unit, echo),
  },
  { did: 'asked openly', isOne: (plain) => openPattern.test(plain) },
]

const untaught: ReadonlySet<Move> = new Set(['asked', 'planned', 'advised', 'social', 'framed'])

/** True if a sentence says `you`, sums up with `so`, or repeats the client's words. */
function isReflection(plain: string, { words }: Unit, { shared, share }: Echo): boolean {
  if (reflectingPattern.test(plain)) return true
  if (words > 24 || /\b(?:i|i'm|i'll|i'd|let's|we'll)\b/.test(plain)) return false
  return (shared >= 2 && share >= 0.5) || (shared >= 1 && /^\W*(?:and )?(?:so|you)\b(?! look)/.test(plain))
}

/** The technique of a therapist's sentence, or null. */
export function techniqueOf(plain: string, unit: Unit, echo: Echo): string | null {
  return techniques.find(({ isOne }) => isOne(plain, unit, echo))?.did ?? null
}
