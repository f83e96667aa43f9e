import { expect, test } from 'vitest'
import { transcriptOf } from '../../transcript.fixture.ts'
import type { SafetyTopic } from '../finding.ts'
import { findSafety } from '../safety.ts'
import { statusIn } from '../status-in.fixture.ts'

const indirect: readonly (readonly [SafetyTopic, string])[] = [
  ['suicide', 'Do you have access to a firearm?'],
  ['suicide', 'Did you ever make an attempt?'],
  ['self-harm', 'When did you last cut?'],
  ['harm to others', 'Do you carry a knife?'],
  ['harm to others', 'Is your wife afraid of you?'],
  ['abuse', 'Does he go through your phone?'],
  ['abuse', 'Does he control your money?'],
  ['abuse', 'Are you afraid to go home?'],
  ['psychosis', 'Can anyone read your mind?'],
  ['child safety', 'Are social services involved?'],
  ['substance use', 'Have you used since we met?'],
]

test.each(indirect)(
  'a question about %s without words of the lists is unclear, whatever the answer: %s',
  (topic, question) => {
    for (const answer of ['No.', 'Yes.', 'Sometimes.', 'Why do you ask?', '[silence]'])
      expect(statusIn(`T: ${question} / C: ${answer}`, topic)).toBe('unclear')
  },
)

test.each([
  'Do you check your phone before bed?',
  'Are you afraid of flying?',
  'Who picks up the children on Mondays?',
  'Did you cut your hair?',
  'What is your plan for the weekend?',
  'How do you two handle money?',
  'What gives your life meaning?',
  'Have you used the breathing exercise since we met?',
])('an ordinary question is not shown: %s', (question) => {
  expect(findSafety(transcriptOf(`T: ${question}\nC: Sometimes.`), [])).toEqual([])
})

test('no to an indirect question agrees with a denial of the topic', () => {
  const denial = 'T: Do you think about suicide? / C: No.'
  expect(statusIn(`${denial} / T: Do you have access to a firearm? / C: No.`, 'suicide')).toBe('denied')
  expect(statusIn(`${denial} / T: Do you have access to a firearm? / C: My father has one.`, 'suicide')).toBe('unclear')
})

test.each([
  ['a reversed question', 'Has he stopped going through your phone?'],
  ['an open question', 'Why does he go through your phone?'],
  ['a question about the past', 'Did he go through your phone?'],
  ['a negated question', "You don't have to ask him for money?"],
])('no to %s agrees with nothing', (_, question) => {
  expect(statusIn(`T: Does anyone at home hit you? / C: No. / T: ${question} / C: No.`, 'abuse')).toBe('unclear')
})

test('questions of the client are not read', () => {
  expect(findSafety(transcriptOf('C: Does he go through your phone?\nT: Let us talk about you.'), [])).toEqual([])
})
