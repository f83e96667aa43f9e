/** A wording and what it becomes. */
export type Change = readonly [pattern: RegExp, to: string]

/** Somebody else is quoted, or the sentence is broken: its persons are not changed. */
export const foreignSpeech =
  /["“”?]|--|[–—…]|\p{L}-(?:,|\s)|\b(?:was|were|is|am|i'm|he's|she's|it's) like[, ]|\bi (?:said|say|go|went|thought),|'(?=\s|$)|(?<=\s)'/iu
/** It would not be clear who is meant. */
const others =
  /\b(?:y'all|we|we're|we've|we'll|we'd|us|our|ours|ourselves|they|they're|they've|them|their|theirs|themselves|let's|ma'am|sir|please|thank|thanks|sorry|hello|hi|bye)\b/i
/** Without a person named before, `she` in a report would read as the client. */
export const thirdPerson = /\b(?:he|she|him|her|his|hers|he's|she's|he'll|she'll|he'd|she'd)\b/i
const named =
  /\bmy (?:\w+ )?(?:mom|mum|mother|dad|father|wife|husband|partner|boyfriend|girlfriend|brother|sister|son|daughter|friend|boss|doctor|therapist|roommate|housemate|uncle|aunt|grandmother|grandfather|teacher|ex|dog|cat)\b/i

/** `she` before anybody was named. */
function isAmbiguous(sentence: string): boolean {
  const other = sentence.search(thirdPerson)
  const name = sentence.search(named)
  return other >= 0 && (name < 0 || name > other)
}

const second = /\byou(?:r|rs|rself|rselves|'re|'ve|'ll|'d)?\b/i
const first = /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself)\b/i

const fromFirst: readonly Change[] = [
  [/\bi'm\b|\bi am\b/gi, 'they are'],
  [/\bi (\w+ly |just |also |still |never )?was(n't)?\b/gi, 'they $1were$2'],
  [/\bi'(ve|ll|d)\b/gi, "they'$1"],
  [/\bwas i\b/gi, 'were they'],
  [/\bam i\b/gi, 'are they'],
  [/\bmyself\b/gi, 'themselves'],
  [/\bmine\b/gi, 'theirs'],
  [/\bmy\b/gi, 'their'],
  [/\bme\b/gi, 'them'],
  [/\bi\b/gi, 'they'],
]

/** `you` of a therapist, who speaks of the client. The last entry is the bare `you`. */
export const fromSecond: readonly Change[] = [
  [/\byou're\b/gi, 'they are'],
  [/\byou'(ve|ll|d)\b/gi, "they'$1"],
  [/\byourself\b/gi, 'themselves'],
  [/\byours\b/gi, 'theirs'],
  [/\byour\b/gi, 'their'],
  [/\byou\b/gi, 'they'],
]

/** Contractions, written out. */
export const expanded: readonly Change[] = [
  [/\bthey've\b/gi, 'they have'],
  [/\bthey'll\b/gi, 'they will'],
  [/\bcan't\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/(\w)n't\b/gi, '$1 not'],
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'have to'],
  [/\bkinda\b/gi, 'kind of'],
  [/'cause\b/gi, 'because'],
]

/** A word after `you` by which it is known to be the subject. */
const verbAfterYou =
  /\byou(?!['\w])(?!\s(?:are|were|have|had|can|could|will|would|should|may|might|must|do|did|don't|didn't|aren't|weren't|haven't|can't|couldn't|won't|need|want|feel|felt|said|told|mentioned|know|knew|like|think|thought|use|used|drink|get|got|take|smoke|eat|sleep|seem|look|experience|experienced|started|start|stopped|stop|noticed|notice|also|still|just|really|never|usually|typically|normally|already|actually|make|made|go|went|see|saw|try|tried|keep|kept|work|live|cut|hurt|use)\b)/i

/** Makes all changes, in order. */
export const apply = (changes: readonly Change[], text: string) =>
  changes.reduce((rest, [pattern, to]) => rest.replace(pattern, to), text)

/** `I don't, but …`: what they don't is in the question. */
const elliptic =
  /^i (?:\w+ )?(?:do|did|am|was|can|could|have|would|will|don't|didn't|can't|couldn't|haven't|wouldn't|won't)(?: too| not)?(?:[,.]| but\b| and\b)|\b(?:can't|don't|didn't|won't|couldn't|wouldn't)[.!]$/i

/**
 * A client's sentence as it follows `reports that`, or null when changing the person is not safe. Only pronouns, forms of `be`
 * and contractions change, since the singular `they` leaves all other verbs as they are.
 */
export function clientReport(sentence: string): string | null {
  if (
    foreignSpeech.test(sentence) ||
    others.test(sentence) ||
    second.test(sentence) ||
    isAmbiguous(sentence) ||
    elliptic.test(sentence) ||
    !isWholeStatement(sentence)
  )
    return null
  return asClause(apply(fromFirst, sentence))
}

/** A therapist's sentence about the client as it follows `noted that`, or null when that is not safe. */
export function therapistReport(sentence: string): string | null {
  if (foreignSpeech.test(sentence) || others.test(sentence) || first.test(sentence) || thirdPerson.test(sentence))
    return null
  if (!second.test(sentence)) return null
  if (
    verbAfterYou.test(sentence) ||
    !/^(?:your?\b|it\b|this\b|the\b|there\b|you're|you've)/i.test(sentence) ||
    !isWholeStatement(sentence)
  )
    return null
  return asClause(apply(fromSecond, sentence))
}

const inversion =
  /^(?:and |so |but |okay |now |also )*(do|did|have|are|were|can|could|would) you (?:also |ever |still |currently |usually |normally |typically )?(.+)\?$/i

/** A plain question as it follows `confirms that` or `denies that`: `do you smoke?` becomes `they smoke`. Null when it is not plain. */
export function askedClaim(question: string): string | null {
  const match = inversion.exec(question.replace(/^.*,\s+(?=(?:do|did|have|are|were) you\b)/i, ''))
  if (
    !match ||
    foreignSpeech.test(question.slice(0, -1)) ||
    first.test(question) ||
    others.test(question) ||
    thirdPerson.test(question)
  )
    return null
  const verb = (match[1] ?? '').toLowerCase()
  const rest = match[2] ?? ''
  if (
    verbAfterYou.test(rest) ||
    /\b(?:mind|want to|wanna|know if|remember|tell|say|help me|go ahead|think)\b/i.test(rest)
  )
    return null
  if (/\b(?:what|when|where|why|how|who|which)\b|[.;]/i.test(rest)) return null
  const subject = verb === 'do' ? 'they' : `they ${verb}`
  return apply(expanded, apply(fromSecond, `${subject} ${rest}`)).replace(
    /,? (?:at all|right now|or anything(?: like that)?|anything like that|like that)$/i,
    '',
  )
}

/** What `isWholeStatement` lets through begins with a word that has no capital of its own. */
function asClause(text: string): string {
  const clause = apply(expanded, text)
    .replace(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
  return `${/^[A-Z]{2,}/.test(clause) ? clause : clause.charAt(0).toLowerCase() + clause.slice(1)}.`
}

const adverb =
  /^(?:actually|sometimes|lately|recently|usually|mostly|currently|right now|now|then|at first|every \w+|last \w+),?\s+/i
/** `on Wednesday`, `after work`: no clause of its own. */
const phrase =
  /^(?:on|in|at|after|before|since|for|with|during|by)\s+(?!case\b|fact\b)(?:(?!(?:i|i'[a-z]+|you|he|she|it|we|they|that|which|who|what|this|there|my|your)\b)[\w'-]+\s+){0,4}?(?!(?:i|i'[a-z]+|you|he|she|it|we|they|that|which|who|what|there)\b)[\w'-]+,?\s+(?=(?:i|i'[a-z]+|you|you'[a-z]+|he|he's|she|she's|it|it's|my|your|there|there's|everything|nothing|nobody|everyone|people)\b)/i
/** A clause that needs another. */
const subordinate =
  /^(?:when(?:ever)?|while|if|even if|in case|as (?:soon|long) as|as|since|because|after|before|once|until|unless|although|though|even though|wherever|the (?:day|night|moment|way|first time|last time|time))\b/i
const subject =
  /^(?:i|i'm|i've|i'd|i'll|you|you're|you've|your|my|it|it's|he|he's|she|she's|there|there's|this|the|a|some|everything|nothing|nobody|everyone|people|most)\b/i
/** `the paper I lost`: its verb is not the sentence's. */
const relative =
  /^(?:the|a|some|everything|nothing|nobody|people|most|my)\b[^,]*?\s(?:i|i'[a-z]+|he|she|you|who|that|which)\s/i

const verb =
  /\b(?:am|is|are|was|were|have|has|had|do|does|did|can|could|will|would|should|may|might|must|\w+ed|\w+n't|cannot|i'm|i've|i'd|i'll|you're|you've|it's|that's|there's|he's|she's|feel|felt|think|thought|want|need|like|love|hate|know|knew|get|got|go|went|take|took|makes?|made|say|said|see|saw|use|work|try|drink|drank|sleep|slept|eat|ate|smoke|live|keep|kept|lose|lost|starts?|hurts?|helps?|worry|hope|wish|remember|find|found|put|wake|woke|cry|run|came|comes?|gets|goes|happens|feels|seems|works|lives|says|thinks|wants|needs|buy|give|gave|stay|cut|tell|told|talk|leave|left|notice|believe|understand|realize|plan|spend|spent|struggles?|prefer|enjoy)\b/gi

/** Begins with a subject and has a verb of its own: a fragment is quoted instead. */
function isWholeStatement(sentence: string): boolean {
  const main = mainClause(sentence)
  const verbs = main?.match(verb)?.length ?? 0
  return (
    main !== null &&
    /[.!]$/.test(sentence) &&
    subject.test(main) &&
    verbs > (relative.test(main) ? 1 : 0) &&
    !/\b(?:and|but|or|because|so|the|a|my|to|of|i)[.!]$/i.test(sentence)
  )
}

/** Whether a sentence is a subordinate clause that stands alone, or only points: `That's the worst part.` */
export function isLoneClause(sentence: string): boolean {
  return mainClause(sentence) === null || complement.test(sentence) || pointing.test(sentence)
}

const complement = /^(?:to|than|which)\b|^that (?:i|i'[a-z]+|my|he|she|it|we|they|you)\b/i
const pointing = /^(?:that|it|this)(?:'s| is| was|'s been)(?: [\w'-]+){1,3}[.!]$/i

/** What follows adverbs and subordinate clauses in front; null where only such a clause is there. */
function mainClause(sentence: string): string | null {
  const rest = sentence.replace(adverb, '').replace(phrase, '')
  if (!subordinate.test(rest)) return rest
  const comma = rest.indexOf(', ')
  return comma < 0 ? null : rest.slice(comma + 2).replace(/^then\s+/i, '')
}
