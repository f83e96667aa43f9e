import { expect, test } from 'vitest'
import { repeatedLimit, repeatedShare } from './repeated-text.ts'

const sentence = (word: string) => `The client said ${word} ${word} and looked away.`
const [a, b, c, d] = ['aaaa', 'bbbb', 'cccc', 'dddd'].map(sentence)

test.each([
  ['none', [a, b], [c, d], 0],
  ['half', [a, b], [b, c], 0.5],
  ['three of four', [a, b, c, d], [d, c, b], 0.75],
  ['all, in another order and from several sections', [a, b, c], [c, b, a, d], 1],
] as const)('repeatedShare measures the repeated share: %s', (_, text, earlier, share) => {
  expect(repeatedShare(text.join(' '), [...earlier].map(String))).toBeCloseTo(share)
})

test('a sentence is repeated regardless of case, white space and punctuation at its end', () => {
  expect(repeatedShare(`${a} ${b}`, [`${a?.toUpperCase()}\n${b?.replace('.', '!').replace(' ', '  ')}`])).toBe(1)
})

test('a changed word makes a sentence new', () => {
  expect(repeatedShare(`${a} ${b}`, [`${a} ${b}`.replaceAll('looked', 'turned')])).toBe(0)
})

test('short texts and empty notes repeat nothing', () => {
  expect(repeatedShare('Continue weekly sessions.', ['Continue weekly sessions.'])).toBe(0)
  expect(repeatedShare('', [''])).toBe(0)
})

test('three repeated sentences of five reach the limit of 60 %', () => {
  const same = 'Ten letters make one sentence here, and it is long.'
  const other = 'Another text of the same length, so that it counts.'
  expect(same).toHaveLength(other.length)
  const share = repeatedShare([same, `1 ${same}`, `2 ${same}`, other, `1 ${other}`].join(' '), [
    [same, `1 ${same}`, `2 ${same}`].join(' '),
  ])
  expect(share).toBeLessThan(repeatedLimit + 0.01)
  expect(share).toBeGreaterThan(repeatedLimit - 0.01)
})
