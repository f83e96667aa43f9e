import type { LeftOut } from '#shared/contract/template-examples.ts'
import { fieldOf } from '#server/clinical-text/language/dictionary.ts'
import { amountsIn } from '#server/clinical-text/language/numbers.ts'
import { termsOf, wordsOf } from '#server/clinical-text/language/words.ts'

/** Words of example notes, in lower case, grouped by what they would reveal in a template. */
export interface ExampleWords {
  /** Sequences of words that are long enough to count as copied. */
  runs: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** Words that the examples write only with a capital letter. */
  names: ReadonlySet<string>
  /** Words that are in no dictionary, e.g. a rare name or an invented word. */
  unusual: ReadonlySet<string>
}

/**
 * Lengths of word sequences that count as copied: six words, or four words of which two are not common in clinical
 * notes. 'The client reported that' does not count as copied (decision 0110).
 */
const copiedLength = 6
const distinctCopied = { words: 4, distinct: 2 }

/** Scales and manuals whose names contain numbers. */
const scales =
  /\b(?:PHQ|GAD|PCL|BDI|BAI|DASS|AUDIT|OCI|MADRS|WHODAS|ACE|CAPS|PSS|ORS|SRS|EPDS|DSM|ICD)[-\s]?\d+(?:-TR)?\b/gi

const monthsAndDays =
  /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?\b/g

/** Number words up to this number, such as 'two', are usually not facts of a session, so they may be repeated. */
const maxIgnoredNumber = 3

/** Abbreviations, words of clinical notes, irregular forms and prepositions that the dictionary lacks. */
const chartingWords: ReadonlySet<string> = new Set(
  `si hi sh avh nssi mse hpi cbt dbt emdr act ifs phq gad pcl bdi bai dsm icd cpt adhd ptsd ocd mdd bpd soap dap birp girp ehr
   tx dx rx hx sx adl adls iop php ros psychoeducation psychosocial psychomotor telehealth reframing reframe dysregulation
   dysregulated rumination ruminations euthymic dysphoric biopsychosocial trauma-informed suicidality homicidality
   countertransference strengths-based follow-up check-in self-care self-harm online email
   slept brought led met taught wore wrote chose gave took knew showed shown grew went began begun became came did drank ate
   eaten fought forgave forgot got had hid lain ran rode sang seen slid swam swore threw woke children lives feet
   during since without whether versus among toward towards until upon via per crises analyses diagnoses hypotheses stimuli`.split(
    /\s+/,
  ),
)

export function wordsOfExamples(examples: readonly string[]): ExampleWords {
  const texts = examples.map(plainText)
  const lines = texts.map((text) => text.split('\n').map(partsOfLine))
  const tokens = lines.flat().flatMap(({ prose }) => tokensOf(prose))
  const all = texts.flatMap(tokensOf)
  const lower = new Set(all.flatMap(({ text, isCapital }) => (isCapital ? [] : [text])))
  const mayBeName = ({ text, isCapital }: Token) => isCapital && !lower.has(text) && !isCharting(text)
  const inProse = tokens.filter(
    (token) => mayBeName(token) && (!token.isFirst || token.isSubject || !isKnown(token.text)),
  )
  const inHeadings = lines.flat().flatMap(({ heading }) => tokensOf(heading).filter(({ text }) => !isKnown(text)))
  const names = [...inProse, ...inHeadings.filter(mayBeName), ...lines.flatMap(speakersOf).filter(mayBeName)]
  return {
    runs: new Set(texts.flatMap(runsOf)),
    numbers: new Set(texts.flatMap(numbersOf)),
    names: new Set(names.map(({ text }) => text)),
    unusual: new Set(all.flatMap(({ text }) => (isOrdinary(text) ? [] : [text]))),
  }
}

/** Returns the kind of content that a text repeats from the examples, or null. */
export function findRepetition(
  proposedText: string,
  examples: ExampleWords,
): Extract<LeftOut['reason'], 'copied' | 'number' | 'name'> | null {
  const text = plainText(proposedText)
  if (runsOf(text).some((run) => examples.runs.has(run))) return 'copied'
  if (numbersOf(text).some((number) => examples.numbers.has(number))) return 'number'
  const isName = tokensOf(text).some(
    (token) => (token.isCapital && examples.names.has(token.text)) || examples.unusual.has(token.text),
  )
  return isName ? 'name' : null
}

