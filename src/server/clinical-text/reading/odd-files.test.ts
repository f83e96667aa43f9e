import { describe, expect, test } from 'vitest'
import { readTranscriptFile } from './read.ts'

const readFile = (text: string, { name = 'session.txt', known = [] as string[] } = {}) =>
  readTranscriptFile({ fileName: name, bytes: new TextEncoder().encode(text), known })
const read = (text: string, options?: { name?: string; known?: string[] }) => readFile(text, options).transcript
const turns = (text: string, options?: { name?: string; known?: string[] }) =>
  read(text, options).utterances.map(({ label, text: words }) => `${label}: ${words}`)
const speakers = (text: string, options?: { name?: string; known?: string[] }) =>
  read(text, options).utterances.map(({ speaker }) => speaker)
const times = (text: string, options?: { name?: string }) =>
  read(text, options).utterances.map(({ start, end }) => [start, end])

const starts = (text: string) => times(text).map(([start]) => start)

describe('dash after the speaker', () => {
  test.each(['Client - ', 'Client – ', 'Client — ', 'Client- ', 'Client –', 'CLIENT - '])(
    'a dash after the speaker is recognized: %s',
    (label) => {
      const text = `Therapist - How did the weekend go?\n${label}Badly - we argued again.\nTherapist - About money?`
      expect(speakers(text)).toEqual(['therapist', 'client', 'therapist'])
      expect(read(text).utterances[1]?.text).toBe('Badly - we argued again.')
    },
  )

  test('names before a dash are speakers if most lines have a dash', () => {
    expect(turns('Robin - How was it?\nSam – Fine.\nRobin - And work?\nSam – Busy.')).toEqual([
      'Robin: How was it?',
      'Sam: Fine.',
      'Robin: And work?',
      'Sam: Busy.',
    ])
  })

  test.each([' → ', '→', ' -> ', ' => ', ' = ', '= '])(
    'an arrow or equals sign after the speaker is recognized: %s',
    (mark) => {
      const said = (one: string, other: string) =>
        [
          `${one}${mark}How was it?`,
          `${other}${mark}Fine = okay → good.`,
          `${one}${mark}And work?`,
          `${other}${mark}Busy.`,
        ].join('\n')
      for (const [one, other] of [
        ['Robin', 'Sam'],
        ['Therapist', 'Client'],
        ['T', 'C'],
      ] as const)
        expect(turns(said(one, other))).toEqual([
          `${one}: How was it?`,
          `${other}: Fine = okay → good.`,
          `${one}: And work?`,
          `${other}: Busy.`,
        ])
    },
  )

  test('a dash after other words is speech', () => {
    const text =
      'Therapist: How are you?\nClient: Tired.\nWell - I slept a bit.\nMonday - that was hard.\nMy doctor - she helped.'
    expect(turns(text)).toEqual([
      'Therapist: How are you?',
      'Client: Tired. Well - I slept a bit. Monday - that was hard. My doctor - she helped.',
    ])
    expect(turns('Client: I see a doctor.\nDoctor - he is old.\nTherapist: Since when?')).toHaveLength(2)
  })
})

describe('numbers as speakers', () => {
  const expected = ['1: How are you?', '2: Tired. Very tired.', '1: Since when?', '2: Monday.', '2: Or Sunday.']
  test.each([
    ['a colon', '1: How are you?\n2: Tired.\nVery tired.\n1: Since when?\n2: Monday.\n2: Or Sunday.'],
    ['a space and a colon', '1 : How are you?\n2 : Tired.\nVery tired.\n1 : Since when?\n2 : Monday.\n2 : Or Sunday.'],
    [
      'times',
      '[0:01] 1: How are you?\n[0:03] 2: Tired. Very tired.\n[0:05] 1: Since when?\n[0:09] 2: Monday.\n[0:11] 2: Or Sunday.',
    ],
    [
      'captions',
      'WEBVTT\n\n0:01.000 --> 0:02.000\n1: How are you?\n\n0:03.000 --> 0:04.000\n2: Tired. Very tired.\n\n0:05.000 --> 0:06.000\n1: Since when?\n\n0:09.000 --> 0:10.000\n2: Monday.\n\n0:11.000 --> 0:12.000\n2: Or Sunday.',
    ],
  ])('two alternating numbers are read as speakers in lines with %s', (_, text) => {
    expect(turns(text)).toEqual(expected)
  })

  test('a list that a numbered speaker says stays speech', () => {
    expect(turns('1: What helps?\n2: 1: sleep, 2: food.\n1: 10:30 is too early?\n2: Yes.')).toEqual([
      '1: What helps?',
      '2: 1: sleep, 2: food.',
      '1: 10:30 is too early?',
      '2: Yes.',
    ])
  })
})

