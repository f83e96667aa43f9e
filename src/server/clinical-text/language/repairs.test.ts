import { expect, test } from 'vitest'
import { withoutRepairs } from './repairs.ts'

test.each([
  ['Two weeks, no, three weeks ago.', 'three', 'two'],
  ['It was on Saturday. No, sorry, Friday night.', 'friday', 'saturday'],
  ['I was there three hours. Well, no, two and a half.', 'two', 'three'],
  ['In March, I mean May.', 'may', 'march'],
  ['I take fifty milligrams, no, seventy-five milligrams.', 'seventy-five', 'fifty'],
  ['Fifty milligrams of sertraline, no, seventy-five.', 'seventy-five', 'fifty'],
  ['50mg a day, sorry, 75mg a day.', '75', '50'],
  ['Two pills, sorry, three.', 'three', 'two'],
  ['Four drinks. No, wait, six.', 'six', 'four'],
  ['Ten percent, I mean twenty.', 'twenty', 'ten'],
  ['Forty I mean sixty micrograms.', 'sixty', 'forty'],
  ['A hundred and fifty, no, two hundred.', 'two hundred', 'fifty'],
  ['Zero point five milligrams, no, one.', 'one', 'five'],
  ['12.5 mg, no, 25.', '25', '12'],
  ['Two and a half, no, three.', 'three', 'half'],
  ['Half a tablet, no, two.', 'two', 'half'],
  ['I have two kids, no, three.', 'three', 'two'],
  ['Twice a day, sorry, three times a day.', 'three', 'twice'],
  ['From nine o’clock, no, ten.', 'ten', 'nine'],
  ['Fifty milligrams, no, I mean seventy-five.', 'seventy-five', 'fifty'],
  ['Twelve drinks, no I mean ten.', 'ten', 'twelve'],
  ['Five hours, uh no, four.', 'four', 'five'],
  ['Forty uh no sixty milligrams.', 'sixty', 'forty'],
  ['Ten beers, oh no, twelve.', 'twelve', 'ten'],
  ['30 mg, actually no, 20.', '20', '30'],
  ['Two tablets, no, no, three.', 'three', 'two'],
  ['A hundred, no, wait, sorry, two hundred.', 'two hundred', 'a hundred'],
  ['Four weeks, no, more like six.', 'six', 'four'],
  ['Fifty milligrams at night, no, seventy-five.', 'at night', 'fifty'],
  ['Twenty in the morning, sorry, forty.', 'forty', 'twenty'],
  ['Two pills with food, oh no, three.', 'three', 'two'],
  ['Eight drinks on Friday, no, ten.', 'friday', 'eight'],
  ['Fifty milligrams at ten, no, eleven o’clock.', 'fifty', 'ten'],
  ['Monday morning, no, Tuesday.', 'tuesday', 'monday'],
  ['Nought point nought five milligrams, no, one.', 'one', 'five'],
])('withoutRepairs removes corrected words: %s', (text, kept, gone) => {
  const words = withoutRepairs(text).toLowerCase()
  expect(words).toContain(kept)
  expect(words).not.toContain(gone)
})

test.each([
  'I took two, no more.',
  'On Monday no, on Tuesday yes.',
  'Three or four times.',
  'No, two weeks.',
  'Two pills, no side effects.',
  'I had four beers, no wine, six cigarettes.',
  'I have two sons. No, five cats.',
  'I take fifty milligrams. No one knows.',
  'I take fifty milligrams, actually, twice a day.',
  'Fifty milligrams, actually two times a day.',
  'Two tablets. Sorry, one second.',
  'I take forty. Wait, one more thing.',
  'I have three dogs. No, two of them died.',
  'I slept five hours, actually six nights in a row.',
  'Two weeks? No, three.',
  'Two pills at night, no side effects, three naps.',
  'I take fifty, uh, no one knows.',
  'Three dogs at home. No, I mean two of them died.',
  'I slept five hours on Monday, no, actually six times a night.',
])('withoutRepairs removes nothing without a correction: %s', (text) => {
  expect(withoutRepairs(text)).toBe(text)
})
