import { describe, expect, test } from 'vitest'
import { readTranscriptFile } from './read.ts'

const read = (text: string, { name = 'session.txt', known = [] as string[] } = {}) =>
  readTranscriptFile({ fileName: name, bytes: new TextEncoder().encode(text), known }).transcript
const turns = (...source: Parameters<typeof read>) =>
  read(...source).utterances.map(({ label, text }) => `${label}: ${text}`)
const speakers = (...source: Parameters<typeof read>) => read(...source).utterances.map(({ speaker }) => speaker)
const starts = (...source: Parameters<typeof read>) => read(...source).utterances.map(({ start }) => start)

const spoken = ['Robin Hale: How was the week?', 'Sam Poe: Long & hard.', 'Robin Hale: Go on.']

describe('times of JSON files', () => {
  const utterances = (unit: number) =>
    [
      [0.24, 4.96, 'How have you been since we last met?'],
      [5.1, 61.5, 'It was a hard month, and I hardly slept at all.'],
      [1490, 1502.25, 'Tell me about one of those nights.'],
      [2984.4, 3010.75, 'I was up until four and then I gave up on it.'],
    ].map(([start, end, text], at) => ({
      speaker: at % 2 ? 'B' : 'A',
      text,
      start: Number(start) * unit,
      end: Number(end) * unit,
    }))

  test.each([
    ['AssemblyAI, in milliseconds', { utterances: utterances(1000) }],
    ['a list in milliseconds', utterances(1000)],
    ['segments in seconds', { segments: utterances(1) }],
  ])('%s', (_, file) => expect(starts(JSON.stringify(file), { name: 'a.json' })).toEqual([0.24, 5.1, 1490, 2984.4]))

  test('a label is cut to the length that speakers may have', () => {
    const speaker = `${'R'.repeat(199)}🙂 of the practice`
    const [first] = read(JSON.stringify([{ speaker, text: 'How have you been?' }]), { name: 'a.json' }).utterances
    expect(first?.label.length).toBe(200)
    expect(first?.label.isWellFormed()).toBe(true)
  })

  test('whole seconds stay seconds', () => {
    const whole = utterances(1).map(({ start, end, ...turn }) => ({
      ...turn,
      start: Math.round(start),
      end: Math.round(end),
    }))
    expect(starts(JSON.stringify(whole), { name: 'a.json' })).toEqual([0, 5, 1490, 2984])
  })

  test('whole seconds of a few words with long silences stay seconds, and milliseconds of the same words do not', () => {
    const said = (unit: number) =>
      [312, 1_505, 2_890, 5_760].map((start) => ({
        speaker: 'Client',
        text: 'Yes, I did.',
        start: start * unit,
        end: (start + 2) * unit,
      }))
    for (const unit of [1, 1000])
      expect(starts(JSON.stringify({ segments: said(unit) }), { name: 'a.json' })).toEqual([312, 1_505, 2_890, 5_760])
  })

  test('times of turns without an end are recognized by the length of the session', () => {
    const turn = (start: number) => ({ speaker: 'A', text: 'I was up until four and then I gave up on it.', start })
    const file = [400, 61_250, 402_800, 1_800_000].map(turn)
    expect(starts(JSON.stringify(file), { name: 'a.json' })).toEqual([0.4, 61.25, 402.8, 1800])
  })
})

