import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureIn } from './measures.ts'

describe('measureIn', () => {
  test.each([
    ['GAD-7 score 8, down from 9.', 'GAD-7', 8, 21],
    ['Completed the GAD7: total score of 12/21 today.', 'GAD-7', 12, 21],
    ['GAD-7 was 0.', 'GAD-7', 0, 21],
    ['GAD-7 dropped to 6.', 'GAD-7', 6, 21],
    ['BAI = 31 of 63.', 'BAI', 31, 63],
    ['Client rates SUDS at 70.', 'SUDS', 70, 100],
    ['SUDS 5 of 100 today.', 'SUDS', 5, 100],
    ['SUDS: 7/10 at the end.', 'SUDS', 7, 10],
    ['Anxiety is seven out of ten.', 'Rating', 7, 10],
    ['Client rates anxiety at 4/10 today.', 'Rating', 4, 10],
  ])('measureIn finds the anxiety figure of the sentence: %s', (text, scale, value, most) => {
    expect(measureIn(text)).toEqual({ scale, value, most })
  })

  test.each([
    ['another time', 'GAD-7 was 14 last month.'],
    ['a wish', 'The goal is a GAD-7 of 5.'],
    ['two figures', 'GAD-7 was 12 and is now 8.'],
    ['a figure of something else', 'GAD-7 done; slept 5 hours.'],
    ['another figure beside it', 'GAD-7 score 8, slept 4 hours.'],
    ['more than the scale has', 'GAD-7 score 22.'],
    ['part of a number', 'GAD-7 score 8.5.'],
    ['another scale', 'PHQ-9 score 8.'],
    ['a figure that fits two scales', 'Client rates SUDS at 7.'],
    ['a diagnosis before the figure', 'SUD: 90 days sober.'],
    ['a duration', 'SUDs, 90 days sober.'],
    ['a duration without a unit', 'SUDS 90 sober.'],
    ['a number of weeks', 'GAD-7 today: 8 weeks of treatment.'],
    ['a denial', 'GAD-7 is not 8.'],
    ['two ratings', 'When asked “How anxious, zero to ten?”, Ada answered “Six. Seven out of ten.”'],
    ['a count', 'Ada is anxious on nine out of ten mornings.'],
    ['a rating of something else', 'Sleep is seven out of ten.'],
    ['more than ten', 'Anxiety is 12/10.'],
    ['no figure', 'Anxiety is moderate and improving.'],
  ])('measureIn finds no anxiety figure in a sentence with %s', (_, text) => {
    expect(measureIn(text)).toBeNull()
  })

  test('measureIn finds only figures that occur in the text and are within their scale', () => {
    const words = fc.constantFrom(
      'GAD-7',
      'BAI',
      'SUDS',
      'score',
      'was',
      'is',
      'of',
      '/',
      'down from',
      'anxious',
      ',',
      '.',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.nat(200).map(String))), (parts) => {
        const found = measureIn(parts.join(' '))
        if (!found) return
        expect(parts).toContain(String(found.value))
        expect(found.value).toBeLessThanOrEqual(found.most)
      }),
    )
  })
})
