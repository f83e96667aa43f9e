import { anyOf } from './any-of.ts'
import type { Claim, Finding } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

/** A direction: the words that name it, and others that may express it in speech. */
interface Direction {
  named: RegExp
  meant: RegExp
}

/** A mere `more` or `less` does not count: `less tense` and `more relaxed` agree. */
const morePattern = String.raw`increas\w*|more (?:often|frequent\w*)|higher|ris(?:e|en|es|ing)|rose|rais\w+|lengthen\w*|escalat\w*`
const lessPattern = String.raw`decreas\w*|less (?:often|frequent\w*)|fewer|lower\w*|reduc\w*|dropp\w+|shr[iau]nk\w*|halv\w+|fell|fallen`
const upPattern = String.raw`(?:gone|went|go|goes|going|bump\w*|is|are|it['’]s|that['’]s|(?:put|puts|turn\w*)(?: (?:it|them|that|me|this))?) up`
const downPattern = String.raw`(?:gone|went|go|goes|going|come|came|is|are|it['’]s|that['’]s|(?:put|puts|turn\w*|brought|bring)(?: (?:it|them|that|me|this))?) down`

const pairs: readonly (readonly [Direction, Direction])[] = [
  [
    {
      named: anyOf(String.raw`(?<!\b(?:no|had|not|n['’]t|['’]d) )(?:better|improv\w+|easier)`),
      meant: anyOf(
        String.raw`eas\w+|good|well|great|fine|brilliant|help\w*|happier|calmer|${lessPattern}|${downPattern}|(?:not|n['’]t) (?:as|so|that) \w+`,
      ),
    },
    {
      named: anyOf(String.raw`(?<!\b(?:no|not|n['’]t|any) )(?:wors\w+|deteriorat\w+)`),
      meant: anyOf(
        String.raw`bad\w*|hard\w*|rough\w*|awful|terrible|wrong|crook|sicker|weaker|poor\w*|${morePattern}|${upPattern}|lost|can['’]t`,
      ),
    },
  ],
  [
    {
      named: anyOf(`${morePattern}|${upPattern}`),
      meant: anyOf('more|longer|extra|doubl\\w+|another|gain\\w*|gr(?:ow|ew)\\w*|up'),
    },
    {
      named: anyOf(`${lessPattern}|${downPattern}`),
      meant: anyOf("less|down|half|cut|declin\\w*|shorter|off|(?:not|n['’]t) (?:as|so|that) \\w+"),
    },
  ],
]

/** The note says better or more, and all cited passages together have only words for the opposite, or the reverse. */
export function onlyOpposite(claim: Claim, source: readonly SourceClause[], claims: readonly Claim[]): Finding | null {
  const text = claim.words
    .filter(({ isNegated }) => !isNegated)
    .map((word) => word.text)
    .join(' ')
  const wholeText = claims.flatMap((one) => one.words.map((word) => word.text)).join(' ')
  const cited = saidIn(source)
  const said = (pattern: RegExp) => source.some(({ sentence }) => pattern.test(sentence))
  for (const [one, other] of pairs.flatMap((pair) => [pair, [pair[1], pair[0]] as const])) {
    const [word] = one.named.exec(text) ?? []
    if (word === undefined || other.named.test(wholeText) || said(one.named) || said(one.meant)) continue
    const against = cited.find(
      ({ sentence, isQuestion }) => !isQuestion && other.named.test(sentence) && !/\bused to\b/i.test(sentence),
    )
    const [opposite] = other.named.exec(against?.sentence ?? '') ?? []
    if (against && opposite !== undefined)
      return { reason: `The note says ‘${word}’, but what was said is ‘${opposite}’.`, against }
  }
  return null
}
