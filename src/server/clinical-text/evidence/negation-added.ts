import type { Finding } from './claim.ts'

const negated = /\b(?:not|never|cannot|\p{L}+n['’]t)\b(?!\s+(?:only|just|merely|until|least))/iu

/** Not a fall: `declined to four`, `declined by half`. */
const refused =
  /\b(?:refus(?:ed?|es|ing|al)|reject(?:ed|s)?|declin(?:ed|es) (?:to (?!\d|one\b|two\b|three\b|four\b|five\b|six\b|zero\b|about\b)\p{L}+|the|a|an|any|his|her|their|further))\b/iu

/** Words with which people refuse. A mere `not` elsewhere in a passage does not count. */
const refusing =
  /\b(?:no|nope|nah|never|nobody|nothing|none|won['’]?t|wouldn['’]?t|can['’]?t|couldn['’]?t|refus\p{L}*|declin\p{L}*|reject\p{L}*|against|down|knock\p{L}*|rather|sooner|instead|without|leave it|avoid\p{L}*|stop\p{L}*|quit\p{L}*|hate\p{L}*|not (?:going|keen|want\p{L}*|ready|happy|now|today|doing|willing|interested|sure|for|my|the|yet|in)|n['’]t (?:want|take|do|go|let|have|think|like|need|be|come|even|get|bother|fancy|buy|dare|read|ask|touch|open|give|say|talk|answer))\b/iu

/** Words and endings with which people say that something is not so. */
const negative =
  /\b(?:no|not|nope|nah|nae|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|cant|wont|dont|didnt|\p{L}+n['’]t|\p{L}+nae|hardly|barely|scarcely|rarely|seldom|stop\p{L}*|quit\p{L}*|g[ai]ve up|giving up|gone|went|avoid\p{L}*|miss\p{L}*|fail\p{L}*|forg[eo]t\p{L}*|skip\p{L}*|refus\p{L}*|declin\p{L}*|reject\p{L}*|against|turn(?:ed|ing)? \p{L}+ down|instead|rather|only|except|yet|lack\p{L}*|lost|los[es]\p{L}*|less|few(?:er)?|free|dry|off|out|away|too|sooner|doubt\p{L}*|den[yi]\p{L}*|nil|zero|nought|un\p{Ll}{4,}|\p{L}+less|wrong|false|different|alone|hate\p{L}*|can do without|apart|kn[eo]w|wonder\p{L}*|if|fine|well|okay|ok|otherwise|clear|normal|grand|spare\p{L}*|sav\p{L}+)\b/iu

/**
 * A negation or refusal in the note, while the cited words contain no word that says that something is not so. `text` has
 * no quoted speech.
 */
export function negationAdded(text: string, quotes: readonly string[]): Finding | null {
  const said = quotes.join('\n')
  if (refused.test(text) && !refusing.test(said)) return { reason: 'The cited words contain no refusal.' }
  if (negative.test(said)) return null
  return negated.test(text) ? { reason: 'The cited words contain no negation.' } : null
}
