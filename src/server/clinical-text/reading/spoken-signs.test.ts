import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTranscriptFile } from './read.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string, known: string[] = []) =>
  readTranscriptFile({ fileName: 'session.txt', bytes: bytes(text), known }).transcript
const turns = (text: string, known?: string[]) =>
  read(text, known).utterances.map(({ label, text: words }) => `${label}: ${words}`)

/** Lines between two turns of each speaker. */
const between = (line: string) => `Therapist: How so?\nClient: Well.\n${line}\nTherapist: I see.\nClient: Yes.`

describe('a line of speech that looks like a label, a time or a list', () => {
  test.each([
    'My mother said: never again',
    'My Mother: never again',
    'Note: she was late',
    'Work: bad',
    'Problem: he drinks',
    'Monday: nothing',
    'First: I called him',
    'From Monday: I stop',
    'Dear Sam: it is over',
    'The truth: nobody cares',
    'There are three things: work, home, sleep',
    'It was like this: bad',
    'So: yes',
    'And he said: “Sam: come here”',
    '10:30 is too early for me',
    '10:30',
    'I left at 10:30: it was late',
    'I woke up at 00:50:00',
    'We met Monday 10:30',
    'John 3:16 is my verse',
    'Psalm 23:1: the lord',
    'Odds 50:50',
    '5 minutes',
    'https://example.com/a:b',
    'See https://example.com: it helps',
    'it went from 1 --> 2',
    '1. Work',
    '2. Home: bad',
    '3) Sleep - bad',
    '* and that',
    '- this too',
    '# one: first',
    '[Laughter] no',
    '(laughs) I know',
    '(c) the third',
    '<p> is a tag',
    '**never** again',
    'Anna — my sister: came',
    'a | b',
    'She is 5:1 in favor',
    'Born 10/14/2026 10:30',
    'Yes',
    'Sam',
    'Doctor',
    'Participants: all of us',
    'Speakers: none',
    'I = tired',
    'Sleep = bad',
    'Sam = my brother',
    'Sam → my brother',
    'Client = the one who pays',
    'Work → home → bed',
    '2 + 2 = 4',
    'A -> B',
    '1: sleep',
    '1: sleep 2: food',
    'It took 0h0m12s',
    '5m30s is my best',
    '0h5m12s',
  ])('a line that looks like a label, a time or a list stays speech: %s', (line) => {
    expect(turns(between(line), ['Sam Poe', 'Sam'])).toEqual([
      'Therapist: How so?',
      `Client: Well. ${line}`,
      'Therapist: I see.',
      'Client: Yes.',
    ])
  })

  test('several lines that look like labels, times or a list stay speech', () => {
    const lines = [
      'There are three:',
      '1. Work: bad',
      '2. Home: fine',
      '10:30 is early',
      '11:15 is late',
      'Note: a',
      'Note: b',
    ]
    expect(turns(between(lines.join('\n')))).toHaveLength(4)
  })

  test.each([
    ['a list', ['1: sleep', '2: food', '3: work']],
    ['two lists', ['1: sleep', '2: food', 'Also:', '1: walk', '2: read']],
    ['what words mean', ['Client = who pays', 'Therapist = who listens', 'Client = me']],
    ['ways', ['Home → work', 'Work → home', 'Home → bar']],
  ])('%s that one person says stays speech', (_, lines) => {
    expect(turns(between(lines.join('\n')), ['Sam Poe'])).toHaveLength(4)
  })

  test.each([
    ['a list', '1: sleep\n2: food'],
    ['a longer list', '1: sleep\n2: food\n3: work\n4: money'],
    ['lists between sentences', 'Two things help.\n1: sleep\n2: food\nTwo do not.\n1: work\n2: money'],
    ['lists of three', '1: sleep\n2: food\n3: work\n1: walk\n2: read\n3: talk'],
    ['times of day', '10: 30 is early\n11: 15 is late\n12: 45 is noon'],
    ['equations', 'I = tired\nYou = awake\nWe = a mess'],
    ['days', 'Monday → bad\nTuesday → good\nMonday → bad\nTuesday → fine'],
    ['feelings', 'Work = fear\nHome = calm\nAnd I said so\nMore than once'],
  ])('without speakers, lines with %s name no speaker', (_, text) => {
    expect(read(text).utterances.map(({ label, text: words }) => label + words)).toEqual(text.split('\n'))
  })

  test('a time after a label without other text is speech', () => {
    const text = 'Therapist:\nWhen?\nClient:\n10:45\nTherapist: And then?\nClient:\n11:45\nTherapist: Good.'
    expect(turns(text)).toEqual([
      'Therapist: When?',
      'Client: 10:45',
      'Therapist: And then?',
      'Client: 11:45',
      'Therapist: Good.',
    ])
  })

  test.each([
    ['without speakers', 'I told her: stop.\nNote: she was late.\nWork: it is bad.\nYes: I did.'],
    ['of short answers', 'Yes\nI did it\nNo\nWhy?\nYes\nokay\nNo\nfine'],
    ['with bars', 'I was | you know\nbad | sad'],
  ])('lines %s name no speaker', (_, text) => {
    expect(read(text).utterances.map((utterance) => utterance.text)).toEqual(text.split('\n'))
  })

  test('captions of one and of two lines name no speaker', () => {
    expect(turns('0:00\nyes\n0:03\nYes\n0:05\nNo\n0:07\nYes\n0:09\nNever')).toEqual([
      ': yes',
      ': Yes',
      ': No',
      ': Yes',
      ': Never',
    ])
    expect(turns('0:00\nYes I\ndid it\n0:03\nNo I\ndid not\n0:05\nYes I\nmay')).toHaveLength(3)
  })
})

