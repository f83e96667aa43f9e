import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { amountsIn, datesIn, singleUnitsIn } from './numbers.ts'

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
    ['1/2 a pill', [1, 2]],
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

test('singleUnitsIn finds units with an article, which count as one', () => {
  expect([...singleUnitsIn('I can walk the mile in an hour, and then hours of rest')]).toEqual(['mile', 'hour'])
})

test('datesIn finds days and months, not the verbs march and may', () => {
  expect(datesIn('on Tuesday in March')).toEqual(['tuesday', 'march'])
  expect(datesIn('We met on May 3rd')).toEqual(['may'])
  expect(datesIn('they march on and it may rain')).toEqual([])
})