describe('role inside a sentence', () => {
  test.each([
    'I told my therapist: stop it.',
    'My doctor: he never listens.',
    'And then the nurse said to the other patient: wait.',
    'When a client: or was it a patient?',
  ])('a role inside a sentence is not a speaker: %s', (line) => {
    expect(turns(`Therapist: Go on.\nClient: Yes.\n${line}\nTherapist: I see.`)).toEqual([
      'Therapist: Go on.',
      `Client: Yes. ${line}`,
      'Therapist: I see.',
    ])
  })
})

describe('several turns in one paragraph', () => {
  test('turns in one paragraph are split at labels that repeat', () => {
    const text =
      'Therapist: How have you been? Client: Not great. I told my boss: no more. He said: fine. Therapist: What happened then? Client: I left.'
    expect(turns(text)).toEqual([
      'Therapist: How have you been?',
      'Client: Not great. I told my boss: no more. He said: fine.',
      'Therapist: What happened then?',
      'Client: I left.',
    ])
  })

  test('turns in one paragraph are split also without punctuation, with titles, numbers and short codes', () => {
    expect(turns('Therapist: how are you Client: fine I guess Therapist: and sleep Client: bad')).toHaveLength(4)
    expect(turns('Dr. Hale: Any pain? Patient: No. Dr. Hale: Good. Patient: Thanks.')).toEqual([
      'Dr. Hale: Any pain?',
      'Patient: No.',
      'Dr. Hale: Good.',
      'Patient: Thanks.',
    ])
    expect(turns('Speaker 1: Hello. Speaker 2: Hi. Speaker 1: Sit down.')).toHaveLength(3)
    expect(turns('T: Hello. C: Hi, I take vitamin C: a lot. T: I see. C: Yes.')).toEqual([
      'T: Hello.',
      'C: Hi, I take vitamin C: a lot.',
      'T: I see.',
      'C: Yes.',
    ])
  })

  test('turns in one paragraph are split at known names only', () => {
    const text = 'Robin: Any news? Sam: My sister called. Robin: How was it? Sam: Plan: avoid her. Sam: Sorry.'
    expect(turns(text, { known: ['Robin', 'Sam'] })).toEqual([
      'Robin: Any news?',
      'Sam: My sister called.',
      'Robin: How was it?',
      'Sam: Plan: avoid her.',
      'Sam: Sorry.',
    ])
    expect(turns(text)).toHaveLength(1)
  })

  test.each([
    'He said: no. She said: yes. He said: no. She said: never.',
    'Client: I told Dr. Hale: no. Then I told Dr. Hale: yes.',
    'Client: My therapist said to my Therapist: wait. I asked the Client: why.',
  ])('turns in one paragraph are not split in: %s', (text) => {
    expect(
      read(text)
        .utterances.map((utterance) => utterance.text)
        .join(' '),
    ).toContain(text.replace(/^Client: /, ''))
    expect(turns(text).length).toBe(1)
  })

  test('splitting turns in one paragraph loses no word', () => {
    const text = 'Therapist: So. Good Client: you said Fine Therapist: right Client: Sure. Client: OK.'
    const words = turns(text)
      .join(' ')
      .replaceAll(/[^A-Za-z]+/g, ' ')
    expect(words).toBe(text.replaceAll(/[^A-Za-z]+/g, ' '))
  })
})