describe('names of speakers', () => {
  test.each([
    ['Dr. Anne-Marie O’Brien-Smith', 'María José de la Cruz'],
    ["Jean-Luc d'Arcy", 'Łukasz Żółty'],
    ['Иван Петров', 'Анна'],
    ['سارة', 'أحمد'],
    ['राम', 'सीता'],
    ['王小明', '李娜'],
    ['Mark', 'Grace'],
    ['Prof. Dr. med. Anna Maria von der Heide', 'Sam'],
    ['bo', 'kim'],
    ['Robin (she/her)', 'Sam’s iPhone'],
    ['I', 'P'],
    ['Q', 'A'],
    ['Rose Hill, LMFT', 'May'],
  ])('%s and %s are speakers', (one, other) => {
    const text = `${one}: Yes.\n${other}: No.\n${one}: Yes.\n${other}: No.`
    const labels = read(text).utterances.map(({ label }) => label)
    expect(labels).toEqual([one, other, one, other])
  })

  test('a repeated role is a speaker, even if the file has no other speaker', () => {
    expect(turns('Client: One.\nClient: Two.')).toEqual(['Client: One.', 'Client: Two.'])
  })

  test.each(['Mother', 'Interpreter', 'Anna'])('%s is a speaker also with one turn', (name) => {
    expect(turns(`Therapist: So?\nClient: Hm.\n${name}: I am here.\nTherapist: Good.`)[2]).toBe(`${name}: I am here.`)
  })

  test('right-to-left marks, line ends and blank lines do not change the turns', () => {
    const lines = ['\u200Fמטפל: שלום', '\u202Bמטופל: כן\u202C']
    for (const end of ['\n', '\r\n', '\r', '\n\n\n', '\u2028', '\v'])
      expect(turns(`\uFEFF${end}${lines.join(end)}${end}`)).toEqual(['מטפל: שלום', 'מטופל: כן'])
  })
})

test('repeated words before a dash are not speakers beside names on lines of their own', () => {
  const said = ['So - no, never.', 'So well — yes.', 'So - no, never.', 'So well — yes, she said.']
  const text = said.map((line, at) => `0:${10 + 5 * at}\n${at % 2 ? 'Client' : 'Therapist'}\n${line}`).join('\n')
  expect(turns(text)).toEqual(said.map((line, at) => `${at % 2 ? 'Client' : 'Therapist'}: ${line}`))
})

