import { expect, test } from 'vitest'
import { transcriptOf } from '../transcript.fixture.ts'
import { findSafety } from './safety.ts'

const findings = (question: string, answer: string) =>
  findSafety(transcriptOf(`T: ${question}\nC: ${answer}`), []).map(({ finding }) => finding)

test.each([
  'Have you told anyone about the suicidal thoughts?',
  'Are the thoughts of suicide gone?',
  'Did the suicidal thoughts get better?',
  'Any improvement in the suicidal thoughts?',
  'Do the thoughts of suicide scare you?',
  'Can you control your thoughts of suicide?',
  'Are you worried about the suicidal ideation?',
  'Do you know what triggers suicidal thoughts?',
  'Do you talk to anyone about wanting to die?',
  'Do you have anyone to call when you feel suicidal?',
  'Does he know that you want to kill him?',
  'Does the self-harm help?',
  'Is your drinking under control?',
  'Are you able to stop drinking?',
])('a no does not deny what the question presupposes: %s', (question) => {
  expect(findings(question, 'No.')).not.toContain('denied')
  expect(findings(question, 'No.')).not.toEqual([])
})

test.each([
  'Are you still having suicidal thoughts?',
  'I know this is hard to talk about, but do you have thoughts of suicide?',
  'Have you noticed any thoughts of suicide?',
  'Can you tell me, do you have any thoughts of suicide?',
  'Do you think of suicide when you are alone?',
])('a no denies what the question asks for: %s', (question) => {
  expect(findings(question, 'No.')).toEqual(['denied'])
})

test.each(['No?', 'Nope?', 'No...', 'No…', 'No, no…'])('a no that is asked or trails off is unclear: %s', (answer) => {
  expect(findings('Any suicidal thoughts?', answer)).toEqual(['unclear'])
})
