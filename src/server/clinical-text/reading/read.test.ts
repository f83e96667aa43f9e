import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { wordsOf } from '../language/words.ts'
import { readTranscriptFile } from './read.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const read = (text: string, name = 'session.txt') =>
  readTranscriptFile({ fileName: name, bytes: utf8(text) }).transcript
const turnsOf = ({ utterances }: Transcript) => utterances.map(({ label, text }) => [label, text])
const words = ({ utterances }: Transcript) =>
  wordsOf(utterances.map(({ text }) => text).join(' ')).map(({ text }) => text)

const first = 'How was the week?'
const second = 'Long. I barely slept – maybe 4 hours.'

describe('every format gives the same turns', () => {
  const cases: [string, string][] = [
    ['WebVTT', `WEBVTT\n\n00:00.000 --> 00:03.500\nRobin Hale: ${first}\n\n00:03.500 --> 00:09.000\nSam: ${second}\n`],
    [
      'Teams',
      `WEBVTT\n\n4b25-0\n00:00:00.000 --> 00:00:03.500\n<v Robin Hale>${first}</v>\n\n4b25-1\n00:00:03.500 --> 00:00:09.000\n<v Sam>${second}</v>\n`,
    ],
    [
      'legacy Teams',
      `WEBVTT\r\n\r\n0:0:0.0 --> 0:0:3.500\r\n<v Robin Hale>${first}</v>\r\n\r\n0:0:3.500 --> 0:0:9.0\r\n<v Sam>${second}</v>\r\n`,
    ],
    [
      'SRT',
      `1\n00:00:00,000 --> 00:00:03,500\nRobin Hale: ${first}\n\n2\n00:00:03,500 --> 00:00:09,000\nSam: ${second}\n`,
    ],
    ['Otter', `Robin Hale  0:00\n${first}\n\nSam  0:03\n${second}\n\nTranscribed by https://otter.ai\n`],
    ['plain text', `Robin Hale: ${first}\nSam: ${second}\n`],
    ['text with times', `[00:00:00] Robin Hale: ${first}\n[00:00:03] Sam: ${second}\n`],
    ['times in the label', `Robin Hale (0:00): ${first}\nSam (0:03): ${second}\n`],
    [
      'JSON',
      JSON.stringify({
        utterances: [
          { speaker: 'Robin Hale', text: first, start: 0, end: 3.5 },
          { speaker: 'Sam', text: second, start: 3.5, end: 9 },
        ],
      }),
    ],
  ]
  test.each(cases)('readTranscriptFile reads the same turns from %s', (_, text) => {
    expect(turnsOf(read(text))).toEqual([
      ['Robin Hale', first],
      ['Sam', second],
    ])
  })

  test('readTranscriptFile reads the same turns under any file name', () => {
    const [, vtt] = cases[0] ?? ['', '']
    expect(turnsOf(read(vtt, 'notes.docx'))).toEqual(turnsOf(read(vtt, 'a.vtt')))
  })
})

describe('times of turns', () => {
  test('times of turns are seconds; a missing end is not after the next start', () => {
    const { utterances, hasTimes } = read(`Ann  0:00\n${first}\n\nSam  1:02:03\n${second}\n`)
    expect(hasTimes).toBe(true)
    expect(utterances.map(({ start }) => start)).toEqual([0, 3723])
    expect(utterances[0]?.end).toBeLessThanOrEqual(3723)
  })

  test('invalid times get the nearest known time, and no text is lost', () => {
    const { utterances } = read(
      'WEBVTT\n\n00:01.000 --> 00:0x.000\nOne.\n\n00:junk --> 00:09.000\nTwo.\n\n00:12.000 --> 00:15.000\nThree.',
    )
    expect(utterances.map(({ start, end, text }) => [start, end, text])).toEqual([
      [1, 1, 'One.'],
      [1, 9, 'Two.'],
      [12, 15, 'Three.'],
    ])
  })

  test('times of turns are 0 if the source has none', () => {
    const { utterances, hasTimes } = read(`Ann: ${first}\nSam: ${second}`)
    expect(hasTimes).toBe(false)
    expect(utterances.every(({ start, end }) => start === 0 && end === 0)).toBe(true)
  })
})

