/** What makes a change of person unsafe: whose `they` or `you` it would be is not clear, or somebody else is quoted. */
const unsafe =
  /["“”?]|\b(?:you|your|yours|yourself|y'all|we|we're|we've|we'll|we'd|us|our|ours|ourselves|they|they're|they've|them|their|theirs|themselves|let's|ma'am|sir|doctor|please|thank|thanks|sorry|hello|hi|bye)\b|\b(?:was|were|is|am|i'm|he's|she's) like[, ]|--|[–—]|\.\.\.|…|\bi (?:said|say|go|went),/i

const persons: readonly (readonly [RegExp, string])[] = [
  [/\bi'm\b|\bi am\b/gi, 'they are'],
  [/\bi (\w+ly )?was(n't)?\b/gi, 'they $1were$2'],
  [/\bi'(ve|ll|d)\b/gi, "they'$1"],
  [/\bwas i\b/gi, 'were they'],
  [/\bam i\b/gi, 'are they'],
  [/\bmyself\b/gi, 'themselves'],
  [/\bmine\b/gi, 'theirs'],
  [/\bmy\b/gi, 'their'],
  [/\bme\b/gi, 'them'],
  [/\bi\b/gi, 'they'],
]

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bthey've\b/gi, 'they have'],
  [/\bthey'll\b/gi, 'they will'],
  [/\bcan't\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/(\w)n't\b/gi, '$1 not'],
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'got to'],
  [/\b'cause\b/gi, 'because'],
]

/**
 * A sentence said in the first person as reported speech for `… reports that`, or null when changing the person is not safe.
 * Only pronouns, forms of `be` and contractions change, since the singular `they` leaves all other verbs as they are.
 */
export function toReportedSpeech(sentence: string): string | null {
  if (unsafe.test(sentence) || !isWholeStatement(sentence)) return null
  const replaced = [...persons, ...contractions].reduce((text, [pattern, to]) => text.replace(pattern, to), sentence)
  const text = replaced.replace(/\s+/g, ' ').replace(/[.!]+$/, '')
  return `${startsWithName(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)}.`
}

const subject =
  /^(?:(?:actually|sometimes|lately|recently|usually|mostly|currently|right now|at first|every \w+|last \w+|(?:on|in|at|after|before|when|since|if) [^,]{2,40}),? )?(?:i|i'm|i've|i'd|i'll|my|it|it's|he|he's|she|she's|there|there's|that|that's|this|the|a|some|everything|nothing|nobody|everyone|people|most)\b/i

/** Begins with a subject and has a verb: a fragment is quoted instead. */
function isWholeStatement(sentence: string): boolean {
  const isEnded = /[.!]$/.test(sentence)
  const hasVerb =
    /\b(?:am|is|are|was|were|have|has|had|do|does|did|can|could|will|would|should|may|might|must|\w+ed|\w+n't|i'm|i've|i'd|i'll|it's|that's|there's|he's|she's|feel|felt|think|thought|want|need|like|love|hate|know|knew|get|got|go|went|take|took|make|makes|made|say|said|see|saw|use|work|try|drink|drank|sleep|slept|eat|ate|smoke|live|keep|kept|lose|lost|start|hurts|hurt|helps|worry|hope|wish|remember|find|found|put|wake|woke|cry|run|came|come|gets|goes|happens|feels|seems|starts|works|lives|says|thinks|wants|needs|buy|give|gave|stay|cut|tell|told|talk|leave|left|notice|believe|understand|realize|plan|spend|spent|struggle|struggles|prefer|enjoy|just)\b/i.test(
      sentence,
    )
  return isEnded && hasVerb && subject.test(sentence)
}

const startsWithName = (text: string) => /^[A-Z]{2,}\b/.test(text)
