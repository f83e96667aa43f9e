export interface Word {
  /** Lower case, no apostrophes. */
  text: string
  /** Character range in the source text; `end` is exclusive. */
  start: number
  end: number
}

/**
 * Includes words that a tokenizer split: `do n't`, `it 's`, `gon na`. In scripts without spaces between words, each character is
 * a word.
 */
const wordPattern =
  /(?:gon|wan)\sna\b|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’‘ʼ][\p{L}\p{M}]+|\sn['’]t\b|\s['’](?:s|re|ve|ll|d|m)\b)*/giu

/** Words for comparing quotes: ignores case, punctuation, the kind of apostrophe and white space, and nothing else. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), (match) => ({
    text: match[0].toLowerCase().replace(/['’‘ʼ\s]/g, ''),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** True for a filler sound such as `um`, in lower case. */
export function isFiller(word: string): boolean {
  return /^(?:u+h+m*|u+m+|e+r+m*|a+h+|h+m+|m+h+m+|mm+|uhhuh)$/.test(word)
}

/** A sound that the transcript describes in brackets. */
export const soundMark =
  /[[(](?:laugh|chuckl|giggl|sigh|sniff|cry|cries|sob|cough|pause|clears|breath|exhal|inhal)[^\])]*[\])]/gi

const list = (words: string) => words.split(/\s+/)

const stopWords: ReadonlySet<string> = new Set([
  ...list(`a an the and or but if then than so because cause as of in on at to for from by with about into over under up
    down out off again this that these those there here who whom whose which what when where why how all any both each
    few more most other some such only own same too very just also s t d ll ve re m`),
  ...list(`is am are was were be been being have has had having do does did doing done will would shall should can could
    may might must im ive id ill youre youve youd youll hes shes its theyre theyve were weve thats theres whats lets
    gonna wanna gotta kinda sorta not no nor isnt arent wasnt werent dont doesnt didnt havent hasnt hadnt cant couldnt
    wont wouldnt shouldnt cannot`),
  ...list(`i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it
    itself they them their theirs themself themselves one ones someone somebody anyone anybody everyone everybody nobody`),
  ...list(`get gets got getting go goes going went gone come comes came make makes made take takes took say says said
    tell tells told know knows knew think thinks thought mean means want wants wanted like likes really actually
    basically literally kind sort thing things something anything nothing everything stuff lot bit much many way well
    okay ok yeah yes yep sure right oh now even still maybe perhaps quite pretty though lets let see look looks back`),
])

/** True for the most common English words, which do not identify the subject of a text. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}

/** Charting words: they describe the note, not the events. */
const chartingWords: ReadonlySet<string> = new Set(
  list(`client clients patient therapist clinician counselor provider session sessions today asked asks answered answers
    answer reported reports report reporting stated states state describes described describing noted notes note denies denied deny
    denying endorses endorsed endorse endorsing expressed expresses expressing discussed discusses discussing mentioned
    mentions explained explains shared shares reflected reflects affirmed affirms summarized summarizes suggested suggests
    encouraged encourages explored explores exploring provided provides presented presents identified identifies indicated
    indicates indicating acknowledged acknowledges agreed agrees observed observes rated rates replied replies proposes proposed confirm confirms confirmed added adds
    remarked remarks said says set sets plans plan planned continues continue continued current currently regarding
    including includes reviewed reviews recommended recommends offered offers told voiced voices name
    invited invites guided guides questioned openly directly rating pros cons`),
)

/** Canonical words for synonyms; the left sides are compared after `stem`. */
const sameMeaning: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    suicide: 'suicidal',
    homicide: 'homicidal',
    mother: 'mom mum mommy mama',
    father: 'dad daddy papa',
    child: 'kid children kids son daughter',
    parent: 'parents',
    medication: 'medicine meds med pill tablet drug prescription',
    alcohol: 'drink drank drunk drinking beer wine liquor booze',
    anxiety: 'anxious worry worried nervous panic',
    depression: 'depressed depressing depressive',
    sad: 'sadness unhappy',
    anger: 'angry mad furious',
    sleep: 'slept asleep insomnia sleeping',
    work: 'job',
    exhausted: 'tired fatigue fatigued exhaustion',
    hallucination: 'hallucinate hallucinations',
    improve: 'better improved improvement improving',
    worsen: 'worse worsened worsening',
    increase: 'increased increasing',
    decrease: 'decreased decreasing less',
    argue: 'argument fight fought quarrel',
    eat: 'ate eaten food appetite',
    begin: 'start started began begun beginning',
    stop: 'quit stopped',
    cry: 'tearful cried crying tears',
    smoke: 'cigarette cigarettes tobacco smoking',
    injure: 'injury hurt hurts harm harming hurting',
    pain: 'painful ache aches aching',
    difficult: 'difficulty hard struggle struggles struggling',
    marriage: 'married marry',
    death: 'die died dead dying',
    see: 'saw seen',
    feel: 'felt feeling feelings',
    leave: 'left leaving',
    lose: 'lost losing loss',
  }).flatMap(([canonical, others]) => list(others).map((other) => [stem(other), stem(canonical)])),
)

