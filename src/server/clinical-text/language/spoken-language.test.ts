import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { transcriptOf } from '../transcript.fixture.ts'
import { isAllForeign, readInEnglish } from './english-only.ts'
import { foreignSessions } from './foreign-sessions.fixture.ts'
import { withLanguages } from './spoken-language.ts'

const languagesOf = (lines: readonly string[], hint = 'und') =>
  withLanguages({ ...transcriptOf(lines.join('\n')), language: hint }).utterances.map(
    ({ language }) => language ?? 'en',
  )
const all = (lines: readonly string[], code: string) => lines.map(() => code)

const english = [
  'Good morning. How has the week been since we last spoke?',
  'Better than the one before, I think. I slept four nights out of seven.',
  'What was different on those four nights?',
  'I left the phone in the kitchen and read until I was tired.',
  'And how was it to go to your brother’s party on Saturday?',
  'Loud. I stayed for an hour, which is longer than I thought I would.',
]
const german = foreignSessions['de'] ?? []
const spanish = foreignSessions['es'] ?? []

describe('a session in another language', () => {
  test.each(Object.entries(foreignSessions))('withLanguages detects %s in every turn, however short', (code, lines) => {
    expect(languagesOf(lines)).toEqual(all(lines, code))
  })

  const shapes: readonly [string, (line: string) => string][] = [
    ['all in capitals', (line) => line.toUpperCase()],
    ['without punctuation', (line) => line.replace(/[^\p{L}\p{M}\p{N}\s]/gu, '').toLowerCase()],
    ['without accents', (line) => line.normalize('NFD').replace(/\p{Mn}/gu, '')],
  ]
  const latin = Object.entries(foreignSessions).filter(([code]) => !['zh', 'ar', 'vi'].includes(code))
  test.each(shapes.flatMap(([shape, write]) => latin.map(([code, lines]) => [code, shape, lines.map(write)] as const)))(
    'withLanguages detects %s in a text %s',
    (code, _, lines) => {
      expect(languagesOf(lines)).toEqual(all(lines, code))
    },
  )

  test('English therapy terms do not change the language', () => {
    const lines = [
      'Wir haben letztes Mal mit Mindfulness und Grounding angefangen, wie ging das zu Hause?',
      'Das Body Scan Ding hat funktioniert, aber beim Thought Record bin ich nicht weitergekommen.',
      'Was war beim Thought Record schwierig?',
      'Ich wusste nicht, was die automatischen Gedanken sind, das war mir zu viel Homework.',
      'Okay, then let us do one together.',
      'Gut. Nehmen wir das Meeting mit meiner Chefin, da hatte ich wieder Panik.',
    ]
    expect(languagesOf(lines)).toEqual(all(lines, 'de'))
  })

  test('the language of the words takes precedence over the language that the source states', () => {
    expect(languagesOf(german, 'en')).toEqual(all(german, 'de'))
    expect(languagesOf(english, 'de')).toEqual(all(english, 'en'))
  })
})

