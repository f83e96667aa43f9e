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

  test.each([
    ['Any thoughts of suicide?', 'No.', 'Never.', 'Actually on Monday.'],
    ['Any thoughts of suicide?', 'No.', 'Not at all.', 'Actually on Monday.'],
    ['Out of ten, how strong is the urge?', 'Three.', 'Uh huh, three.', 'No, two.'],
    ['When did you last think of suicide?', 'Monday.', 'Monday, okay.', 'And today.'],
    ['Any thoughts of killing someone?', 'No.', 'That is good.', 'Except my boss.'],
  ])('after “%s” and “%s” the answer continues after “%s”', (question, first, remark, rest) => {
    expect(answersIn(`T: ${question}`, `C: ${first}`, `T: ${remark}`, `C: ${rest}`)).toEqual([
      { text: `${first} … ${rest}`, voice: '' },
    ])
  })

  test('an answer ends at a short question without a question mark', () => {
    const said = ['T: Any thoughts of suicide?', 'C: yes', 'T: how often', 'C: every night']
    expect(answersIn(...said)[0]).toEqual({ text: 'yes', voice: '' })
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

test.each([
  ['I did not', 'T: Slowly.', 'want to kill myself on Monday.'],
  ['I never', 'T: Breathe.', 'wanted to hurt him on purpose.'],
  ['I have not', 'Mother: Yes you have.', 'been drinking since June at all.'],
  ['I wanted to kill', 'T: Deep breath.', 'myself on Monday night with pills.'],
])('“%s” is not cut off by “%s”', (before, interjection, rest) => {
  expect(unitsOf(transcriptOf(`C: ${before}`, interjection, `C: ${rest}`)).map(({ said }) => said.text)).toEqual([
    `${before} … ${rest}`,
  ])
})

describe('a proposal is part of the plan', () => {
  test.each([
    ['Works for me.', true],
    ['I think so.', true],
    ['Mm.', true],
    ['Mhm.', true],
    ['Mm-mm.', false],
    ["I don't think so.", false],
    ['Mm, I hate walking.', false],
  ])('after the answer “%s”: %s', (answer, isPlan) => {
    const units = unitsOf(
      transcriptOf('T: How about walking for twenty minutes every day until next session?', `C: ${answer}`),
    )
    expect(units.find(({ who }) => who === 'answer')?.isPlan).toBe(isPlan)
  })
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
      [
        'On a scale of one to ten, how is your mood? … Ten is the best you ever felt.',
        'What do you mean? … Then a two.',
      ],
    ])
  })

  test.each([
    ['Can I get some water first?', 'Of course, here you go, it is hot today.', 'Yes it is.'],
    ['Is it hot in here?', 'The heating is broken again, sorry.', 'No problem.'],
  ])('an answer ends at the unrelated question “%s”', (counter, reply, next) => {
    const lines = [`C: ${counter}`, `T: ${reply}`, `C: ${next}`]
    expect(pairsIn('T: Any thoughts of suicide?', ...lines)).toEqual([['Any thoughts of suicide?', counter]])
  })

  test.each([
    ['T: Does he sleep well at night?', 'Mother: Yes.', 'C: I hate this place.'],
    ['T: How is his appetite these days?', 'Mother: Good.', 'C: I hate this place.'],
    ['T: Does he have thoughts of suicide?', 'Mother: No.', 'C: I like this dog.'],
    ['T: Mom, do you have thoughts of suicide?', 'Mother: No.', 'C: I like this dog.'],
  ])('%s belongs only to the answer of the mother', (asked, answer, next) => {
    expect(pairsIn(asked, answer, next)).toEqual([[asked.slice(3), answer.slice(8)]])
  })

  test('a question about risk of the client also belongs to the yes of the client', () => {
    const question = 'Does he have thoughts of suicide?'
    expect(pairsIn(`T: ${question}`, 'Mother: No.', 'C: Yes, on Monday.')).toEqual([
      [question, 'No.'],
      [question, 'Yes, on Monday.'],
    ])
  })

  test('a question about risk belongs only to the next few turns', () => {
    const others = Array.from({ length: 20 }, (_, at) => `A${at}: Not me.`)
    expect(pairsIn('T: Any thoughts of suicide?', ...others)).toHaveLength(4)
  })
})

test('an answer of another person is not attributed to the client', () => {
  expect(answersIn('T: Mum, when did he last eat breakfast?', 'Mother: On Monday. Toast.')).toEqual([
    { text: 'On Monday. Toast.', voice: 'Mother' },
  ])
})