const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:kill|killing|end|ending)\s+(?:my|your|him|her|them|their|his)\s?(?:self|selves|life|lives|own life)\b/g,
    'suicide',
  ],
  [/\b(?:want(?:ed|ing|s)?|wish(?:ed|es)?)\s+(?:to\s+die|(?:i|you|he|she|they)\s+(?:was|were)\s+dead)\b/g, 'suicide'],
  [/\b(?:hurt|harm|injur|cut)(?:e|ing|ting)?\s+(?:my|your|him|her|them)sel(?:f|ves)\b/g, 'suicide selfharm injure'],
  [/\bself[\s-]?(?:harm|injur)\w*/g, 'selfharm injure'],
  [
    /\b(?:hurt|harm|kill)(?:ing)?\s+(?:(?:or\s+\w+\s+)?(?:\w+\s+)?or\s+)?(?:others?|anyone|anybody|someone|somebody)(?:\s+else)?\b/g,
    'homicide injure',
  ],
  [/\byourself\s+or\s+others\b/g, 'suicide homicide'],
  [/\b(?:hear|hearing|heard)\s+(?:\w+\s+)?voices\b|\b(?:see|seeing|saw)\s+things\b/g, 'hallucination'],
]

/** Removes common English endings, so that `sleeping` and `sleeps` become equal. Not a dictionary form. */
function stem(word: string): string {
  if (word.length <= 3) return word
  let rest = word
  if (/ies$|ied$/.test(rest) && rest.length > 4) return `${rest.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(rest)) rest = rest.slice(0, -2)
  else if (/[^su]s$/.test(rest) && !rest.endsWith('is')) rest = rest.slice(0, -1)
  if (rest.length > 5 && rest.endsWith('ing')) rest = withoutDouble(rest.slice(0, -3))
  else if (rest.length > 4 && rest.endsWith('ed')) rest = withoutDouble(rest.slice(0, -2))
  else if (rest.length > 5 && rest.endsWith('ly')) rest = rest.slice(0, -2)
  return rest.length > 4 && rest.endsWith('e') ? rest.slice(0, -1) : rest
}

function withoutDouble(word: string): string {
  return /([bdfgkmnprt])\1$/.test(word) ? word.slice(0, -1) : word
}

const hasMeaning = (word: string) => word.length > 1 && !isStopWord(word) && !isFiller(word) && !/^\d/.test(word)

const canonical = (word: string) => {
  const stemmed = stem(word)
  return sameMeaning[stemmed] ?? stemmed
}

/** The subject of a text: stems of its content words with common synonyms merged, without charting words. */
export function termsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/[’‘ʼ]/g, "'")
  const meant = phrases.flatMap(([pattern, terms]) => (plain.match(pattern) ? list(terms).map(stem) : []))
  const withoutPhrases = phrases.reduce((rest, [pattern]) => rest.replace(pattern, ' '), plain)
  const words = wordsOf(withoutPhrases)
    .map((word) => word.text)
    .filter((word) => hasMeaning(word) && !chartingWords.has(word))
  return [...words.map(canonical), ...meant]
}

/** Like `termsOf`, but with charting words: search terms of spoken text. */
export function spokenTermsOf(text: string): string[] {
  const words = wordsOf(text)
    .map((word) => word.text)
    .filter(hasMeaning)
  return [...words.map(canonical), ...termsOf(text)]
}

/** Terms that occur with any finding: `ideation` in `suicidal ideation`. The other word names the finding. */
export const generalTerms: ReadonlySet<string> = new Set(
  termsOf(
    `thoughts thinking ideation ideas intent intention plan urge urges history use using symptoms issues problems concerns
    evidence signs recent past other active passive significant acute experience experiencing feel level amount`,
  ),
)