describe('exports with times', () => {
  test.each([
    ['Otter', 'Robin Hale  0:03\nHow was the week?\n\nSam Poe  0:08\nLong & hard.\n\nRobin Hale  0:15\nGo on.'],
    [
      'name, time and text',
      'Robin Hale\n0:03\nHow was the week?\n\nSam Poe\n0:08\nLong & hard.\n\nRobin Hale\n0:15\nGo on.',
    ],
    ['no blank lines', 'Robin Hale\n0:03\nHow was the week?\nSam Poe\n0:08\nLong & hard.\nRobin Hale\n0:15\nGo on.'],
    [
      'time, name and text',
      '0:03\nRobin Hale\nHow was the week?\n\n0:08\nSam Poe\nLong & hard.\n\n0:15\nRobin Hale\nGo on.',
    ],
    [
      'a copy from Teams',
      'Robin Hale\n0 minutes 3 seconds\n0:03\nRobin Hale 0 minutes 3 seconds\nHow was the week?\nSam Poe\n0 minutes 8 seconds\n0:08\nSam Poe 0 minutes 8 seconds\nLong & hard.\nRobin Hale\n0 minutes 15 seconds\n0:15\nRobin Hale 0 minutes 15 seconds\nGo on.',
    ],
    [
      'a document of Teams',
      'Session-20261014_133555-Meeting Transcript\n14 October 2026, 03:35pm\n27m 42s\n\nRobin Hale started transcription\nRobin Hale   0:03\nHow was the week?\nSam Poe   0:08\nLong & hard.\nRobin Hale   0:15\nGo on.\nRobin Hale stopped transcription',
    ],
    ['Rev', 'Robin Hale (00:03):\nHow was the week?\n\nSam Poe (00:08):\nLong & hard.\n\nRobin Hale (00:15):\nGo on.'],
    [
      'Sonix',
      'Robin Hale: [00:00:03] How was the week?\nSam Poe: [00:00:08] Long & hard.\nRobin Hale: [00:00:15] Go on.',
    ],
    [
      'Happy Scribe',
      '00:00:03,000 [Robin Hale]\nHow was the week?\n\n00:00:08,000 [Sam Poe]\nLong & hard.\n\n00:00:15,000 [Robin Hale]\nGo on.',
    ],
    [
      'Descript, as Markdown',
      '[00:00:03] **Robin Hale:** How was the week?\n\n[00:00:08] **Sam Poe:** Long & hard.\n\n[00:00:15] **Robin Hale:** Go on.',
    ],
    [
      'a film’s time codes',
      '[00:00:03:12] Robin Hale: How was the week?\n[00:00:08:02] Sam Poe: Long & hard.\n[00:00:15:20] Robin Hale: Go on.',
    ],
    [
      'ranges',
      '00:00:03 - 00:00:05 Robin Hale: How was the week?\n00:00:08 - 00:00:10 Sam Poe: Long & hard.\n00:00:15 - 00:00:16 Robin Hale: Go on.',
    ],
    [
      'ranges on their own line',
      '0:03 - 0:05\nRobin Hale\nHow was the week?\n0:08 - 0:10\nSam Poe\nLong & hard.\n0:15 - 0:16\nRobin Hale\nGo on.',
    ],
    ['bars', 'Robin Hale | 00:03\nHow was the week?\n\nSam Poe | 00:08\nLong & hard.\n\nRobin Hale | 00:15\nGo on.'],
    [
      'units in brackets',
      '[0h0m3s] Robin Hale: How was the week?\n[0h0m8s] Sam Poe: Long & hard.\n[0h0m15s] Robin Hale: Go on.',
    ],
    ['units', '0h0m03s Robin Hale: How was the week?\n0h0m08s Sam Poe: Long & hard.\n0h0m15.0s Robin Hale: Go on.'],
    [
      'units beside the name',
      'Robin Hale 0m3s\nHow was the week?\nSam Poe 0m8s\nLong & hard.\nRobin Hale 0m15s\nGo on.',
    ],
    [
      'units on their own line',
      'Robin Hale\n0h0m3s\nHow was the week?\nSam Poe\n0h0m8s\nLong & hard.\nRobin Hale\n0h0m15s\nGo on.',
    ],
    ['brackets', '(0:03) Robin Hale: How was the week?\n(0:08) Sam Poe: Long & hard.\n(0:15) Robin Hale: Go on.'],
    [
      'SRT of Whisper',
      '1\n00:00:03,000 --> 00:00:05,000\n[Robin Hale]: How was the week?\n\n2\n00:00:08,000 --> 00:00:10,000\n[Sam Poe]: Long & hard.\n\n3\n00:00:15,000 --> 00:00:16,000\n[Robin Hale]: Go on.',
    ],
    [
      'a page of Descript',
      '<!DOCTYPE html><html><head><title>Session</title><style>p { color: red }</style></head><body><!-- exported --><p>[00:00:03] <strong>Robin Hale:</strong> How was the week?</p><p>[00:00:08] <strong>Sam Poe:</strong> Long &amp; hard.</p><p>[00:00:15] <strong>Robin Hale:</strong>\n Go on.</p></body></html>',
    ],
  ])('readTranscriptFile reads speakers, text and times of the export: %s', (_, text) => {
    expect(turns(text)).toEqual(spoken)
    expect(starts(text)).toEqual([3, 8, 15])
  })

  test.each([
    ['before the label', '12:03 PM Therapist: Hello.\n12:04 PM Client: Hi.\n12:59 PM Therapist: Bye.'],
    [
      'with a date',
      '[14.10.26, 12:03:00] Therapist: Hello.\n[14.10.26, 12:04:00] Client: Hi.\n[14.10.26, 12:59:00] Therapist: Bye.',
    ],
    ['on their own line', 'Therapist\n12:03 PM\nHello.\nClient\n12:04 PM\nHi.\nTherapist\n12:59 PM\nBye.'],
  ])('times of day %s count from the first one', (_, text) => {
    expect(turns(text)).toEqual(['Therapist: Hello.', 'Client: Hi.', 'Therapist: Bye.'])
    expect(starts(text)).toEqual([0, 60, 3360])
  })

  test('readTranscriptFile reads a transcript of Google Meet without its summary, its lists and its notices', () => {
    const text =
      '# 📝 Notes\n\n### Summary\n\nSam Poe reported a long week ([00:00:03](#x)).\n\n# 📖 Transcript\n\nOct 14, 2026\n\n## Session \\- Transcript\n\n### 00:00:00\n\n**Robin Hale:** How was the week?  \n**Sam Poe:** Long & hard.  \n\n### 00:01:34\n\n**Robin Hale:** Go on.\n\n### Transcription ended after 00:30:30\n\n*This editable transcript was computer generated and might contain errors. People can also change the text after it was created.*'
    expect(turns(text)).toEqual(spoken)
    expect(starts(text).at(-1)).toBe(94)
  })

  test('readTranscriptFile reads a chat of Zoom', () => {
    const text =
      '14:03:22 From Robin Hale to Everyone:\n\tHow was the week?\n14:03:30 From Sam Poe to Everyone:\n\tLong & hard.'
    expect(turns(text)).toEqual(spoken.slice(0, 2))
  })

  test('a timed line without a name belongs to the previous speaker', () => {
    expect(turns('[00:03] Client: I went.\n[00:08] Then I slept.\n[00:15] Therapist: I see.')).toEqual([
      'Client: I went.',
      'Client: Then I slept.',
      'Therapist: I see.',
    ])
  })

  test('one time that is an hour later than its neighbors does not lengthen the session', () => {
    expect(starts('[00:10] Therapist: A b.\n[00:20] Client: C.\n[10:00:00] Therapist: D.\n[00:30] Client: E.')).toEqual(
      [10, 20, 20.4, 30],
    )
  })
})

