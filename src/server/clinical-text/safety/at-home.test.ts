import { expect, test } from 'vitest'
import { statusIn } from './status-in.fixture.ts'

test.each([
  ['T: Any violence at home? / C: No.', 'denied'],
  ["T: Any violence at home? / C: Yeah. Mostly when he's been to the pub.", 'stated'],
  ['T: Is there any violence at home? / C: No. He shoves a bit.', 'unclear'],
  ['T: Has there ever been violence in your relationship? / C: No, never.', 'denied'],
  ['T: Has it ever become physical between the two of you? / C: No, never.', 'denied'],
  ["T: Has he ever raised a hand to you? / C: No, he hasn't.", 'denied'],
  ['C: There is too much violence on television.', 'not raised'],
])('a question about violence: %s is %s', (lines, expected) => {
  expect(statusIn(lines, 'abuse')).toBe(expected)
})

test.each([
  ['C: He hit me in front of the kids.', 'stated'],
  ['C: She throws plates at me in front of the baby.', 'stated'],
  ['C: My son saw him punch me.', 'stated'],
  ['C: The boys were on the stairs when he was punching me.', 'stated'],
  ['C: He was choking me and the girls were watching.', 'stated'],
  ['C: I slapped her and our son was standing right there.', 'stated'],
  ['T: Do the children see it when he hits you? / C: Yes.', 'stated'],
  ["T: Have the children seen any of the violence? / C: No, they're at my mum's.", 'unclear'],
  ['C: He hit me, but never in front of the kids.', 'unclear'],
  ['C: My daughter hears him shouting at me and then the thump.', 'unclear'],
  ['C: When I was little my dad hit my mum in front of us kids.', 'not raised'],
  ['C: He criticizes me in front of the kids.', 'not raised'],
  ['C: He hit the ball in front of the kids.', 'not raised'],
  ['C: My son saw the news about the hit and run.', 'not raised'],
  ['T: Are the children ever left on their own? / C: No.', 'denied'],
  ['T: Are the children ever left on their own? / C: On Fridays, yes.', 'stated'],
])('children who see violence, or are left alone: %s is %s', (lines, expected) => {
  expect(statusIn(lines, 'child safety')).toBe(expected)
})

test.each([
  ['T: Any thoughts of suicide? / C: No. / T: How is work? / C: Busy. I said no before. That was not true.', 'unclear'],
  ["T: Any thoughts of suicide? / C: No. / T: And sleep? / C: Fine. I wasn't honest with you earlier.", 'unclear'],
  ['T: Any thoughts of suicide? / C: No. / T: And sleep? / C: Can we go back to the other thing you asked?', 'unclear'],
  ['T: Any thoughts of suicide? / C: No. / T: And school? / C: I lied to my mum about the test.', 'denied'],
  ['C: I lied to you last week. / T: Any thoughts of suicide? / C: No.', 'denied'],
])('what the client takes back later: %s is %s', (lines, expected) => {
  expect(statusIn(lines, 'suicide')).toBe(expected)
})

test('a no after another person has answered first is unclear', () => {
  expect(statusIn('T: Has he ever hurt you? / O: Of course I have not. / C: No.', 'abuse')).toBe('unclear')
  expect(statusIn('T: Has he ever hurt you? / O: [coughs] / C: No.', 'abuse')).toBe('denied')
})

test('a no to every part, also as a number, denies', () => {
  expect(statusIn('T: Have you cut yourself this week? / C: No, not once.', 'self-harm')).toBe('denied')
  expect(statusIn('T: Have you cut yourself this week? / C: No. Once.', 'self-harm')).toBe('unclear')
})

test('a yes that is taken back in the same answer is unclear', () => {
  const sarcastic = 'T: Have you been hurting yourself? / C: Oh yeah, every day, with my nan. No.'
  expect(statusIn(sarcastic, 'self-harm')).toBe('unclear')
})

test('driving with children after drinking raises child safety and substance use', () => {
  const drove = 'C: I had four margaritas and drove the girls home.'
  expect(statusIn(drove, 'child safety')).toBe('stated')
  expect(statusIn(drove, 'substance use')).toBe('stated')
  expect(statusIn('C: I had two glasses, so my sister drove the kids home.', 'child safety')).toBe('not raised')
})

test('a negation does not reach the next clause', () => {
  expect(statusIn("C: I haven't slept for four days and God talks to me through the radio.", 'psychosis')).toBe(
    'stated',
  )
  expect(statusIn("C: I haven't eaten since Monday and the voices won't stop.", 'psychosis')).toBe('stated')
})
