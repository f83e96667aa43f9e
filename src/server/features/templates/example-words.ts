import type { LeftOut } from '#shared/contract/template-examples.ts'
import { fieldOf } from '#server/clinical-text/language/dictionary.ts'
import { termsOf, wordsOf } from '#server/clinical-text/language/words.ts'

/** Words of example notes, by what they would reveal in a template. Lower case. */
export interface ExampleWords {
  runs: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** Written with a capital letter only. */
  names: ReadonlySet<string>
  /** In no dictionary, e.g. a rare name or an invented word. */
  unusual: ReadonlySet<string>
  headings: ReadonlySet<string>
}

/**
 * Words in a row that count as copied: six, or four of which two say more than the vocabulary of charting, unlike 'the client
 * reported that' (decision 0110).
 */
const anyRun = 6
const distinctRun = { words: 4, distinct: 2 }

/** Scales and manuals, whose numbers belong to their names. */
const scales =
  /\b(?:PHQ|GAD|PCL|BDI|BAI|DASS|AUDIT|OCI|MADRS|WHODAS|ACE|CAPS|PSS|ORS|SRS|EPDS|DSM|ICD)[-\s]?\d+(?:-TR)?\b/gi

const calendar =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?\b/g

const spelled =
  /\b(?:four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)\b/gi

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
  const lines = examples.flatMap((text) => text.split('\n')).map(partsOfLine)
  const tokens = lines.flatMap(({ prose }) => tokensOf(prose))
  const lower = new Set(examples.flatMap(tokensOf).flatMap(({ text, isCapital }) => (isCapital ? [] : [text])))
  const names = tokens.filter(
    ({ text, isCapital, isFirst, isSubject }) =>
      isCapital && !lower.has(text) && !isCharting(text) && (!isFirst || isSubject || !isKnown(text)),
  )
  return {
    runs: new Set(examples.flatMap(runsOf)),
    numbers: new Set(examples.flatMap(numbersOf)),
    names: new Set(names.map(({ text }) => text)),
    unusual: new Set(examples.flatMap(tokensOf).flatMap(({ text }) => (isOrdinary(text) ? [] : [text]))),
    headings: new Set(lines.flatMap(({ heading }) => (heading === '' ? [] : [plain(heading)]))),
  }
}

/** The kind of words that a text repeats of the examples, or null. The title of a section may be a heading of an example. */
export function repeatedIn(
  text: string,
  examples: ExampleWords,
  isTitle = false,
): Extract<LeftOut['reason'], 'copied' | 'number' | 'name'> | null {
  if (runsOf(text).some((run) => examples.runs.has(run))) return 'copied'
  if (numbersOf(text).some((number) => examples.numbers.has(number))) return 'number'
  const isHeading = isTitle && examples.headings.has(plain(text))
  const isName = tokensOf(text).some(
    (token) => (token.isCapital && examples.names.has(token.text)) || (!isHeading && examples.unusual.has(token.text)),
  )
  return isName ? 'name' : null
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
  const found = [...(rest.match(/\d+/g) ?? []), ...(rest.match(calendar) ?? []), ...(rest.match(spelled) ?? [])]
  return found.map((number) => number.toLowerCase())
}

/** The heading of a line, if it begins with one, and the rest. */
function partsOfLine(line: string): { heading: string; prose: string } {
  const [start = '', ...rest] = line.split(':')
  const isHeading = wordsOf(start).length <= 6 && !/[.!?]\s*$/.test(start)
  return isHeading ? { heading: start, prose: rest.join(':') } : { heading: '', prose: line }
}

const bySubject =
  /^(?:['’]s\b|\s+(?:also\s+)?(?:reports?|reported|states?|stated|says|said|describe[sd]?|share[sd]?|expresse[sd]|endorse[sd]?|denie[sd]|explain(?:s|ed)|mention(?:s|ed)|talk(?:s|ed)|feels|felt|attend(?:s|ed)|arrive[sd]?|came|cried|agree[sd]|hopes|wants|wanted|plans|will)\b)/

interface Token {
  text: string
  isCapital: boolean
  isFirst: boolean
  /** Before a verb that a person is the subject of. */
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

const plain = (text: string) =>
  tokensOf(text)
    .map((token) => token.text)
    .join(' ')

/** True for words that describe a note, not its events, and for the most common words. */
const isCharting = (word: string) => charting.has(word) || termsOf(word).length === 0

const isOrdinary = (word: string) => word.length < 3 || isCharting(word) || isKnown(word)

const isKnown = (word: string) => formsOf(word).some((lemma) => fieldOf({ lemma, pos: 'NOUN' }) !== null)

/** Forms that may be the dictionary form of a word. */
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