describe('labels with signs', () => {
  const turnsOf = (label: (role: string, at: number) => string) =>
    turns(['Therapist', 'Client', 'Therapist'].map((role, at) => `${label(role, at)}Word ${at}.`).join('\n'))

  test.each<[string, (role: string, at: number) => string]>([
    ['bold', (role) => `**${role}:** `],
    ['bold without the colon', (role) => `**${role}**: `],
    ['underlined', (role) => `__${role}:__ `],
    ['italic', (role) => `*${role}:* `],
    ['numbered', (role, at) => `${at + 1}. ${role}: `],
    ['numbered with a bracket', (role, at) => `${at + 1}) ${role}: `],
    ['listed', (role) => `* ${role}: `],
    ['listed with a dash', (role) => `- **${role}**: `],
    ['quoted', (role) => `> ${role}: `],
    ['quoted and numbered', (role, at) => `> ${at + 1}. ${role}: `],
    ['with a full-width colon', (role) => `${role}：`],
    ['without a space', (role) => `${role}:`],
    ['with a space before the colon', (role) => `${role} : `],
    ['in brackets', (role) => `[${role}] `],
    ['in round brackets', (role) => `(${role}) `],
    ['in angle brackets', (role) => `<${role}> `],
    ['with a bar', (role) => `${role} | `],
    ['with a tab', (role) => `${role}:\t`],
    ['on its own line', (role) => `${role}:\n`],
    ['on its own line without a colon', (role) => `\n${role}\n`],
    ['as a heading', (role) => `\n### ${role}\n\n`],
    ['as a bold heading', (role) => `\n**${role}**\n`],
    ['bold before a time', (role, at) => `**${role}** (00:0${at}): `],
    ['bold before a time without brackets', (role, at) => `__${role}__ 00:0${at}: `],
    ['italic before a time', (role, at) => `*${role}* [00:0${at}]: `],
    ['bold in a heading with a time', (role, at) => `\n**${role}** – 00:0${at}\n`],
    ['listed with a time', (role, at) => `- ${role} (00:0${at}): `],
    ['listed and bold with a time', (role, at) => `* **${role}** (00:0${at}): `],
  ])('readTranscriptFile reads a label %s', (_, label) => {
    expect(turnsOf(label)).toEqual(['Therapist: Word 0.', 'Client: Word 1.', 'Therapist: Word 2.'])
  })

  test('readTranscriptFile reads lines in quotation marks, and bold labels in one paragraph', () => {
    expect(turns('“Therapist: Hello.”\n“Client: Hi.”')).toEqual(['Therapist: Hello.', 'Client: Hi.'])
    expect(turns('**Therapist:** How so? **Client:** Bad. **Therapist:** Go on.')).toHaveLength(3)
  })

  const sessionText = ['How have you been?', 'Not great. I keep waking at four.', 'Since when?', 'Since the move.']
  const written = (...labels: string[]) =>
    labels.map((label, at) => label.replace('…', sessionText[at] ?? '')).join('\n')

  test.each([
    ['bold labels', written('**Therapist** …', '**Client** …', '**Therapist** …', '**Client** …')],
    ['labels in capitals', written('THERAPIST …', 'CLIENT …', 'THERAPIST …', 'CLIENT …')],
    [
      'labels in capitals after times',
      written('[00:03] THERAPIST …', '[00:07] CLIENT …', '[00:12] THERAPIST …', '[00:15] CLIENT …'),
    ],
    ['voice tags', written('<v Therapist>…</v>', '<v Client>…</v>', '<v Therapist>…</v>', '<v Client>…</v>')],
    ['numbers of turns', written('T1: …', 'C1: …', 'T2: …', 'C2: …')],
    ['numbers of all turns', written('T1: …', 'C2: …', 'T3: …', 'C4: …')],
  ])('readTranscriptFile reads labels without a colon, or with the number of a turn: %s', (_, text) => {
    const { utterances } = read(text)
    expect(utterances.map(({ speaker }) => speaker)).toEqual(['therapist', 'client', 'therapist', 'client'])
    expect(utterances.map((one) => one.text)).toEqual(sessionText)
  })

  test.each([
    ['a text in capitals', 'I WAS SO TIRED.\nDOCTOR SAID IT WAS FINE.\nNURSE SAID SO TOO.'],
    ['stressed words', '**Really** tired today.\n**Never** again, I thought.\n**Work** was hard.'],
  ])('words are not labels in %s', (_, text) => {
    const { utterances } = read(text)
    expect(utterances.map(({ label }) => label).filter((label) => label !== '')).toEqual([])
    expect(utterances.map((one) => one.text).join(' ')).toBe(text.replaceAll('\n', ' '))
  })

  test('names on their own line need a second name and repetition, or are known', () => {
    expect(turns('Robin Hale\nHow was it?\nSam Poe\nLong.\nRobin Hale\nGo on.\nSam Poe\nYes.')).toHaveLength(4)
    expect(turns('Robin Hale\nHow was it?\nSam Poe\nLong.', { known: ['Robin Hale', 'Sam Poe'] })).toHaveLength(2)
  })
})

