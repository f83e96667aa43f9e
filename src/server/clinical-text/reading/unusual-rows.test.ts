import { expect, test } from 'vitest'
import { TranscriptFileError } from './error.ts'
import { readTranscriptText } from './read.ts'

const turns = (text: string, fileName: string) =>
  readTranscriptText({ fileName, text }).transcript.utterances.map(({ label, text: words }) => `${label}: ${words}`)

test.each([
  [';', 'How are you; really?'],
  [',', 'How are you, really?'],
  ['|', 'How are you| really?'],
])('an unquoted separator “%s” in the text of a table stays in the text', (mark, said) => {
  const rows = [
    ['Speaker', 'Text'],
    ['Therapist', said],
    ['Client', 'Fine.'],
  ]
  expect(turns(rows.map((row) => row.join(mark)).join('\n'), 'a.csv')).toEqual([`Therapist: ${said}`, 'Client: Fine.'])
})

test('a table row without a speaker has the speaker of the row before', () => {
  expect(turns('Speaker;Text\nTherapist;Hello.\nClient;Hi.\n;I am tired.\nTherapist;Yes?', 'a.csv')).toEqual([
    'Therapist: Hello.',
    'Client: Hi.',
    'Client: I am tired.',
    'Therapist: Yes?',
  ])
})

test('a cue without a voice tag has no speaker in a file with voice tags', () => {
  const cues = ['<v Maya>Hello there.</v>', 'Who said this?', '<v Ben>I did.</v>']
  const text = cues.map((cue, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${cue}`).join('\n\n')
  expect(turns(`WEBVTT\n\n${text}`, 'a.vtt')).toEqual(['Maya: Hello there.', ': Who said this?', 'Ben: I did.'])
})

const vtt = (cues: readonly string[]) =>
  `WEBVTT\n\n${cues.map((cue, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${cue}`).join('\n\n')}`

test('a cue that continues a sentence has the voice of the cue before', () => {
  const cues = ['<v Therapist>How are</v>', 'you today?', '<v Client>Fine.</v>']
  expect(turns(vtt(cues), 'a.vtt').join(' ')).toBe('Therapist: How are you today? Client: Fine.')
})

test('one voice tag does not change the speakers of cues with names in their text', () => {
  const cues = ['Therapist: Hello.', 'How are you?', '<v Client>Fine.</v>', 'Therapist: Good.', 'And the work?']
  expect(turns(vtt(cues), 'a.vtt')).toEqual([
    'Therapist: Hello.',
    'Therapist: How are you?',
    'Client: Fine.',
    'Therapist: Good.',
    'Therapist: And the work?',
  ])
})

test('the speaker of a table row is unsure if the row has none and begins a sentence', () => {
  const text = 'start,end,speaker,text\n0,2,Therapist,How are you?\n2,4,,I am here\n4,6,,and well.'
  const { utterances } = readTranscriptText({ fileName: 'a.csv', text }).transcript
  expect(utterances[0]?.isSpeakerUnsure).toBeUndefined()
  expect(utterances[1]).toMatchObject({ label: 'Therapist', isSpeakerUnsure: true })
})

test('a text that begins like JSON is read as text, unless its name is that of a JSON file', () => {
  const text = '["Intro music"]\nTherapist: Hello.\nClient: Hi.'
  expect(turns(text, 'a.txt').slice(1)).toEqual(['Therapist: Hello.', 'Client: Hi.'])
  expect(() => turns(text, 'a.json')).toThrow(TranscriptFileError)
})
