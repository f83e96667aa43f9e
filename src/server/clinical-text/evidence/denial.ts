import type { Transcript } from '#shared/contract/transcripts.ts'
import { saysNo, type Word } from '../language/clauses.ts'
import { denialsIn, isGrave, isVoiced } from '../language/denials.ts'
import { isSame } from '../language/meanings.ts'
import { isOver } from '../language/tense.ts'
import { weightOf } from '../language/weights.ts'
import { type Claim, type Finding, isPerson } from './claim.ts'
import type { Heard } from './heard.ts'
import type { Standing } from './quotes.ts'

const reason = 'Nobody denied this in the session.'

/** A denial of risk that no unqualified no voices, in the cited passages and their neighbours. */
export function graveDenial(text: string, standing: readonly Standing[], transcript: Transcript): Finding | null {
  const denials = denialsIn(text).filter(isGrave)
  const near = transcript.utterances.filter((_, index) => standing.some(({ at }) => Math.abs(at - index) <= 1))
  const heard = standing.length > 0 ? near : transcript.utterances
  return denials.some((terms) => !isVoiced(terms, heard)) ? { reason } : null
}

/** Negations that chart a denial, unlike those that tell a story: `denies`, `reports no`, `No …`. */
const charted =
  /\b(?:den(?:y|ies|ied|ying)|negative for|absence of|free of|without(?! \w+ing\b)|never (?:had|been|used|taken|tried|experienced)|(?:reports?|reported|states?|has|had|have|with|is|are|there (?:is|are|was|were)) no|^\W*no)\b/i

/** What a claim denies, item by item: `falls or fainting` are two. */
function deniedIn(claim: Claim): Word[][] {
  const items: Word[][] = [[]]
  for (const word of claim.words) {
    if (/^(?:or|nor|and|,)$/.test(word.text)) items.push([])
    else if (word.isNegated && weightOf(word) === 1 && claim.content.includes(word) && !isPerson(word))
      items.at(-1)?.push(word)
  }
  return items.filter((item) => item.length > 0)
}

/** A denial of what nobody said no to. */
export function denial(claim: Claim, heard: readonly Heard[]): Finding | null {
  const items = deniedIn(claim)
  if (items.length === 0) return null
  const negative = heard.filter(
    (clause) => saysNo(clause) || isOver(clause.sentence) || clause.words.some(({ isNegated }) => isNegated),
  )
  if (!charted.test(claim.words.map(({ text }) => text).join(' '))) return negative.length > 0 ? null : { reason }
  const isVoicedWord = (word: Word) => negative.some(({ words }) => words.some((other) => isSame(word, other)))
  const isOpen = items.some((item) => {
    const [first] = item
    const voiced = item.filter(isVoicedWord).length
    return first !== undefined && !isVoicedWord(first) && voiced * 2 < item.length
  })
  return isOpen ? { reason } : null
}
