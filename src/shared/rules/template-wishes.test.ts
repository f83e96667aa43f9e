import { describe, expect, test } from 'vitest'
import { statesDenial } from './template-wishes.ts'

describe('an instruction that states a denial', () => {
  test.each([
    'denies SI',
    'Client denies SI/HI/AVH.',
    'Write that she denied suicidal ideation',
    'no current suicidal thoughts',
    'No SI.',
    'Negative for homicidal ideation',
    'without self-harm',
    'State the absence of psychosis',
    'Never any violence reported',
    'not at risk',
    'Client is free of substance use',
    'Always add: denying any drug use',
  ])('is found: %s', (instruction) => expect(statesDenial(instruction)).toBe(true))

  test.each([
    '',
    'What the client said about suicide, with the question.',
    'Risk: stated and denied passages, in the words of the client',
    'Substance use this week',
    'Keep it short. No quotes. Sleep and appetite',
    'Do not name colleagues',
    'Safety plan',
  ])('is not found: %s', (instruction) => expect(statesDenial(instruction)).toBe(false))
})