describe('WebVTT details', () => {
  test('comments, styles, identifiers, settings and tags are not speech; a header sets the language', () => {
    const transcript = read(
      'WEBVTT - title\nKind: captions\nLanguage: en-US\n\nNOTE a comment\nover two lines\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 align:left line:-1\n<c.red><i>It</i> is</c> 2 &lt; 3 &amp; <00:01.500>so on.\n',
    )
    expect(turnsOf(transcript)).toEqual([['', 'It is 2 < 3 & so on.']])
    expect(transcript.language).toBe('en-us')
  })

  test('several voices and dashes in a cue become several turns', () => {
    expect(turnsOf(read('WEBVTT\n\n00:01.000 --> 00:05.000\n<v Ann>Hello.</v>\n<v.loud Sam Lee>Hi.</v>\n'))).toEqual([
      ['Ann', 'Hello.'],
      ['Sam Lee', 'Hi.'],
    ])
    expect(turnsOf(read('WEBVTT\n\n00:01.000 --> 00:05.000\n- Hello.\n- Hi there.\n'))).toEqual([
      ['', 'Hello.'],
      ['', 'Hi there.'],
    ])
  })

  test('names on a line of their own in most cues are speakers, as in older documents of Teams', () => {
    const cue = (at: number, ...lines: string[]) => [`0:0:${at}.0 --> 0:0:${at + 5}.0`, ...lines].join('\n')
    const teams = [
      cue(0, 'Robin Hale', first),
      cue(5, 'Sam Poe', second),
      cue(20, 'Robin Hale', 'Go on.'),
      cue(30, 'Sam Poe', 'Well.'),
    ]
    expect(turnsOf(read(teams.join('\n\n')))).toEqual([
      ['Robin Hale', first],
      ['Sam Poe', second],
      ['Robin Hale', 'Go on.'],
      ['Sam Poe', 'Well.'],
    ])
    const captions = [
      cue(0, 'Yes', 'I did.'),
      cue(5, 'I saw', 'Sam Poe'),
      cue(10, 'Yes', 'twice.'),
      cue(20, 'Yes', 'No.'),
    ]
    expect(turnsOf(read(captions.join('\n\n'))).every(([label]) => label === '')).toBe(true)
  })

  test('a blank line inside a cue and text before the first cue lose no words', () => {
    const transcript = read(
      '1\n00:00:01,000 --> 00:00:04,000\nOne line.\n\nStill the same.\n\n2\n00:00:05,000 --> 00:00:06,000\nNext.',
    )
    expect(words(transcript).join(' ')).toBe('one line still the same next')
  })

  test('a sentence split over cues of one speaker is joined', () => {
    const transcript = read(
      'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>I went to the\n\n00:03.000 --> 00:05.000\n<v Ann>store. Then home.\n\n00:05.000 --> 00:06.000\n<v Ann>And slept.\n',
    )
    expect(turnsOf(transcript)).toEqual([
      ['Ann', 'I went to the store. Then home.'],
      ['Ann', 'And slept.'],
    ])
  })
})

describe('plain text details', () => {
  test('a colon in speech does not start a speaker', () => {
    expect(turnsOf(read('I told her: stop it.\nShe said nothing.'))).toEqual([
      ['', 'I told her: stop it.'],
      ['', 'She said nothing.'],
    ])
    expect(turnsOf(read('Ann: It is like this:\nwe meet at 10:30\nand then we talk.\nSam: Fine.'))).toEqual([
      ['Ann', 'It is like this: we meet at 10:30 and then we talk.'],
      ['Sam', 'Fine.'],
    ])
  })

  test('bracketed roles and short codes are speakers', () => {
    expect(read('[doctor] Hello.\n[patient] Hi.').utterances.map(({ speaker }) => speaker)).toEqual([
      'therapist',
      'client',
    ])
    expect(read('T: Hello.\nC: Hi.').utterances.map(({ speaker }) => speaker)).toEqual(['therapist', 'client'])
  })

  test('the heading, keywords and speaker list of an Otter export are not speech', () => {
    const text = `Session\nMon, Jan 5, 2026 10:00AM • 50:12\n\nSUMMARY KEYWORDS\nsleep, work\n\nSPEAKERS\nAnn, Sam\n\nAnn  00:00\n${first}\n\nSam  00:03\n${second}\n`
    expect(turnsOf(read(text)).map(([label]) => label)).toEqual(['Ann', 'Sam'])
  })

  test('a long text without speakers is split into sentences', () => {
    const text = `${'It was a long day. '.repeat(40)}Then it ended.`
    expect(read(text).utterances).toHaveLength(41)
  })
})

describe('role of a label', () => {
  test.each([
    ['Therapist', 'therapist'],
    ['Dr. Robin Hale', 'therapist'],
    ['Counselor', 'therapist'],
    ['Jo Park, LMFT', 'therapist'],
    ['Client', 'client'],
    ['PATIENT', 'client'],
    ['Sam', 'unknown'],
    ['Speaker 2', 'unknown'],
  ])('the label “%s” has the role %s', (label, role) => {
    const [utterance] = read(`${label}: Hello there.\n${label}: And again.`).utterances
    expect(utterance).toMatchObject({ label, speaker: role })
  })
})

describe('encodings of a transcript file', () => {
  const text = 'Zoë: “Naïve” café\nAnn: Yes – sure…\n'
  const utf16 = (big: boolean, mark: boolean) => {
    const units = Array.from(mark ? `\uFEFF${text}` : text, (character) => character.charCodeAt(0))
    return Uint8Array.from(units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])))
  }
  const windows = Uint8Array.from(
    Array.from(
      text,
      (character) => ({ '“': 0x93, '”': 0x94, '–': 0x96, '…': 0x85 })[character] ?? character.charCodeAt(0),
    ),
  )
  test.each<[string, Uint8Array]>([
    ['UTF-8', utf8(text)],
    ['UTF-8 with mark', utf8(`\uFEFF${text}`)],
    ['UTF-16 LE', utf16(false, true)],
    ['UTF-16 BE', utf16(true, true)],
    ['UTF-16 LE without mark', utf16(false, false)],
    ['Windows-1252', windows],
    ['CRLF', utf8(text.replaceAll('\n', '\r\n'))],
  ])('readTranscriptFile reads a transcript file in %s', (_, bytes) => {
    expect(turnsOf(readTranscriptFile({ fileName: 'a.txt', bytes }).transcript)).toEqual([
      ['Zoë', '“Naïve” café'],
      ['Ann', 'Yes – sure…'],
    ])
  })
})

