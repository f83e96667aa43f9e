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

/** Words for the digit 0 next to `point`: `nought point oh five`. */
export const zeroPattern = /^(?:oh?|nought|naught)$/

export const ordinals: Readonly<Record<string, number>> = {
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
  fortieth: 40,
  fiftieth: 50,
  sixtieth: 60,
  seventieth: 70,
  eightieth: 80,
  ninetieth: 90,
}

export const scales: Readonly<Record<string, number>> = { dozen: 12, hundred: 100, thousand: 1000, million: 1_000_000 }

/** How often something happened, in one word. */
export const occasions: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 }

export const decades: Readonly<Record<string, number>> = {
  twenties: 20,
  thirties: 30,
  forties: 40,
  fifties: 50,
  sixties: 60,
  seventies: 70,
  eighties: 80,
  nineties: 90,
}

/** A number that was read from tokens: the words and figures of a text, in lower case, with a comma for each pause. */
export interface Reading {
  value: number
  /** Index of the token after it. */
  next: number
  /** A unit that the number itself implies. */
  unit?: string
  /** The numbers that the same words may also be: `ten fifteen` is a time of day, or ten and fifteen. */
  parts?: readonly PartReading[]
}

interface PartReading extends Reading {
  at: number
}

/** Reads a number below hundred in words: `twenty`, `twenty-five`, `twenty-fifth`. */
export function readBelowHundred(tokens: readonly string[], at: number): Reading | null {
  const word = tokens[at] ?? ''
  const value = numberWords[word]
  if (value === undefined) return null
  const next = tokens[at + 1] ?? ''
  const digit = tens[word] === undefined ? undefined : (numberWords[next] ?? ordinals[next])
  if (digit === undefined || digit === 0 || digit > 9) return { value, next: at + 1 }
  return { value: value + digit, next: at + 2, ...(ordinals[next] !== undefined && { unit: 'ordinal' }) }
}
