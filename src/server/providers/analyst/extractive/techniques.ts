import type { Statement } from '#shared/contract/notes.ts'
import { checkedStatement } from '#shared/rules/evidence.ts'
import { quoted } from '../../drafter/extractive/render.ts'
import type { Unit } from '../../drafter/extractive/units.ts'
import { legibility, type Session } from './session.ts'
import { plainOf } from './themes.ts'

interface Technique {
  /** What the therapist did, in words that make no claim beyond the quotes that follow. */
  did: string
  /** Whether a sentence, in lower case, is one of it. */
  isOne(plain: string, unit: Unit): boolean
}

const asks = (plain: string) => plain.endsWith('?')

/**
 * What therapists do, the particular before the general. Known by their words only: a technique that is not heard, such as a
 * silence, is not found.
 */
const techniques: readonly Technique[] = [
  {
    did: 'asked directly',
    isOne: (plain, { cues }) => asks(plain) && cues.has('grave'),
  },
  {
    did: 'guided an exercise',
    isOne: (plain, { move }) =>
      !asks(plain) &&
      (move === 'guided' ||
        /\b(?:close your eyes|deep breath|breathe (?:in|out)|feet on the (?:floor|ground)|notice (?:what|how|where) (?:you|your)|imagine (?:that|you|yourself|a|your)|picture (?:that|yourself|a|your)|let's (?:practice|try (?:it|that|this|an?)|role)|go with that)\b/.test(
          plain,
        )),
  },
  {
    did: 'asked to rate',
    isOne: (plain) =>
      /\b(?:on a scale|scale (?:of|from)|(?:zero|one|0|1) to (?:ten|seven|10|7|100)|how (?:important|confident|ready|likely|disturbing|true)\b.{0,60}\b(?:is|are|would|does))/.test(
        plain,
      ) &&
      (asks(plain) || /\bscale\b/.test(plain)),
  },
  {
    did: 'questioned a thought',
    isOne: (plain) =>
      asks(plain) &&
      /\b(?:evidence|what would you (?:say|tell) (?:to )?(?:a|your|another) (?:good |best )?friend|another way (?:of|to)|is (?:it|that) (?:really|always) true|what(?:'s| is) the worst|how likely|what (?:goes|went|was going|were you (?:thinking|telling)|is going) (?:through|on in) your (?:mind|head)|what (?:thoughts?|do you tell yourself))\b/.test(
        plain,
      ),
  },
  {
    did: 'weighed both sides',
    isOne: (plain) =>
      /\b(?:on (?:the )?one hand|on the other hand|pros and cons|(?:good|not so good|less good|bad) things about|(?:upsides?|downsides?|benefits?|advantages?|disadvantages?) (?:of|to)|part of you)\b/.test(
        plain,
      ),
  },
  {
    did: 'summarized',
    isOne: (plain) =>
      !asks(plain) &&
      /\b(?:let me (?:see if i|summari[sz]e|make sure i)|to summari[sz]e|what i(?:'m| am| have been) hearing|so far (?:you|we)|you(?:'ve| have) (?:told|mentioned|talked|said|described)|we(?:'ve| have) (?:talked|covered|looked))\b/.test(
        plain,
      ),
  },
  {
    did: 'explained',
    isOne: (plain, { move, words }) =>
      !asks(plain) &&
      words >= 8 &&
      (move === 'taught' || move === 'informed') &&
      /\b(?:because|when (?:we|you|people|someone)|often|usually|tends?|people (?:who|with)|research|studies|the (?:body|brain|mind)|our|means|helps?|can (?:cause|make|lead|help|be)|causes?|leads? to|increases?|that's (?:why|how)|is (?:a|an|the|called)|are (?:a|the))\b/.test(
        plain,
      ),
  },
  {
    did: 'suggested',
    isOne: (plain, { move }) =>
      !asks(plain) &&
      (move === 'advised' || move === 'planned') &&
      /\b(?:write (?:it |that |them |this )?down|(?:keep|fill out|start) (?:a|the|your) (?:diary|journal|log|list|record)|homework|practice|each (?:day|morning|night|evening)|every (?:day|morning|night|evening|time)|between (?:now and|sessions)|this week|before (?:we meet|our next|next time)|try (?:to|and|it|that|the|doing)|i(?:'d| would)? (?:want|like) you to)\b/.test(
        plain,
      ),
  },
  {
    did: 'acknowledged',
    isOne: (plain) =>
      !asks(plain) &&
      /\b(?:makes? (?:a lot of |perfect |total )?sense|understandable|(?:anyone|anybody|most people|a lot of people|many people) (?:would|in your|feel|struggle|find)|you(?:'re| are) not alone|(?:that|it|this)(?:'s| is| must (?:be|have been)| sounds| can be| has been)(?: \w+){0,2} (?:hard|difficult|tough|frustrating|painful|scary|overwhelming|stressful|challenging|exhausting)|of course you|it's (?:normal|okay|common) to|i(?:'m| am) (?:so )?sorry)\b/.test(
        plain,
      ),
  },
  {
    did: 'affirmed',
    isOne: (plain, { move }) => !asks(plain) && move === 'affirmed',
  },
  {
    did: 'reflected',
    isOne: (plain, { move }) => !asks(plain) && move === 'reflected',
  },
  {
    did: 'asked openly',
    isOne: (plain) =>
      (asks(plain) &&
        /^(?:\W*(?:and|so|but|well|okay|ok|yeah|now|then|um|uh|i'm curious|i wonder|right|all right|alright)[\s,]+)*(?:what(?!'s (?:up|that)\b| time| year| day| medication| dose| kind of| type)|how(?! (?:are you\b|old|many|much|long|often|far|tall|severe|bad is|high|low|about (?:we|you)))|in what way|tell me|could you tell me|can you tell me)/.test(
          plain,
        )) ||
      /^\W*(?:(?:so|and|okay|well|um|uh)[\s,]+)*(?:tell me (?:more|a (?:little|bit)|about|what|how)|help me understand|say more)\b/.test(
        plain,
      ),
  },
]

const most = 6
const longestPair = 40

/** What the therapist did, each kind with the therapist's words. */
export function therapeuticTechniques(session: Session): Statement[] {
  const questions = session.units.filter(({ who, cues }) => who === 'answer' && cues.has('grave')).map(asQuestion)
  const turns = [...session.units.filter(({ who }) => who === 'therapist'), ...questions]
  const taken = new Set<Unit>()
  const found = techniques.flatMap(({ did, isOne }) => {
    const own = turns.filter((unit) => !taken.has(unit) && isOne(plainOf(unit.text), unit))
    for (const unit of own) taken.add(unit)
    const statement = statementOf(session, did, own)
    return statement ? [{ statement, order: own[0]?.order ?? 0, times: own.length }] : []
  })
  return found.slice(0, most).map(({ statement }) => statement)
}

/** The therapist's half of a question with its answer. */
function asQuestion(unit: Unit): Unit {
  return {
    ...unit,
    who: 'therapist',
    text: unit.question,
    said: { text: unit.said.question, question: '' },
    evidence: unit.evidence.slice(0, 1),
  }
}

function statementOf({ salience, transcript }: Session, did: string, units: readonly Unit[]): Statement | null {
  const worth = (unit: Unit) => legibility(unit) * (0.4 + salience.centrality(unit))
  const [first, ...others] = units.toSorted((one, other) => worth(other) - worth(one))
  if (!first) return null
  const second = others.find(
    (unit) =>
      unit.at !== first.at &&
      salience.similarity(first, unit) < 0.4 &&
      legibility(unit) > 0.5 &&
      first.words + unit.words <= longestPair,
  )
  const shown = (second ? [first, second] : [first]).toSorted((one, other) => one.at - other.at)
  const statement = checkedStatement(
    `Therapist ${did}: ${shown.map(({ said }) => quoted(said.text)).join(' ')}`,
    shown.flatMap(({ evidence }) => evidence),
    transcript,
  )
  return statement.check === 'supported' ? statement : null
}
