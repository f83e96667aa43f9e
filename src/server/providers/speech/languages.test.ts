import { describe, expect, test } from 'vitest'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { PassageTranscriber } from './child/transcribe.ts'
import { Languages } from './languages.ts'

describe('the language of a recording', () => {
  const mainOf = (...stated: [language: string | null, text: string][]) => {
    const languages = new Languages()
    for (const [language, text] of stated) languages.add(language, text)
    return languages.main()
  }

  test.each([
    ['a code', 'de', 'de'],
    ['a code with a region', 'pt-BR', 'pt'],
    ['an English name', 'german', 'de'],
    ['a name of three letters', 'Lao', 'lo'],
    ['an empty text', '', undefined],
    ['a sentence', 'the language is unknown', undefined],
  ])('Languages reads the language that an engine states as %s', (_, stated, code) => {
    expect(mainOf([stated, 'Guten Morgen.'])).toBe(code)
  })

  test('the language of a recording is that of most of its text', () => {
    expect(mainOf(['en', 'Okay.'], ['es', 'Esta semana he dormido mejor.'], ['en', 'Good.'])).toBe('es')
  })

  test('the language of a recording is unknown if no engine stated one', () => {
    expect(mainOf([null, 'Words.'], ['en', ''])).toBe('en')
    expect(mainOf()).toBeUndefined()
  })
})

test('a short passage is recognized in the language of the passages before it', () => {
  const hints: (string | undefined)[] = []
  const transcriber = new PassageTranscriber(
    {
      recognize(_, language) {
        hints.push(language)
        return { text: 'Guten Morgen.', tokens: [], language: language ?? 'de' }
      },
    },
    {},
  )
  const passage = (start: number, seconds: number) => {
    const samples = new Float32Array(seconds * speechRate).fill(0.1)
    transcriber.accept(new Float32Array((start + seconds) * speechRate).fill(0.1))
    transcriber.speech({ start: start * speechRate, samples })
    transcriber.flush()
  }
  passage(0, 6)
  passage(6, 1)
  expect(hints).toEqual([undefined, 'de'])
})