/** Labels of two speakers: roles, names, codes. */
const pairs: readonly [string, string][] = [
  ['Therapist', 'Client'],
  ['Robin Hale', 'Sam Poe'],
  ['Dr. Anne-Marie O’Brien', 'Grace'],
  ['Therapeutin', 'Klient:in'],
  ['Mark', 'May'],
  ['Speaker 1', 'Speaker 2'],
  ['Анна', 'Иван Петров'],
  ['Zoë', 'maya_s'],
]

type Label = (role: string, time: string) => string

const prefixes: readonly Label[] = [
  (role) => `${role}: `,
  (role) => `**${role}:** `,
  (role) => `- ${role}: `,
  (role) => `${role}：`,
  (role, time) => `[${time}] ${role}: `,
  (role, time) => `${time} ${role}: `,
  (role, time) => `${role} (${time}): `,
  (role, time) => `[${time}] **${role}**: `,
  (role, time) => `**${role}** (${time}): `,
]
/** Labels that may look like a spoken line, so the names must be known. */
const ownLines: readonly Label[] = [
  (role, time) => `${role}  ${time}\n`,
  (role, time) => `\n${role}\n${time}\n`,
  (role, time) => `${time}\n${role}\n`,
  (role) => `${role}:\n`,
  (role) => `\n${role}\n`,
  (role) => `[${role}] `,
]

test('no word is lost or changes its speaker, in any mixture of lines', () => {
  const piece = fc.constantFrom(
    'my mother said: never',
    'Note: late',
    '10:30 is early',
    'at 10:30: gone',
    'one, two; three',
    '1. work',
    '- no',
    '> quoted',
    '**never** again',
    'see https://a.example/b:c',
    'yes',
    '(laughs)',
    '"so" he said',
    'a\tb',
    '1 --> 2',
    '<b>bold',
    'Sam went home',
    'é — ü',
  )
  const speech = fc.array(piece, { minLength: 1, maxLength: 4 })
  const layout = fc.constantFrom(...prefixes, ...ownLines)
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
  fc.assert(
    fc.property(
      fc.array(speech, { minLength: 4, maxLength: 9 }),
      layout,
      fc.constantFrom(...pairs),
      fc.boolean(),
      (said, label, names, isOneLine) => {
        const spokenTurns = said.map((pieces, at) => ({
          name: names[at % 2] ?? '',
          text: `So ${pieces.join(isOneLine ? ' ' : '\n')}`,
        }))
        const text = spokenTurns.map((turn, at) => `${label(turn.name, `0:${at * 5 + 10}`)}${turn.text}`).join('\n')
        const { utterances } = read(text, ownLines.includes(label) ? names : [])
        for (const name of names)
          expect(utterances.filter((one) => one.label === name).flatMap((one) => words(one.text))).toEqual(
            spokenTurns.filter((turn) => turn.name === name).flatMap((turn) => words(turn.text)),
          )
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['list marks', '> '],
  ['dashes', '- '],
  ['numbers', '1. '],
  ['times', '10:30 '],
  ['roles', 'Therapist: a Client: b '],
  ['tags', '<p><td>x'],
  ['styles', '<style '],
  ['spaces', `a${' '.repeat(5000)}`],
  ['turns', 'Therapist: how are you doing?\nClient: I was there at 10:30 and so on\n'],
])('2 MB of %s are read or rejected within seconds of processor time', (_, piece) => {
  const size = 2 * 1024 * 1024
  const text = `<p>Client: a</p>${piece.repeat(size / piece.length)}`.slice(piece.startsWith('<') ? 0 : 16, size)
  const before = process.cpuUsage()
  expect(['read', 'TranscriptFileError']).toContain(outcome(text))
  expect(process.cpuUsage(before).user).toBeLessThan(20_000_000)
})

function outcome(text: string): string {
  try {
    read(text)
    return 'read'
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown'
  }
}
