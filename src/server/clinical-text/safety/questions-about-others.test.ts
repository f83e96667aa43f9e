import { expect, test } from 'vitest'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import { statusOf } from '#shared/rules/safety-status.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { findSafety } from './safety.ts'

type Topic = SafetyPassage['topic']

const statusIn = (question: string, answer: string, topic: Topic) =>
  statusOf(findSafety(transcriptOf(`T: ${question}\nC: ${answer}`), []), topic)

test.each<[string, Topic]>([
  ['Has anyone in your family died by suicide?', 'suicide'],
  ['Has anybody close to you killed themselves?', 'suicide'],
  ['Has someone you know attempted suicide?', 'suicide'],
  ['Does anyone in your family drink too much?', 'substance use'],
])('yes to a question about other people is not a statement about the client: %s', (question, topic) => {
  expect(statusIn(question, 'Yes.', topic)).toBe('unclear')
  expect(statusIn(question, 'No.', topic)).not.toBe('denied')
})

test.each<[string, Topic]>([
  ['Did anyone hurt you when you were a child?', 'abuse'],
  ['Did he hit you?', 'abuse'],
  ['Did anybody force you to have sex?', 'abuse'],
  ['In your last marriage, did your husband ever hit you?', 'abuse'],
  ['In your first relationship, does it count as abuse that he threatened you?', 'abuse'],
])('no to a question about the past does not deny the present: %s', (question, topic) => {
  expect(statusIn(question, 'No.', topic)).toBe('unclear')
})

test.each<[string, Topic]>([
  ['Did he hit you this week?', 'abuse'],
  ['Has he ever hit you?', 'abuse'],
  ['Does anyone at home hit you?', 'abuse'],
  ['Are you thinking about suicide, like your uncle?', 'suicide'],
])('no to a question about the client until now denies: %s', (question, topic) => {
  expect(statusIn(question, 'No.', topic)).toBe('denied')
})

test.each<[string, Topic]>([
  ['Last week you talked about suicide.', 'suicide'],
  ["You said you've been thinking about killing yourself.", 'suicide'],
  ['You told me your husband hits you.', 'abuse'],
  ['I noticed the cuts on your arm.', 'self-harm'],
  ['On the questionnaire you ticked that you would be better off dead.', 'suicide'],
])('a remark of the therapist about the client is shown as unclear: %s', (remark, topic) => {
  expect(statusIn(remark, 'Mm.', topic)).toBe('unclear')
})

test.each([
  'Many people with depression think about suicide.',
  'If you ever feel suicidal, call this number.',
  'Your uncle killed himself when you were ten.',
])('general and hypothetical remarks and those about others are not shown: %s', (remark) => {
  expect(statusIn(remark, 'Mm.', 'suicide')).toBe('not raised')
})
