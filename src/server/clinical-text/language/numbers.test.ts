import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { amountsIn, readingsOf } from './numbers.ts'

const values = (text: string) => amountsIn(text).map(({ value }) => value)

describe('amountsIn', () => {
  test.each([
    ['she is twenty-five', [25]],
    ['twenty five weeks', [25]],
    ['2,000 steps', [2000]],
    ['40mg of sertraline', [40]],
    ['one hundred and twenty', [120]],
    ['two thousand five hundred', [2500]],
    ['born in nineteen seventy four', [1974]],
    ['in twenty nineteen', [2019]],
    ['one and a half hours', [1.5]],
    ['2.5 mg', [2.5]],
    ['two point five', [2.5]],
    ['seven out of ten', [7, 10]],
    ['7/10', [7, 10]],
    ['1/2 a pill', [0.5]],
    ['page 1/2', [1, 2]],
    ['half a pill', [0.5]],
    ['a couple of drinks', [2]],
    ['five or six beers', [5, 6]],
    ['the third of July', [3]],
    ['the 3rd time', [3]],
    ['the twenty-first', [21]],
    ['twice a week', [2]],
    ['in her thirties', [30]],
    ['no numbers here', []],
  ])('amountsIn finds the numbers in “%s”', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })

  test('a part of a compound is not a separate number', () => {
    expect(values('twenty-five mg')).not.toContain(20)
  })

  test('amountsIn finds the unit of a number, and of both ends of a range', () => {
    expect(amountsIn('forty milligrams')[0]?.unit).toBe('mg')
    expect(amountsIn('two to three days').map(({ unit }) => unit)).toEqual(['day', 'day'])
  })

  test('“one” is vague in “one of them”, and a count in “one drink”', () => {
    expect(amountsIn('one of them')[0]?.isVague).toBe(true)
    expect(amountsIn('one drink')[0]?.isVague).toBe(false)
  })

  test('a comma separates two numbers', () => {
    expect(values('now it is twenty, twenty-five')).toEqual([20, 25])
  })

  test('digits in a name do not count, and a rate has no unit of time', () => {
    expect(values('HbA1c and B12')).toEqual([])
    expect(amountsIn('eight hundred a month')).toEqual([{ value: 800, unit: null, isVague: false }])
    expect(amountsIn('half a mile')).toEqual([{ value: 0.5, unit: 'mile', isVague: false }])
  })

  test('amountsIn reads digits with and without thousands separators', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (number) => {
        expect(values(`about ${number} of them`)).toEqual([number])
        expect(values(`about ${number.toLocaleString('en-US')} of them`)).toEqual([number])
      }),
    )
  })
})

test.each([
  ['I take point five milligrams', [0.5]],
  ['I take point five', [0.5]],
  ['on point five of Ativan', [0.5]],
  ['nought point five milligrams', [0.5]],
  ['zero point two five milligrams', [0.25]],
  ['from point two five to point seven five mg', [0.25, 0.75]],
  ['it was point oh eight', [0.08]],
  ['one point two five', [1.25]],
  ['two point twenty-five', [2.25]],
  ['ninety-eight point six', [98.6]],
  ['a hundred point four', [100.4]],
  ['one oh one point four', [101.4]],
  ['a point five milligram tablet', [0.5]],
  ['.5 mg', [0.5]],
  ['one point five million', [1_500_000]],
  ['zero point five two times a day', [0.5, 2]],
  ['at that point two of us', [2]],
  ['a turning point five years ago', [5]],
  ['nought point nought five milligrams', [0.05]],
  ['naught point oh two', [0.02]],
  ['it was point o eight', [0.08]],
  ['oh point five of Ativan', [0.5]],
  ['my point five of Klonopin', [0.5]],
  ['a point seven five at bedtime', [0.75]],
  ['her point two five a day', [0.25]],
  ['his point five tablet', [0.5]],
  ['he made a point three times', [3]],
  ['my point two years ago', [2]],
  ['a point five people made', [5]],
  ['zero point five two pills', [0.5, 2]],
  ['point five three nights a week', [0.5, 3]],
  ['point one two or three tablets', [0.1, 2, 3]],
  ['point two five tablets', [0.25]],
])('amountsIn reads decimals as spoken: %s', (text, expected) => {
  expect(values(text)).toEqual(expected)
})

