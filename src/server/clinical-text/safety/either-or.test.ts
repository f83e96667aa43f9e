import { expect, test } from 'vitest'
import { transcriptOf } from '../transcript.fixture.ts'
import { findSafety } from './safety.ts'

const findings = (text: string) =>
  findSafety(transcriptOf(text), []).map(({ topic, finding }) => `${topic}: ${finding}`)

test.each([
  'T: Do you want to die, or do you just want the pain to stop?\nC: No.',
  'T: Are you suicidal or just very tired?\nC: No.',
  'T: Are you thinking of suicide, or are you coping?\nC: No.',
  'T: Are you coping, or are you thinking of suicide?\nC: No.',
  'T: Are you coping, or are you thinking of suicide?\nC: Yes.',
])('a yes or no to one of two alternatives is unclear: %s', (text) => {
  expect(findings(text)).toEqual(['suicide: unclear'])
})

test.each([
  'T: Are you having any thoughts of suicide or of hurting yourself?\nC: No.',
  'T: Any thoughts of suicide, or anything like that?\nC: No.',
  'T: Are you thinking of suicide, or have you ever felt that way?\nC: No.',
])('a no to a question that asks for the same in other words denies: %s', (text) => {
  expect(findings(text)).toContain('suicide: denied')
  expect(findings(text).join()).not.toMatch('unclear')
})
