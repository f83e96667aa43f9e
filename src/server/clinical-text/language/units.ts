const units: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    mg: 'milligram milligrams mgs',
    mcg: 'microgram micrograms mcgs',
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
    times: 'time',
    clock: 'oclock am pm',
  }).flatMap(([unit, names]) => [unit, ...names.split(' ')].map((name) => [name, unit])),
)

/** The unit with this name, in lower case. `times`, `clock` (a time of day) and `ordinal` count, and measure nothing. */
export const unitOf = (name: string): string | null => units[name] ?? null

/** The names of units that measure, as alternatives of a pattern. */
export const measureNames = Object.keys(units)
  .filter((name) => /^[a-z]+$/.test(name) && isMeasure(units[name] ?? null))
  .toSorted((one, other) => other.length - one.length)
  .join('|')

/** True for a unit in which something is measured, such as milligrams or drinks. */
export function isMeasure(unit: string | null): unit is string {
  return unit !== null && !/^(?:times|clock|ordinal)$/.test(unit)
}

/** Units that can be converted, each as a multiple of the smallest unit of its kind. */
const multiples: Readonly<Record<string, readonly [string, number]>> = {
  second: ['time', 1],
  minute: ['time', 60],
  hour: ['time', 3600],
  day: ['days', 1],
  week: ['days', 7],
  year: ['years', 1],
  decade: ['years', 10],
  mcg: ['weight', 1],
  mg: ['weight', 1000],
  g: ['weight', 1_000_000],
  kg: ['weight', 1_000_000_000],
}

/** The kind of a unit that can be converted, and its multiple of the smallest unit of that kind. */
export const multipleOf = (unit: string | null): readonly [kind: string, factor: number] | null =>
  multiples[unit ?? ''] ?? null

/** Units with an article, so one of each: `the mile`. */
export function singleUnitsIn(text: string): Set<string> {
  const named = Array.from(text.toLowerCase().matchAll(/\b(?:a|an|the) (\w+)/g), ([, word = '']) => word)
  return new Set(named.flatMap((word) => (word.endsWith('s') ? [] : (units[word] ?? []))))
}
