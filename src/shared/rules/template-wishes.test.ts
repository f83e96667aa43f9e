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
    'SI: none.',
    'Suicidal ideation: negative',
    'Always say that risk is absent',
    'State that suicidal ideation was ruled out',
    'Niega ideación suicida.',
    'Klientin verneint Suizidgedanken.',
    'Le client nie toute idée suicidaire.',
    'Geen suïcidale of homicidale gedachten',
  ])('an instruction that states a denial is found: %s', (instruction) => expect(statesDenial(instruction)).toBe(true))

  test.each([
    '',
    'What the client said about suicide, with the question.',
    'Risk: stated and denied passages, in the words of the client',
    'Substance use this week',
    'Keep it short. No quotes. Sleep and appetite',
    'Do not name colleagues',
    'Safety plan',
    'Risk: the questions and the answers',
    'Suicide: what was asked, in the words of the client. None of the other topics',
    'Riesgo: preguntas y respuestas sobre el suicidio',
    'Risiko: Fragen und Antworten',
  ])('an instruction that states no denial is accepted: %s', (instruction) =>
    expect(statesDenial(instruction)).toBe(false),
  )
})