describe('transcript table', () => {
  const expected = ['Therapist: How was the week?', 'Client: Long, and "odd".\nI barely slept.'.replace('\n', ' ')]
  const rows = [
    ['Therapist', '0:00', '0:03', 'How was the week?'],
    ['Client', '0:03', '0:09', '"Long, and ""odd"".\nI barely slept."'],
  ]
  const table = (order: number[], heading: string[] | null, mark = ',') =>
    [...(heading ? [heading] : []), ...rows].map((row) => order.map((at) => row[at] ?? '').join(mark)).join('\r\n')
  const heading = ['Speaker', 'Start', 'End', 'Text']

  test.each([
    ['with a heading', table([0, 1, 2, 3], heading)],
    ['in another order', table([3, 2, 1, 0], heading)],
    ['with other words', table([1, 0, 3, 2], ['Speaker Name', 'start_time', 'End (s)', 'Transcript'])],
    ['with semicolons', table([0, 1, 2, 3], heading, ';')],
    ['with tabs', table([0, 1, 2, 3], heading, '\t')],
    ['without a heading', table([0, 1, 2, 3], null)],
    ['without a heading, text first', table([3, 0, 1, 2], null)],
  ])('a table is read %s', (_, text) => {
    expect(turns(text)).toEqual(expected)
    expect(times(text)).toEqual([
      [0, 3],
      [3, 9],
    ])
    expect(read(text).engine).toBe('import CSV')
  })

  test('a table is read with milliseconds', () => {
    expect(times('speaker,start_ms,text\nClient,1500,One thing.\nTherapist,4000,Go on.')).toMatchObject([
      [1.5, 2.3],
      [4, 4.8],
    ])
  })

  test('a table with unquoted commas in its text loses no word', () => {
    expect(turns('Therapist,How are you?\nClient,Well, fine, I guess\nTherapist,Good', { name: 'a.csv' })).toEqual([
      'Therapist: How are you?',
      'Client: Well, fine, I guess',
      'Therapist: Good',
    ])
  })

  test('a table with an unclosed quotation mark is read as lines', () => {
    const text = 'speaker,text\nClient,"I never said\nTherapist,Go on'
    expect(turns(text, { name: 'a.csv' }).join(' ')).toMatch(/I never said.*Go on/)
  })

  test('unrelated columns of a table are ignored', () => {
    expect(turns('id,speaker,confidence,text\n1,Client,0.93,Hello there.\n2,Therapist,0.99,Hi.')).toEqual([
      'Client: Hello there.',
      'Therapist: Hi.',
    ])
  })

  test('a table is not detected in lines with commas', () => {
    expect(read('Yeah, I did\nYeah, it was\nNo, not him\nNo, never').engine).toBe('import text')
  })
})

describe('invisible characters', () => {
  const unseen = [
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u200E',
    '\u200F',
    '\u202A',
    '\u202C',
    '\u2068',
    '\u2069',
    '\u00AD',
    '&#8203;',
    '&lrm;',
  ]

  test.each(unseen)('the invisible character %j changes neither speakers nor text', (mark) => {
    const files = [
      `WEBVTT\n\n00:00.000 --> 00:01.000\n<v Cli${mark}ent>One.</v>\n\n00:01.000 --> 00:02.000\n<v ${mark}Client>T${mark}wo.</v>`,
      `WEBVTT\n\n00:00.000 --> 00:01.000\nClient${mark}: One.\n\n00:01.000 --> 00:02.000\nCl${mark}ient: Two.`,
      ...(mark.startsWith('&')
        ? []
        : [
            `${mark}Client: One.\nCli${mark}ent${mark}: Tw${mark}o.`,
            `Client${mark} - One.\n${mark}Client${mark} – Two.`,
            JSON.stringify([
              { speaker: `${mark}Client`, text: `${mark}One.` },
              { speaker: 'Client', text: `Tw${mark}o.` },
            ]),
            `speaker,text\n${mark}Client,One.\nClient${mark},Two.`,
            `Client${mark}  0:00\nOne.\n\n${mark}Client  0:05\nTwo.`,
          ]),
    ]
    for (const file of files) {
      expect(turns(file)).toEqual(['Client: One.', 'Client: Two.'])
      expect(speakers(file)).toEqual(['client', 'client'])
    }
  })

  test('composed and decomposed names are the same speaker; joined emoji and Persian words are unchanged', () => {
    const text = 'Zoë: 👩‍👧 came.\nZoe\u0308: می‌خواهم\nAnn: Yes.\nAnn: No.'
    expect(turns(text)).toEqual(['Zoë: 👩‍👧 came.', 'Zoë: می‌خواهم', 'Ann: Yes.', 'Ann: No.'])
  })
})

