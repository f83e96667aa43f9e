import { describe, expect, test } from 'vitest'
import { type ExcerptInstruction, parseInstruction } from './instructions.ts'

const polite = ['', 'Please ', 'Could you ', 'I want ', 'I would like ']
/** Combines each phrasing with each polite opening. */
const withCourtesies = (phrasings: readonly string[]) =>
  polite.flatMap((courtesy) =>
    phrasings.map((phrasing) => `${courtesy}${courtesy ? phrasing.toLowerCase() : phrasing}`),
  )

const shorterPhrasings = withCourtesies([
  'Make it shorter',
  'Shorten it',
  'Be brief',
  'More concise',
  'Keep it brief',
  'Condense the note',
])
const longerPhrasings = withCourtesies([
  'Make it longer',
  'More detail',
  'Add more detail',
  'Be thorough',
  'Expand it',
  'More detailed',
])
const quotePhrasings = withCourtesies([
  'Use quotes',
  'Quotes only',
  'Use direct quotes',
  "Use the client's own words",
  'Word for word',
])
const notShorterPhrasings = withCourtesies(['Not shorter', "Don't make it shorter", 'Do not shorten it', 'Never brief'])
const notLongerPhrasings = withCourtesies([
  'Not longer',
  "Don't make it longer",
  'Do not expand it',
  'Without more detail',
])
const noQuotePhrasings = withCourtesies([
  'No quotes',
  'Without quotes',
  "Don't use quotes",
  'Avoid direct quotes',
  'Remove the quotes',
])
const bulletPhrasings = withCourtesies(['Use bullets', 'Without bullets', 'No bullet points', 'As a bulleted list'])
const focusPhrasings = withCourtesies(['Focus on sleep', 'More about sleep', 'Emphasize sleep', 'Highlight sleep'])
const leaveOutPhrasings = withCourtesies([
  'Leave out sleep',
  'Nothing about sleep',
  "Don't mention sleep",
  'Less about sleep',
])

const sleep = new Set(['sleep'])
const usual: ExcerptInstruction = { length: 1, terms: new Set(), without: new Set() }
const groups: readonly (readonly [name: string, phrasings: readonly string[], wish: ExcerptInstruction | null])[] = [
  ['shorter', shorterPhrasings, { ...usual, length: 0.55 }],
  ['longer', longerPhrasings, { ...usual, length: 1.5 }],
  ['quotes', quotePhrasings, usual],
  ['not shorter', notShorterPhrasings, usual],
  ['not longer', notLongerPhrasings, usual],
  ['no quotes, which excerpts cannot do', noQuotePhrasings, null],
  ['bullets or none, which excerpts cannot do', bulletPhrasings, null],
  ['a subject', focusPhrasings, { ...usual, terms: sleep }],
  ['a subject to leave out', leaveOutPhrasings, { ...usual, without: sleep }],
]

test('the corpus has at least 200 different phrasings', () => {
  const all = groups.flatMap(([, phrasings]) => phrasings)
  expect(new Set(all).size).toBeGreaterThanOrEqual(200)
})

describe.each(groups)('phrasings of the wish for %s', (_, phrasings, wish) => {
  test.each(phrasings)('“%s” is parsed like the other phrasings of its wish', (phrasing) => {
    expect(parseInstruction(phrasing)).toEqual(wish)
    expect(parseInstruction(`${phrasing}.`)).toEqual(wish)
  })
})

test.each([
  [shorterPhrasings, notShorterPhrasings],
  [longerPhrasings, notLongerPhrasings],
  [quotePhrasings, noQuotePhrasings],
  [focusPhrasings, leaveOutPhrasings],
])('a wish and its negation are never parsed alike: %s', (wishes, negations) => {
  for (const wish of wishes)
    for (const negation of negations) expect(parseInstruction(negation)).not.toEqual(parseInstruction(wish))
})
