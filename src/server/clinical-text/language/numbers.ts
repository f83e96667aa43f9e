/** A number in a text, with the unit after it if that is a known one. */
export interface Amount {
  value: number
  unit: string | null
  /** `one`, `once` and `first` without a unit: more often idioms than counts. */
  isVague: boolean
}

const smallNumbers: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
}
const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}
/** Whole numbers that are one word. */
export const numberWords: Readonly<Record<string, number>> = { ...smallNumbers, ...tens }

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
  thirteenth: 13,
  fourteenth: 14,
  fifteenth: 15,
  sixteenth: 16,
  seventeenth: 17,
  eighteenth: 18,
  nineteenth: 19,
  twentieth: 20,
  thirtieth: 30,
}
const scales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000 }
const counts: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3, couple: 2, dozen: 12, half: 0.5 }
const decades: Readonly<Record<string, number>> = {
  twenties: 20,
  thirties: 30,
  forties: 40,
  fifties: 50,
  sixties: 60,
  seventies: 70,
  eighties: 80,
  nineties: 90,
}

const units: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    mg: 'milligram milligrams mgs',
    mcg: 'microgram micrograms',
    g: 'gram grams',
    kg: 'kilo kilos kilogram kilograms',
    lb: 'lbs pound pounds',
    ml: 'milliliter milliliters millilitre millilitres',
    percent: '% pct',
    second: 'seconds sec secs',
    minute: 'minutes min mins',
    hour: 'hours hr hrs',
    day: 'days',
    night: 'nights',
    week: 'weeks wk wks',
    month: 'months',
    year: 'years yr yrs yo',
    decade: 'decades',
    dollar: 'dollars $ bucks',
    mile: 'miles',
    foot: 'feet ft',
    inch: 'inches',
    drink: 'drinks beer beers',
    pill: 'pills tablet tablets',
  }).flatMap(([unit, names]) => [unit, ...names.split(' ')].map((name) => [name, unit])),
)

const vague: ReadonlySet<string> = new Set(['one', 'once', 'first'])

