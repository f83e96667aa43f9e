import type { Finding } from './claim.ts'

const negatedPattern = /\b(?:not|never|cannot|\p{L}+n['’]t)\b(?!\s+(?:only|just|merely|until|least))/iu

/** Refusals. In `declined to four` and `declined by half`, `declined` means a decrease. */
const refusedPattern =
  /\b(?:refus(?:ed?|es|ing|al)|reject(?:ed|s)?|declin(?:ed|es) (?:to (?!\d|one\b|two\b|three\b|four\b|five\b|six\b|zero\b|about\b)\p{L}+|the|a|an|any|his|her|their|further))\b/iu

/** Words with which people refuse. A mere `not` elsewhere in a passage does not count. */
const refusingPattern =
  /\b(?:no|nope|nah|never|nobody|nothing|none|won['’]?t|wouldn['’]?t|can['’]?t|couldn['’]?t|refus\p{L}*|declin\p{L}*|reject\p{L}*|against|down|knock\p{L}*|rather|sooner|instead|without|leave it|avoid\p{L}*|stop\p{L}*|quit\p{L}*|hate\p{L}*|not (?:going|keen|want\p{L}*|ready|happy|now|today|doing|willing|interested|sure|for|my|the|yet|in)|n['’]t (?:want|take|do|go|let|have|think|like|need|be|come|even|get|bother|fancy|buy|dare|read|ask|touch|open|give|say|talk|answer))\b/iu

/** Words and endings with which people say that something is not so, as alternatives of a pattern. */
const denyingPattern = String.raw`no|not|nope|nah|nae|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|cant|wont|dont|didnt|\p{L}+n['’]t|\p{L}+nae|hardly|barely|scarcely|rarely|seldom|stop\p{L}*|quit\p{L}*|g[ai]ve up|giving up|gone|avoid\p{L}*|miss\p{L}*|fail\p{L}*|forg[eo]t\p{L}*|skip\p{L}*|refus\p{L}*|declin\p{L}*|reject\p{L}*|against|instead|rather|only|except|yet|lack\p{L}*|lost|los[es]\p{L}*|less|few(?:er)?|off|away|too|doubt\p{L}*|den[yi]\p{L}*|un\p{Ll}{4,}|\p{L}+less|wrong|false|different|alone|if|fine|clear|normal`
export const saysNotSo = new RegExp(String.raw`\b(?:${denyingPattern})\b`, 'iu')

/** Also matches words that deny something only in some contexts, such as `went` and `dry`. */
const mayDeny = new RegExp(
  String.raw`\b(?:${denyingPattern}|went|turn(?:ed|ing)? \p{L}+ down|free|dry|out|sooner|nil|zero|nought|hate\p{L}*|can do without|apart|kn[eo]w|wonder\p{L}*|well|okay|ok|otherwise|grand|spare\p{L}*|sav\p{L}+)\b`,
  'iu',
)

/**
 * A negation or refusal in the note, while the cited words contain no word that says that something is not so. `text` has
 * no quoted speech.
 */
export function negationAdded(text: string, quotes: readonly string[]): Finding | null {
  const said = quotes.join('\n')
  if (refusedPattern.test(text) && !refusingPattern.test(said)) return { reason: 'The cited words contain no refusal.' }
  if (mayDeny.test(said)) return null
  return negatedPattern.test(text) ? { reason: 'The cited words contain no negation.' } : null
}