describe('times of day', () => {
  test('times of day are counted from the first one', () => {
    expect(starts('[14:03:22] Therapist: Hello.\n[14:03:30] Client: Hi.\n[14:50:22] Therapist: Bye.')).toEqual([
      0, 8, 2820,
    ])
    expect(times('WEBVTT\n\n14:03:22.000 --> 14:03:25.500\nHello.\n\n14:04:22.000 --> 14:04:24.000\nBye.')).toEqual([
      [0, 3.5],
      [60, 62],
    ])
  })

  test.each([
    ['over midnight', '23:58:00', '00:01:30', 210],
    ['over midnight and hours', '22:59:59', '00:00:59', 3660],
    ['over noon on a clock of twelve hours', '12:40:00', '1:20:00', 2400],
    ['with AM and PM', '11:50:00 PM', '12:20:00 AM', 1800],
    ['with a date', '2026-10-14 14:03:22', '2026-10-14 14:13:22', 600],
    ['with a date and time as ISO writes it', '2026-10-14T14:03:22Z', '2026-10-14T14:13:22Z', 600],
  ])('times of day are counted %s', (_, first, last, seconds) => {
    expect(starts(`[${first}] Client: One.\n[${last}] Therapist: Two.`)).toEqual([0, seconds])
  })

  test('the amount of text distinguishes hours and minutes from minutes and seconds', () => {
    const longText = 'and so it went on and on that day '.repeat(20)
    const text = `14:03 Client: ${longText}\n14:05 Therapist: ${longText}\n14:09 Client: ${longText}`
    expect(starts(text)).toEqual([0, 120, 360])
    expect(starts('14:03 Client: One.\n14:05 Therapist: Two.\n14:09 Client: Three.')).toEqual([843, 845, 849])
  })

  test('a recording that starts with a long silence keeps its times', () => {
    expect(starts('00:40:00 Client: One.\n01:20:00 Therapist: Two.')).toEqual([2400, 4800])
  })

  test('a two-hour session is not read as times of day', () => {
    expect(starts('0:00:05 Client: One.\n1:59:00 Therapist: Two.')).toEqual([5, 7140])
  })

  test('times of day are read from Zoom captions', () => {
    const text = '[Robin Hale] 14:03:22\nHow are you?\n\n[Sam] 14:03:30\nFine.\n'
    expect(turns(text)).toEqual(['Robin Hale: How are you?', 'Sam: Fine.'])
    expect(starts(text)).toEqual([0, 8])
  })
})

test('a name with emoji is recognized as a speaker, and the emoji are removed', () => {
  expect(turns('Robin Hale: How was it?\nMaya 🌸: Long.\nRobin Hale: Go on.\nMaya 🌸: I slept badly.')).toEqual([
    'Robin Hale: How was it?',
    'Maya: Long.',
    'Robin Hale: Go on.',
    'Maya: I slept badly.',
  ])
})

test("Excel's line with the separator is not a row of the table", () => {
  const table = 'sep=;\nSpeaker;Text\nTherapist;How was it?\nClient;Long.'
  expect(turns(table, { name: 'a.csv' })).toEqual(['Therapist: How was it?', 'Client: Long.'])
})

describe('header lines about the session', () => {
  test('a title above the names is part of the header', () => {
    const names = 'Client: Maria Lopez\nTherapist: Robin Hale'
    expect(turns(`Session transcript, November 20, 2026\n${names}\n\nTherapist: Hello.\nClient: Hi.`)).toEqual([
      'Therapist: Hello.',
      'Client: Hi.',
    ])
  })

  test('header lines are not speech, and name the client', () => {
    const file = readFile(
      'Client: Maria Lopez\nTherapist: Robin Hale, LMFT\nDate: 10/14/2026\n\nTherapist: Hello.\nClient: Hi.',
    )
    expect(file.clientName).toBe('Maria Lopez')
    expect(file.transcript.utterances.map(({ text }) => text)).toEqual(['Hello.', 'Hi.'])
  })

  test('a turn that consists of a name stays a turn', () => {
    const file = readFile('Client: Maria Lopez\nTherapist: Is that her name?')
    expect(file.clientName).toBeNull()
    expect(file.transcript.utterances).toHaveLength(2)
  })
})