describe('role words of other languages', () => {
  test.each([
    ['Therapeutin', 'Klientin'],
    ['Therapeut', 'Klient'],
    ['Psychotherapeut', 'Patient'],
    ['Psychologin', 'Patientin'],
    ['Beraterin', 'Ratsuchende'],
    ['Ärztin', 'Patient'],
    ['Der Therapeut', 'Die Klientin'],
    ['Therapeut*in', 'Klient*in'],
    ['Therapeut:in', 'Klient:in'],
    ['Therapeut(in)', 'Klient/in'],
    ['Th.', 'Kl.'],
    ['Terapeuta', 'Paciente'],
    ['Psicóloga', 'Clienta'],
    ['Consejero', 'Cliente'],
    ['Thérapeute', 'Client'],
    ['Psychologue', 'Patiente'],
    ['Conseillère', 'Cliente'],
    ['THÉRAPEUTE', 'PATIENTE'],
    ['Psicoterapeuta', 'Paziente'],
    ['Therapeute', 'Cliënt'],
    ['Терапевт', 'Клиент'],
    ['治疗师', '来访者'],
    ['セラピスト', 'クライエント'],
    ['מטפלת', 'מטופל'],
  ])('%s is the therapist and %s the client', (therapist, client) => {
    expect(speakers(`${therapist}: Wie war es?\n${client}: Gut.\n${therapist}: Und?`)).toEqual([
      'therapist',
      'client',
      'therapist',
    ])
  })

  test('a sentence that mentions a role is speech', () => {
    const lines = [
      'Mein Therapeut: nein.',
      'Mi terapeuta: no.',
      'Mon psychologue: non.',
      'Ich fragte meinen Arzt: warum?',
    ]
    for (const line of lines)
      expect(turns(`Therapeutin: Ja?\nKlientin: Also.\n${line}\nTherapeutin: Gut.`)).toEqual([
        'Therapeutin: Ja?',
        `Klientin: Also. ${line}`,
        'Therapeutin: Gut.',
      ])
  })

  test('a word with a colon is speech in another language, too', () => {
    const said =
      'Es ging um drei Dinge, die mich seit langem sehr beschäftigen und über die wir noch nie gesprochen haben. '
    const text = `Therapeutin: Wie war es?\nKlientin: ${said.repeat(3)}\nArbeit: schlecht.\nSchlaf: gut.\nTherapeutin: Und?`
    expect(read(text).utterances.map(({ label }) => label)).toEqual(['Therapeutin', 'Klientin', 'Therapeutin'])
  })

  test('header lines in another language are not speech, and name the client', () => {
    const text = 'Datum: 14.10.2026\nKlientin: Maria Lopez\n\nTherapeutin: Hallo.\nKlientin: Ja.'
    const { clientName } = readTranscriptFile({ fileName: 'a.txt', bytes: new TextEncoder().encode(text) })
    expect(clientName).toBe('Maria Lopez')
    expect(turns(text)).toEqual(['Therapeutin: Hallo.', 'Klientin: Ja.'])
  })

  test('numbered speakers of other languages are speakers', () => {
    for (const label of ['Sprecher', 'Hablante', 'Locuteur', 'SPEAKER_0'])
      expect(turns(`${label} 1: Hallo.\n\nMehr.\n${label} 2: Ja.`)).toHaveLength(2)
  })
})

