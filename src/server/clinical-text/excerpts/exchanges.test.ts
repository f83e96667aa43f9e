import { describe, expect, test } from 'vitest'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { unitsOf } from './units.ts'

const roles: Readonly<Record<string, 'therapist' | 'client'>> = { T: 'therapist', C: 'client' }

function transcriptOf(...lines: string[]): Transcript {
  const utterances = lines.map((line, at) => {
    const [label = '', text = ''] = line.split(/: (.*)/)
    return { id: `u${at}`, speaker: roles[label] ?? ('other' as const), label, start: at * 5, end: at * 5 + 4, text }
  })
  return { utterances, language: 'en', engine: 'import', hasTimes: true }
}

const answersIn = (...lines: string[]) =>
  unitsOf(transcriptOf(...lines)).flatMap(({ who, said, voice }) =>
    who === 'answer' ? [{ text: said.text, voice }] : [],
  )

describe('the answer to a question', () => {
  test.each([
    ['an amount', 'How much are you drinking now?', "Two beers on Friday. That's all since September."],
    ['a restriction', 'Are you still taking the sertraline?', 'I stopped it in May. It made me queasy.'],
    ['a correction', 'How many drinks were there that night?', 'Three, four. Not drunk. Well, maybe five.'],
    ['a rating', 'From nought to ten, how bad is the worry?', 'Ten. And five when Miss Hardy meets me at the gate.'],
    [
      'a long rating',
      'Out of ten, how low is your mood?',
      'Six, I suppose. On Monday it was lower because the dog was ill and I had to take him to the vet twice. Since then I have been sleeping in the living room beside him. So today I would say four.',
    ],
    ['risk', 'Any thoughts of suicide?', 'No. Not today. On Sunday I thought about the bridge.'],
  ])('an answer with %s is quoted completely', (_, question, answer) => {
    expect(answersIn(`T: ${question}`, `C: ${answer}`)).toEqual([{ text: answer, voice: '' }])
  })

  test('a rating continues after a short reaction of the therapist', () => {
    const said = [
      'T: Out of ten, how strong is the urge?',
      'C: About a five.',
      'T: Mm-hmm.',
      'C: No, at night it is an eight.',
    ]
    expect(answersIn(...said)).toEqual([{ text: 'About a five. … No, at night it is an eight.', voice: '' }])
  })

  test('a long answer is shortened in its pair with the question', () => {
    const rest = Array.from({ length: 12 }, (_, at) => `Then my sister came over on day ${at}.`).join(' ')
    const [answer] = answersIn('T: How often do you see your sister?', `C: Twice a week. ${rest}`)
    expect(answer?.text.startsWith('Twice a week. Then')).toBe(true)
    expect(answer?.text.split(' ').length).toBeLessThanOrEqual(30)
  })
})

test.each([
  [
    'a short question without a question mark',
    ['C: i want to die most nights', 'T: any plan', 'C: no never because of my kids'],
  ],
  ['a short answer', ['T: are you having thoughts of suicide', 'C: no', 'T: ever tried hurting yourself']],
  [
    'another person',
    ['Mother: He cries in the evenings and', 'T: Mm-hmm.', 'Father: then he drinks wine until he sleeps.'],
  ],
])('words before and after %s are not joined', (_, lines) => {
  const joined = unitsOf(transcriptOf(...lines)).filter(({ who, said }) => who !== 'answer' && said.text.includes('…'))
  expect(joined).toEqual([])
})

test('words before and after a short reaction are joined', () => {
  const lines = ['C: i feel so alone in the evenings', 'T: right yeah', 'C: and then i drink wine until i sleep']
  expect(unitsOf(transcriptOf(...lines)).map(({ said }) => said.text)).toEqual([
    'i feel so alone in the evenings … and then i drink wine until i sleep',
  ])
})

describe('the question that an answer belongs to', () => {
  const pairsIn = (...lines: string[]) =>
    unitsOf(transcriptOf(...lines)).flatMap(({ who, said }) => (who === 'answer' ? [[said.question, said.text]] : []))

  test.each([
    [['T: Any thoughts of suicide?', 'T: I ask everybody that.'], 'No, never.'],
    [['T: On a scale of zero to ten, where is your anxiety?', 'T: Ten being the worst.'], 'A six.'],
    [['T: How many drinks did you have?', 'T: I mean on Friday at the party.'], 'Three beers.'],
    [['T: Between zero and ten, how strong is the urge?'], 'This morning it was nearly a nine for an hour or so.'],
    [['T: May I ask how many drinks you have a day?'], 'About six beers.'],
    [['T: Do you really sleep only three hours?'], 'Yes, three.'],
    [['T: Can you tell me when the pain started?'], 'In March.'],
    [['T: okay thanks for that and i ask everyone this do you have thoughts of suicide'], 'yes sometimes'],
    [["T: you're not thinking of killing yourself are you"], 'i am actually'],
  ])('%j and the answer “%s” are a pair', (asked, answer) => {
    expect(pairsIn(...asked, `C: ${answer}`)).toEqual([
      [asked.map((line) => line.replace('T: ', '')).join(' … '), answer],
    ])
  })

  test.each([
    ['a request', 'T: Can you open the window?', 'C: The left window?'],
    ['a request for permission', 'T: May I turn up the heating?', 'C: The heating, yes.'],
    ['a reflection', 'T: it sounds like whatever you do you feel guilty', 'C: yes guilty'],
    ['a report', 'T: you said you wanted to die and we made a plan', 'C: yes we made it'],
  ])('%s and its answer are not a pair', (_, asked, answer) => {
    expect(pairsIn(asked, answer)).toEqual([])
  })

  test('a question about risk belongs to the answers of both the mother and the client', () => {
    const question = 'Any thoughts of suicide?'
    expect(pairsIn(`T: ${question}`, 'Mother: No, never!', 'C: Yes. In March I had pills.')).toEqual([
      [question, 'No, never!'],
      [question, 'Yes. In March I had pills.'],
    ])
  })

  test('an answer continues after a counter-question and the reply to it', () => {
    const lines = ['C: What do you mean?', 'T: Ten is the best you ever felt.', 'C: Then a two.']
    expect(pairsIn('T: On a scale of one to ten, how is your mood?', ...lines)).toEqual([
      ['On a scale of one to ten, how is your mood?', 'What do you mean? … Then a two.'],
    ])
  })
})

test('an answer of another person is not attributed to the client', () => {
  expect(answersIn('T: Mum, when did he last eat breakfast?', 'Mother: On Monday. Toast.')).toEqual([
    { text: 'On Monday. Toast.', voice: 'Mother' },
  ])
})
