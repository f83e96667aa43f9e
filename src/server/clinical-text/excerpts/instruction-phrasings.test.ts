import { describe, expect, test } from 'vitest'
import { type ExcerptInstruction, parseInstruction } from './instructions.ts'

const polite = ['', 'Please ', 'Could you ', 'I want ', 'I would like ']
/** Combines each phrasing with each polite opening. */
const asked = (phrasings: readonly string[]) =>
  polite.flatMap((courtesy) =>
    phrasings.map((phrasing) => `${courtesy}${courtesy ? phrasing.toLowerCase() : phrasing}`),
  )

const shorter = asked([
  'Make it shorter',
  'Shorten it',
  'Be brief',
  'More concise',
  'Keep it brief',
  'Condense the note',
])
const longer = asked(['Make it longer', 'More detail', 'Add more detail', 'Be thorough', 'Expand it', 'More detailed'])
const quotes = asked(['Use quotes', 'Quotes only', 'Use direct quotes', "Use the client's own words", 'Word for word'])
const notShorter = asked(['Not shorter', "Don't make it shorter", 'Do not shorten it', 'Never brief'])
const notLonger = asked(['Not longer', "Don't make it longer", 'Do not expand it', 'Without more detail'])
const noQuotes = asked(['No quotes', 'Without quotes', "Don't use quotes", 'Avoid direct quotes', 'Remove the quotes'])
const bullets = asked(['Use bullets', 'Without bullets', 'No bullet points', 'As a bulleted list'])
const focus = asked(['Focus on sleep', 'More about sleep', 'Emphasize sleep', 'Highlight sleep'])
const leaveOut = asked(['Leave out sleep', 'Nothing about sleep', "Don't mention sleep", 'Less about sleep'])

const sleep = new Set(['sleep'])
const usual: ExcerptInstruction = { length: 1, terms: new Set(), without: new Set() }
const groups: readonly (readonly [name: string, phrasings: readonly string[], wish: ExcerptInstruction | null])[] = [
  ['shorter', shorter, { ...usual, length: 0.55 }],
  ['longer', longer, { ...usual, length: 1.5 }],
  ['quotes', quotes, usual],
  ['not shorter', notShorter, usual],
  ['not longer', notLonger, usual],
  ['no quotes, which excerpts cannot do', noQuotes, null],
  ['bullets or none, which excerpts cannot do', bullets, null],
  ['a subject', focus, { ...usual, terms: sleep }],
  ['a subject to leave out', leaveOut, { ...usual, without: sleep }],
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
  [shorter, notShorter],
  [longer, notLonger],
  [quotes, noQuotes],
  [focus, leaveOut],
])('a wish and its negation are never parsed alike: %s', (wishes, negations) => {
  for (const wish of wishes)
    for (const negation of negations) expect(parseInstruction(negation)).not.toEqual(parseInstruction(wish))
})