/** Spoken numbers and their written form: `half an hour`, `a fortnight`, `point nine`, `'04`. */
const ways: readonly (readonly [RegExp, string])[] = [
  [/[’‘ʼ]/g, "'"],
  [/\b(?:(?:a )?half (?:an|a) hour|half-hour)\b/g, '30 minutes'],
  [/\b(?:a )?quarter of an hour\b/g, '15 minutes'],
  [/\b(?:three[ -]quarters of an hour)\b/g, '45 minutes'],
  [/\b(?:an hour and a half)\b/g, '90 minutes'],
  [/\b(?:the |a |last |past )*fortnight\b/g, '2 weeks'],
  [/(?<!\w )\bpoint (?=(?:oh?|zero|one|two|three|four|five|six|seven|eight|nine)\b)/g, 'zero point '],
  [
    /(?<=\b(?:from|to|than|at|of|the|was|is) )point (?=(?:one|two|three|four|five|six|seven|eight|nine)\b)/g,
    'zero point ',
  ],
  [/(?<![\w'])'(\d\d)\b/g, '20$1'],
  [/\b(one|two|three|four|five|seven|eight|nine|ten|eleven|twelve)s\b/g, '$1'],
  [/\bsixes\b/g, 'six'],
  [/\b(?:midnight|midday|noon)\b/g, '12'],
]

const plainNumbers = (text: string) => ways.reduce((rest, [way, plain]) => rest.replace(way, plain), text.toLowerCase())

/** Digits in a name are not numbers: `HbA1c`, `B12`. */
const tokenPattern = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?!x\d)[a-z]+\d[a-z\d]*|[a-z]+|,(?= )|[%$]/g

/**
 * Numbers in a text, in digits or words: `25`, `twenty-five`, `2,000`, `40mg`, `third`, `twice`, `one and a half`, `nineteen
 * seventy four`. `1/2` and `7 out of 10` give both of their parts.
 */
export function amountsIn(text: string): Amount[] {
  const tokens = plainNumbers(text).match(tokenPattern) ?? []
  const found: Amount[] = []
  let at = 0
  while (at < tokens.length) {
    const read = readNumber(tokens, at)
    if (read === null) {
      at += 1
      continue
    }
    const unit = tokens[at - 1] === '$' ? 'dollar' : unitAt(tokens, read)
    found.push({
      value: read.value,
      unit,
      isVague: unit === null && vague.has(tokens[at] ?? '') && read.next === at + 1,
    })
    at = read.next
  }
  return found
}

/**
 * The unit directly after a number or after the end of its range: in `two to three days`, both are days. `Half a mile` has a
 * unit, `eight hundred a month` has none.
 */
function unitAt(tokens: readonly string[], { value, next: at }: Reading): string | null {
  const next = tokens[at] ?? ''
  if (units[next]) return units[next]
  if (next === 'to' || next === 'or') {
    const range = readNumber(tokens, at + 1)
    return range ? (units[tokens[range.next] ?? ''] ?? null) : null
  }
  return next === 'of' || next === 'more' || (next === 'a' && value === 0.5)
    ? (units[tokens[at + 1] ?? ''] ?? null)
    : null
}

interface Reading {
  value: number
  next: number
}

function readNumber(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  if (/^\d/.test(word)) return readDigits(tokens, at)
  const decade = decades[word]
  if (decade !== undefined) return { value: decade, next: at + 1 }
  const count = counts[word]
  const isPair = word === 'couple' && tokens[at - 1] === 'the'
  if (count !== undefined) return isPair ? null : { value: count, next: at + 1 }
  const ordinal = ordinals[word]
  if (ordinal !== undefined) return { value: ordinal, next: at + 1 }
  const base = readBelowHundred(tokens, at)
  if (base === null) {
    return scales[word] === undefined ? null : readScales(tokens, { value: 1, next: at })
  }
  return readHalf(tokens, readPoint(tokens, readYear(tokens, readShort(tokens, readScales(tokens, base)))))
}

function readDigits(tokens: readonly string[], at: number): Reading {
  const value = Number((tokens[at] ?? '').replaceAll(',', ''))
  const scale = scales[tokens[at + 1] ?? '']
  return scale === undefined ? readHalf(tokens, { value, next: at + 1 }) : { value: value * scale, next: at + 2 }
}

function readBelowHundred(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  const ten = tens[word]
  if (ten === undefined) {
    const value = smallNumbers[word]
    return value === undefined ? null : { value, next: at + 1 }
  }
  const next = tokens[at + 1] ?? ''
  const digit = smallNumbers[next] ?? ordinals[next]
  return digit !== undefined && digit > 0 && digit < 10
    ? { value: ten + digit, next: at + 2 }
    : { value: ten, next: at + 1 }
}

function readScales(tokens: readonly string[], base: Reading): Reading {
  let { value, next } = base
  for (let scale = scales[tokens[next] ?? '']; scale !== undefined; scale = scales[tokens[next] ?? '']) {
    value *= scale
    next += 1
    const rest = readBelowHundred(tokens, tokens[next] === 'and' ? next + 1 : next)
    if (rest === null) break
    const restScale = scales[tokens[rest.next] ?? '']
    value += restScale === undefined ? rest.value : rest.value * restScale
    next = restScale === undefined ? rest.next : rest.next + 1
  }
  return { value, next }
}

/** Reads a dose or weight without the word `hundred`: `one fifty`. */
function readShort(tokens: readonly string[], base: Reading): Reading {
  if (base.value < 1 || base.value > 9) return base
  const rest = readBelowHundred(tokens, base.next)
  return rest !== null && rest.value >= 20 ? { value: base.value * 100 + rest.value, next: rest.next } : base
}

/** Reads a century followed by a number of two digits: `nineteen seventy four`, `twenty twenty`. */
function readYear(tokens: readonly string[], century: Reading): Reading {
  if (century.value < 18 || century.value > 20) return century
  const rest = readBelowHundred(tokens, century.next)
  return rest !== null && rest.value >= 10 ? { value: century.value * 100 + rest.value, next: rest.next } : century
}

function readPoint(tokens: readonly string[], whole: Reading): Reading {
  if (tokens[whole.next] !== 'point') return whole
  const rest = readBelowHundred(tokens, whole.next + 1)
  return rest === null ? whole : { value: Number(`${whole.value}.${rest.value}`), next: rest.next }
}

function readHalf(tokens: readonly string[], whole: Reading): Reading {
  const isHalf = tokens[whole.next] === 'and' && tokens[whole.next + 1] === 'a' && tokens[whole.next + 2] === 'half'
  return isHalf ? { value: whole.value + 0.5, next: whole.next + 3 } : whole
}

const dayAndMonth =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|april|june|july|august|september|october|november|december)\b/gi
const monthOrVerb =
  /\b(?:March|May)(?=\s+(?:the\s+)?\d|\s+\w+(?:st|nd|rd|th)\b)|\b(?<=(?:[Ii]n|of|[Ss]ince|[Uu]ntil|[Bb]y|[Ll]ast|[Nn]ext)\s)(?:March|May)\b/g

const spokenMonth = /\b(?:March|May)\b(?! (?:I|we|be|have)\b)|^(?:March|May)\b/g

/** Like `datesIn`, but reads any capitalized March or May as the month. */
export function spokenDatesIn(text: string): string[] {
  return [...datesIn(text), ...(text.match(spokenMonth) ?? []).map((name) => name.toLowerCase())]
}

/** Units with an article, so one of each: `the mile`. */
export function singleUnitsIn(text: string): Set<string> {
  const named = Array.from(text.toLowerCase().matchAll(/\b(?:a|an|the) (\w+)/g), ([, word = '']) => word)
  return new Set(named.flatMap((word) => (word.endsWith('s') ? [] : (units[word] ?? []))))
}

/** Days of the week and months in a text, in lower case. */
export function datesIn(text: string): string[] {
  return [...(text.match(dayAndMonth) ?? []), ...(text.match(monthOrVerb) ?? [])].map((name) =>
    name.toLowerCase().replace(/s$/, ''),
  )
}