describe('transcripts in tables', () => {
  const table = (heading: string, roles: [string, string], mark = ';') =>
    [heading, `${roles[0]};00:00:03;"Ja, und?"`, `${roles[1]};00:00:08;Gut.`].join('\n').replaceAll(';', mark)

  test.each([
    ['German', table('Sprecher;Beginn;Text', ['Therapeutin', 'Klientin'])],
    ['Spanish', table('Hablante;Inicio;Texto', ['Terapeuta', 'Paciente'], ',')],
    ['French', table('Locuteur;Début;Texte', ['Thérapeute', 'Patiente'])],
    ['Italian', table('Parlante;Inizio;Testo', ['Terapeuta', 'Paziente'], '\t')],
    ['ISO times', 'speaker,time,text\nTherapist,2026-10-14T14:03:25Z,"Ja, und?"\nClient,2026-10-14 14:03:30.000,Gut.'],
    ['local dates', 'speaker,time,text\nTherapist,14.10.2026 14:03:25,"Ja, und?"\nClient,14.10.2026 14:03:30,Gut.'],
  ])('readTranscriptFile reads a table with a heading or times: %s', (_, text) => {
    expect(speakers(text, { name: 'a.csv' })).toEqual(['therapist', 'client'])
    const [first = 0, second = 0] = starts(text, { name: 'a.csv' })
    expect(second - first).toBe(5)
  })

  test('ISO times continue across midnight', () => {
    const text = 'speaker,time,text\nTherapist,2026-10-14T23:59:30+02:00,Yes.\nClient,2026-10-15T00:00:30+02:00,No.'
    expect(starts(text)).toEqual([0, 60])
  })

  test.each([
    ['a heading', 'text\n"Therapist: So, how was it?"\n"Client: Bad, long."'],
    ['a heading and no quotation marks', 'Transcript\nTherapist: So, how was it?\nClient: Bad, long.'],
    ['quotation marks', '"Therapist: So, how was it?"\n"Client: Bad, long."'],
    ['labels in the text', 'start,end,text\n0,3,"Therapist: So, how was it?"\n3,9,"Client: Bad, long."'],
    ['times of Whisper', 'start\tend\ttext\n0\t3500\tTherapist: So, how was it?\n3500\t900000\tClient: Bad, long.'],
    ['bars', '| Speaker | Text |\n|---|---|\n| Therapist | So, how was it? |\n| Client | Bad, long. |'],
  ])('readTranscriptFile reads a table of text with %s', (_, text) => {
    expect(turns(text, { name: 'a.csv' })).toEqual(['Therapist: So, how was it?', 'Client: Bad, long.'])
  })

  test('lines with semicolons lose no word', () => {
    expect(turns('Therapist; so; tell me\nClient; well; it was long').join(' ')).toMatch(
      /so.*tell me.*well.*it was long/,
    )
  })

  test('lines of names and speech with a tab in each are not a table', () => {
    const lines = ['Grace: So a\tb c.', 'Mark: So a\tb.', 'Grace: So a\tb.', 'Mark: So a\tb.']
    expect(turns(lines.join('\n'))).toEqual(lines.map((line) => line.replace('\t', ' ')))
  })

  test('milliseconds without a unit are recognized by their size', () => {
    expect(starts('start\tend\ttext\n0\t3500\tClient: Yes.\n3500\t900000\tTherapist: No.')).toEqual([0, 3.5])
    expect(starts('start\tend\ttext\n0\t35\tClient: Yes.\n35\t90\tTherapist: No.')).toEqual([0, 35])
  })
})

describe('web pages as transcripts', () => {
  test('readTranscriptFile reads a part of a page, its tables and its character references', () => {
    expect(turns('<p><b>Klientin:</b> Sch&ouml;n &#8211; <i>ja</i>.</p>\n<p>Therapeutin:<br>Gut.</p>')).toEqual([
      'Klientin: Schön – ja.',
      'Therapeutin: Gut.',
    ])
    const table =
      '<table><tr><th>Speaker</th><th>Text</th></tr><tr><td><p>Client</p></td><td><p>One.</p><p>Two.</p></td></tr></table>'
    expect(turns(table)).toEqual(['Client: One. Two.'])
  })

  test('a page that names no speaker is not a transcript', () => {
    expect(() => read('<html><body><p>Sign in to see this page.</p></body></html>')).toThrow(
      expect.objectContaining({ code: 'transcript_unreadable' }),
    )
  })
})
