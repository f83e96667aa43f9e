import type { LeftOut } from '#shared/contract/template-examples.ts'
import { fieldOf } from '#server/clinical-text/language/dictionary.ts'
import { amountsIn } from '#server/clinical-text/language/numbers.ts'
import { termsOf, wordsOf } from '#server/clinical-text/language/words.ts'

/** Words of example notes, in lower case, by what they would reveal in a template. */
export interface ExampleWords {
  runs: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** Words that the examples write only with a capital letter. */
  names: ReadonlySet<string>
  /** Words that are in no dictionary, e.g. a rare name or an invented word. */
  unusual: ReadonlySet<string>
}

/**
 * Number of words in a row that count as copied: six, or four of which two are not common words of charting. 'The
 * client reported that' is not copied (decision 0110).
 */
const anyRun = 6
const distinctRun = { words: 4, distinct: 2 }

/** Scales and manuals whose names contain numbers. */
const scales =
  /\b(?:PHQ|GAD|PCL|BDI|BAI|DASS|AUDIT|OCI|MADRS|WHODAS|ACE|CAPS|PSS|ORS|SRS|EPDS|DSM|ICD)[-\s]?\d+(?:-TR)?\b/gi

const calendar =
  /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?\b/g

/** Number words up to this number, such as 'two', are more often wording than content. */
const mostInWords = 3

/** Abbreviations, words of charting, irregular forms and prepositions that the dictionary lacks. */
const charting: ReadonlySet<string> = new Set(
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

/** Returns which kind of words a text repeats from the examples, or null. */
export function repeatedIn(
  written: string,
  examples: ExampleWords,
): Extract<LeftOut['reason'], 'copied' | 'number' | 'name'> | null {
  const text = plainText(written)
  if (runsOf(text).some((run) => examples.runs.has(run))) return 'copied'
  if (numbersOf(text).some((number) => examples.numbers.has(number))) return 'number'
  const isName = tokensOf(text).some(
    (token) => (token.isCapital && examples.names.has(token.text)) || examples.unusual.has(token.text),
  )
  return isName ? 'name' : null
}

/** Single letters with separators between them, e.g. initials: `M.B.`, `M. B.`, `m a r i a`. */
const separateLetters = /(?<![\p{L}'’])\p{L}(?:[.\s-]+\p{L}(?!\p{L}))+/gu

/** Removes accents and invisible characters, and joins initials and spelled words. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(separateLetters, (letters) => letters.replaceAll(/[^\p{L}\n]/gu, ''))
}

function runsOf(text: string): string[] {
  const words = wordsOf(text).map((word) => word.text)
  const runs = (length: number) => words.slice(length - 1).map((_, at) => words.slice(at, at + length))
  const distinct = runs(distinctRun.words).filter(
    (run) => run.filter((word) => !isCharting(word)).length >= distinctRun.distinct,
  )
  return [...runs(anyRun), ...distinct].map((run) => run.join(' '))
}

function numbersOf(text: string): string[] {
  const rest = text.replaceAll(scales, ' ')
  const amounts = amountsIn(rest).flatMap(({ value }) => (value > mostInWords ? [String(value)] : []))
  const days = (rest.match(calendar) ?? []).map((name) => name.slice(0, 3).toLowerCase())
  return [...(rest.match(/\d+/g) ?? []), ...amounts, ...days]
}

/** Splits a line into its heading, if it begins with one, and the rest. */
function partsOfLine(line: string): { heading: string; prose: string } {
  const [start = '', ...rest] = line.split(':')
  const isHeading = wordsOf(start).length <= 6 && !/[.!?]\s*$/.test(start)
  return isHeading ? { heading: start, prose: rest.join(':') } : { heading: '', prose: line }
}

/** Returns the words of headings that one example repeats: they are the speakers of a dialogue. */
function speakersOf(lines: readonly { heading: string }[]): Token[] {
  const groups = Map.groupBy(lines, ({ heading }) => heading.trim())
  return [...groups].flatMap(([heading, { length }]) => (length > 1 ? tokensOf(heading) : []))
}

const bySubject =
  /^(?:['’]s\b|\s+(?:also\s+)?(?:reports?|reported|states?|stated|says|said|describe[sd]?|share[sd]?|expresse[sd]|endorse[sd]?|denie[sd]|explain(?:s|ed)|mention(?:s|ed)|talk(?:s|ed)|feels|felt|attend(?:s|ed)|arrive[sd]?|came|cried|agree[sd]|hopes|wants|wanted|plans|will)\b)/

interface Token {
  text: string
  isCapital: boolean
  isFirst: boolean
  /** True if the word is before a verb whose subject is usually a person. */
  isSubject: boolean
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(/\p{L}[\p{L}\p{M}]*/gu), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    isCapital: /^\p{Lu}/u.test(word),
    isFirst: /(?:^|[.!?:;•*“"(-])\s*$/.test(text.slice(0, index)),
    isSubject: bySubject.test(text.slice(index + word.length)),
  }))
}

/** True for words that describe a note, not its events, and for the most common words. */
const isCharting = (word: string) => charting.has(word) || termsOf(word).length === 0

const isOrdinary = (word: string) => word.length < 3 || isCharting(word) || isKnown(word)

const isKnown = (word: string) => formsOf(word).some((lemma) => fieldOf({ lemma, pos: 'NOUN' }) !== null)

/** Candidate lemmas of a word. */
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