describe('a session in English', () => {
  const dialogues = new URL('../../../../bench/clinical/dialogues/', import.meta.url)
  const Dialogue = z.object({ lines: z.array(z.string()) })
  const ours = readdirSync(dialogues).map((name) => ({
    name,
    ...Dialogue.parse(JSON.parse(readFileSync(new URL(name, dialogues), 'utf8'))),
  }))
  const said = (lines: readonly string[]) => lines.map((line) => line.replace(/^[^:]*: /, ''))

  test.each(ours)('withLanguages detects English in $name, in capitals and without punctuation', ({ lines }) => {
    const turns = said(lines)
    expect(languagesOf(turns)).toEqual(all(turns, 'en'))
    expect(languagesOf(turns.map((line) => line.toUpperCase()))).toEqual(all(turns, 'en'))
    expect(languagesOf(turns.map((line) => line.replace(/[^\w\s']/g, '').toLowerCase()))).toEqual(all(turns, 'en'))
    for (let at = 0; at + 4 <= turns.length; at += 4) {
      expect(languagesOf(turns.slice(at, at + 4))).toEqual(['en', 'en', 'en', 'en'])
    }
  })

  test('many names do not make a session foreign', () => {
    const lines = [
      'So Giovanni and Francesca came with Alessandro and little Beatrice from Castelfranco Veneto.',
      'And Aunt Concepción, Rodrigo, Xiomara and Guadalupe Hernández de la Cruz were there too.',
      'How did you get on with Rodrigo?',
      'Fine. Wojciech and Katarzyna kept him busy, and Nguyen Thi Hanh brought the food.',
      'You sound relieved.',
      'I am. Jürgen Oberhauser from Garmisch-Partenkirchen did not come, thank God.',
    ]
    expect(languagesOf(lines)).toEqual(all(lines, 'en'))
  })

  test('spelling errors do not change the detected language', () => {
    const lines = [
      'how our you feeling to day since the last seshun',
      'not two bad i gess i bin sleepin a bit moor then befour',
      'thats good too here and the pills are they helpin',
      'they mayk me tyred in the mornin butt i tayk them',
    ]
    expect(languagesOf(lines)).toEqual(all(lines, 'en'))
  })

  test.each([
    ['Okay.'],
    ['Yes.', 'No.'],
    ['Hi Marisol.', 'Hola.', 'Sit down, please.'],
    ['Mm-hmm.', 'Mhm.', '[laughs]'],
  ])('a session of a few words stays English: %s', (...lines) => {
    expect(languagesOf(lines)).toEqual(all(lines, 'en'))
  })

  test('a greeting or a saying does not make a session foreign', () => {
    const lines = ['Guten Morgen, liebe Frau Lindqvist, how was your week?', ...english, 'C’est la vie, as they say.']
    expect(languagesOf(lines)).toEqual(all(lines, 'en'))
  })
})

describe('a session in two languages', () => {
  test('withLanguages marks the foreign turns of a mostly English session', () => {
    const lines = [...english, ...spanish.slice(0, 4), ...english]
    expect(languagesOf(lines)).toEqual([
      ...all(english, 'en'),
      ...all(spanish.slice(0, 4), 'es'),
      ...all(english, 'en'),
    ])
  })

  test('withLanguages marks no turn as English if most of the session is foreign', () => {
    const lines = [...english.slice(0, 3), ...spanish]
    expect(languagesOf(lines)).toEqual(all(lines, 'es'))
  })

  test('with an interpreter, marks every turn by its own language', () => {
    const lines = english.flatMap((line, at) => [line, spanish[at + 1] ?? ''])
    expect(languagesOf([...lines, ...english])).toEqual([...english.flatMap(() => ['en', 'es']), ...all(english, 'en')])
  })

  test('sentences in two languages are not English if most of their words are not', () => {
    const lines = [
      'I told her que no quiero ir porque siempre terminamos peleando por lo mismo.',
      'And what did she say?',
      'She said que yo soy la que empieza, pero no es cierto, you know, ella grita primero.',
      'That sounds exhausting.',
      'Sí, y luego no puedo dormir and I keep pensando en lo que me dijo toda la noche.',
    ]
    expect(languagesOf(lines).filter((code) => code === 'es').length).toBeGreaterThanOrEqual(3)
  })
})

describe('a session with little speech', () => {
  test('withLanguages detects the language of the whole session if no turn is long enough', () => {
    const lines = [
      'Wie geht es?',
      'Nicht so gut.',
      'Was ist los?',
      'Ich schlafe nicht.',
      'Seit wann denn?',
      'Seit Montag.',
    ]
    expect(languagesOf(lines)).toEqual(all(lines, 'de'))
  })

  test('with too few words, the language is the one that the source states', () => {
    expect(languagesOf(['Ja.', 'Hm.'], 'de-DE')).toEqual(['de', 'de'])
    expect(languagesOf(['Okay.', 'Hm.'], 'english')).toEqual(['en', 'en'])
  })

  test('with too few words and no stated language, the language is English', () => {
    expect(languagesOf(['Hm.'], '')).toEqual(['en'])
  })
})

test('for English rules, foreign turns are blank and keep their position', () => {
  const lines = [...english, 'Are you thinking of suicide?', ...spanish.slice(1, 4)]
  const marked = withLanguages(transcriptOf(lines.join('\n')))
  expect(readInEnglish(marked).utterances.map(({ id, text }) => [id, text])).toEqual([
    ...lines.slice(0, 7).map((line, at) => [`u${at + 1}`, line]),
    ['u8', ''],
    ['u9', ''],
    ['u10', ''],
  ])
  expect(isAllForeign(marked)).toBe(false)
  expect(isAllForeign(withLanguages(transcriptOf(german.join('\n'))))).toBe(true)
})

test('detecting the languages again after a correction removes the old ones', () => {
  const marked = withLanguages(transcriptOf(german.join('\n')))
  const corrected = marked.utterances.map((turn, at) => ({ ...turn, text: english[at % english.length] ?? '' }))
  expect(
    withLanguages({ ...marked, utterances: corrected }).utterances.every(({ language }) => language === undefined),
  ).toBe(true)
})

test('withLanguages detects the languages of a long session within seconds', () => {
  const lines = Array.from({ length: 750 }, (_, at) => english[at % english.length] ?? '')
  const transcript = transcriptOf(lines.join('\n'))
  withLanguages(transcript)
  const startedAt = performance.now()
  withLanguages(transcript)
  // About 0.4 s alone; other tests run at the same time.
  expect(performance.now() - startedAt).toBeLessThan(3000)
})