describe('files that are not transcripts', () => {
  test.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'transcript_required'],
    ['blank lines', utf8(' \n\r\n'), 'transcript_required'],
    ['a WebVTT header alone', utf8('WEBVTT\n\nNOTE nothing\n'), 'transcript_required'],
    [
      'random bytes',
      Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919 + 13 * at * at) % 256),
      'transcript_unreadable',
    ],
    [
      'a RIFF file',
      Uint8Array.from([...utf8('RIFF'), 0, 1, 2, 3, ...utf8('WAVEfmt '), 0, 0, 0, 1, 7, 3, 255, 254]),
      'transcript_unreadable',
    ],
    ['a PDF', utf8('%PDF-1.7\n1 0 obj\n'), 'transcript_document'],
    ['an RTF document', utf8('{\\rtf1\\ansi Client: Hello.}'), 'transcript_document'],
    [
      'an older Word document',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0),
      'transcript_document',
    ],
    ['a web page', utf8('<!DOCTYPE html><p>Hello</p>'), 'transcript_unreadable'],
    ['other JSON', utf8('{"name":"x","items":[1,2]}'), 'transcript_unreadable'],
  ])('readTranscriptFile rejects a file that is not a transcript: %s', (_, bytes, code) => {
    expect(() => readTranscriptFile({ fileName: 'a.vtt', bytes })).toThrow(
      expect.objectContaining({ name: 'TranscriptFileError', code }),
    )
  })
})

test('no word of a cue is lost, in any layout', () => {
  const time = fc.constantFrom('00:01.000', '0:0:2.0', '00:00:03,500', '00:0x.1', '12:00:00.000')
  const line = fc.constantFrom(
    'I see.',
    'Ann: well',
    'NOTE that',
    '<v Bo>so it is',
    '- yes',
    '12',
    'plain &amp; simple',
    '<i>why</i>',
    'a: b',
    'STYLE',
  )
  const cue = fc.record({ start: time, end: time, lines: fc.array(line, { minLength: 1, maxLength: 3 }) })
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 8 }), (cues) => {
      const file = `WEBVTT\n\n${cues.map(({ start, end, lines }) => `${start} --> ${end}\n${lines.join('\n')}`).join('\n\n')}\n`
      const { utterances } = read(file)
      const imported = wordsOf(utterances.map(({ label, text }) => `${label} ${text}`).join(' ')).map(
        ({ text }) => text,
      )
      const spoken = cues
        .flatMap(({ lines }) => lines)
        .join(' ')
        .replace(/<v (\w+)>/g, ' ')
        .replace(/<[^>]*>|&amp;/g, ' ')
      for (const { text } of wordsOf(spoken)) expect(imported).toContain(text)
      expect(utterances.every(({ start, end }) => end >= start)).toBe(true)
    }),
  )
})

// oxlint-disable-next-line node/no-process-env -- the location of real test material; not a setting of the product
const material = process.env['ATTEND_TEST_DATA'] ?? 'data'
const formats = join(material, 'formats')

describe.skipIf(!existsSync(formats))('real exports (skipped without ATTEND_TEST_DATA)', () => {
  const names = existsSync(formats) ? readdirSync(formats).filter((name) => name.includes('.')) : []
  const sessions = [...new Set(names.map((name) => name.split('.')[0] ?? ''))]
  test.each(sessions)('%s gives the same words in every format', (session) => {
    const versions = names.filter((name) => name.startsWith(`${session}.`))
    const texts = versions.map((name) =>
      words(readTranscriptFile({ fileName: name, bytes: readFileSync(join(formats, name)) }).transcript),
    )
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) expect(text).toEqual(texts[0])
  })

  const odd = join(formats, 'webvtt-edge-cases')
  test.each(existsSync(odd) ? readdirSync(odd) : [])('the unusual WebVTT file %s is read', (name) => {
    const { utterances } = readTranscriptFile({ fileName: name, bytes: readFileSync(join(odd, name)) }).transcript
    expect(utterances.length).toBeGreaterThan(1)
    expect(utterances.every(({ start, end }) => end >= start)).toBe(true)
  })
})

test.each([
  ['lines', 'a\n'.repeat(100_001)],
  ['turns', Array.from({ length: 20_002 }, (_, n) => (n % 2 ? 'Client: yes' : 'Therapist: no')).join('\n')],
])('a file with too many %s is rejected quickly', (_, text) => {
  const startedAt = performance.now()
  expect(() => readTranscriptFile({ fileName: 'a.txt', bytes: Buffer.from(text) })).toThrow(
    expect.objectContaining({ code: 'transcript_too_long' }),
  )
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