test.each([
  ['half of a pill', [0.5]],
  ['one half tablet', [0.5]],
  ['½ tablet', [0.5]],
  ['1 ½ tablets', [1.5]],
  ['3/4 of a tablet', [0.75]],
  ['three quarters of a milligram', [0.75]],
  ['a quarter tablet', [0.25]],
  ['the last quarter', []],
  ['two and a quarter tablets', [2.25]],
  ['two tablets and a half', [2.5]],
  ['a pill and a half', [1.5]],
  ['a dozen', [12]],
  ['half a dozen', [6]],
  ['two dozen', [24]],
  ['one and a half dozen', [18]],
  ['a dozen five-minute talks', [12, 5]],
  ['a couple of hundred', [200]],
  ['a few hundred, several dozen and dozens more', []],
  ['twenty-five hundred', [2500]],
  ['a hundred and five', [105]],
  ['one fifty over ninety', [150, 90]],
  ['one oh five', [105]],
  ['in ’98 and in ’04', [1998, 2004]],
  ['nineteen oh four', [1904]],
])('amountsIn reads fractions and multiples as spoken: %s', (text, expected) => {
  expect(values(text)).toEqual(expected)
})

test.each([
  ['6:30', 6.5],
  ['6.30 pm', 6.5],
  ['six thirty p.m.', 6.5],
  ['half past six', 6.5],
  ['half six', 6.5],
  ['quarter to six', 5.75],
  ['a quarter past 7', 7.25],
  ['twenty past nine', 9 + 20 / 60],
  ['nine o’clock', 9],
  ['noon', 12],
  ['at 6.30', 6.5],
  ['around 11.15', 11.25],
])('amountsIn reads a time of day: %s', (text, hours) => {
  expect(amountsIn(text)).toMatchObject([{ value: hours, unit: 'clock' }])
})

test.each([
  ['from ten to six', [10, 6]],
  ['half six-milligram tablets', [0.5, 6]],
  ['down from twenty-five after ten sessions', [25, 10]],
  ['from thirty minutes to ten', [30, 10]],
  ['the 6.30 in the score', [6.3]],
  ['about 2.50 mg', [2.5]],
  ['by 1.5', [1.5]],
  ['cut in half three times a day', [0.5, 3]],
  ['cut in half two at a time', [0.5, 2]],
  ['half six times', [0.5, 6]],
])('amountsIn reads no time of day in “%s”', (text, expected) => {
  expect(values(text)).toEqual(expected)
})

test.each([
  ['ten fifteen', [1015, 10, 15]],
  ['one ten over seventy', [110, 1, 10, 70]],
  ['two fifty milligram tablets', [250, 2, 50]],
  ['two fifty milligrams', [250]],
  ['three twelve-hour shifts', [3, 12]],
  ['at ten to six', [5 + 50 / 60, 10, 6]],
  ['one twenty-milligram Prozac', [120, 1, 20]],
  ['one thirty-minute walk', [130, 1, 30]],
  ['two twenty-five milligram sertraline', [225, 2, 25]],
  ['two ninety-day breaks', [290, 2, 90]],
  ['one fifty milligrams', [150]],
  ['one fifty mg', [150]],
  ['at 6.30', [6.5, 6.3]],
  ['at that point five milligrams', [0.5, 5]],
  ['my point five helps', [0.5, 5]],
])('readingsOf gives both meanings of “%s”', (text, expected) => {
  expect(readingsOf(amountsIn(text)).map(({ value }) => value)).toEqual(expected)
})

test.each([
  ['twice a day', 'times'],
  ['three times', 'times'],
  ['the third time', 'times'],
  ['my second husband', 'ordinal'],
  ['the 3rd', 'ordinal'],
  ['my ninth week', 'week'],
  ['her fortieth birthday', 'year'],
  ['half of my tablet', 'pill'],
])('a number that counts has a unit: %s', (text, unit) => {
  expect(amountsIn(text)).toMatchObject([{ unit }])
})

/** If each link read the next one twice, these would never end. */
test.each([
  ['point two five or', 0.25],
  ['point seven five to', 0.75],
  ['zero point one two or', 0.12],
])('amountsIn reads a loop of ranges to its end: %s', (link, value) => {
  expect(values(`${link} `.repeat(2000))).toEqual(Array.from({ length: 2000 }, () => value))
})