/** Single letters with separators between them, e.g. initials or a spelled name: `M.B.`, `M. B.`, `m a r i a`. */
const separateLetters = /(?<![\p{L}'’])\p{L}(?:[.\s-]+\p{L}(?!\p{L}))+/gu

/** Removes accents and invisible characters, and joins single letters such as initials. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(separateLetters, (letters) => letters.replaceAll(/[^\p{L}\n]/gu, ''))
}

function runsOf(text: string): string[] {
  const words = wordsOf(text).map((word) => word.text)
  const runs = (length: number) => words.slice(length - 1).map((_, at) => words.slice(at, at + length))
  const distinct = runs(distinctCopied.words).filter(
    (run) => run.filter((word) => !isCharting(word)).length >= distinctCopied.distinct,
  )
  return [...runs(copiedLength), ...distinct].map((run) => run.join(' '))
}

function numbersOf(text: string): string[] {
  const rest = text.replaceAll(scales, ' ')
  const amounts = amountsIn(rest).flatMap(({ value }) => (value > maxIgnoredNumber ? [String(value)] : []))
  const days = (rest.match(monthsAndDays) ?? []).map((name) => name.slice(0, 3).toLowerCase())
  return [...(rest.match(/\d+/g) ?? []), ...amounts, ...days]
}

/** Splits a line into its heading, which may be missing, and the rest. */
function partsOfLine(line: string): { heading: string; prose: string } {
  const [start = '', ...rest] = line.split(':')
  const isHeading = wordsOf(start).length <= 6 && !/[.!?]\s*$/.test(start)
  return isHeading ? { heading: start, prose: rest.join(':') } : { heading: '', prose: line }
}

/** Returns the words of headings that occur several times in one example, because these are speakers of a dialogue. */
function speakersOf(lines: readonly { heading: string }[]): Token[] {
  const groups = Map.groupBy(lines, ({ heading }) => heading.trim())
  return [...groups].flatMap(([heading, { length }]) => (length > 1 ? tokensOf(heading) : []))
}

const personVerb =
  /^(?:['’]s\b|\s+(?:also\s+)?(?:reports?|reported|states?|stated|says|said|describe[sd]?|share[sd]?|expresse[sd]|endorse[sd]?|denie[sd]|explain(?:s|ed)|mention(?:s|ed)|talk(?:s|ed)|feels|felt|attend(?:s|ed)|arrive[sd]?|came|cried|agree[sd]|hopes|wants|wanted|plans|will)\b)/

interface Token {
  text: string
  isCapital: boolean
  isFirst: boolean
  /** True if a verb follows whose subject is usually a person. */
  isSubject: boolean
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(/\p{L}[\p{L}\p{M}]*/gu), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    isCapital: /^\p{Lu}/u.test(word),
    isFirst: /(?:^|[.!?:;•*“"(-])\s*$/.test(text.slice(0, index)),
    isSubject: personVerb.test(text.slice(index + word.length)),
  }))
}

/** True for usual words of clinical notes and for the most common words. They reveal nothing about a client. */
const isCharting = (word: string) => chartingWords.has(word) || termsOf(word).length === 0

const isOrdinary = (word: string) => word.length < 3 || isCharting(word) || isKnown(word)

const isKnown = (word: string) => formsOf(word).some((lemma) => fieldOf({ lemma, pos: 'NOUN' }) !== null)

/** Returns the candidates for the lemma of a word. */
function formsOf(word: string): string[] {
  const stems = ['s', 'es', 'd', 'ed', 'r', 'er', 'ing', 'ly', 'n']
    .filter((ending) => word.endsWith(ending))
    .map((ending) => word.slice(0, -ending.length))
  return [
    word,
    ...stems.flatMap((stem) => [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')]),
    word.replace(/ies$/, 'y'),
  ]
}
