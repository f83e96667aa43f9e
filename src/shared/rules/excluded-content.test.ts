import { describe, expect, test } from 'vitest'
import { excludedKinds, excludedPassages } from './excluded-content.ts'

const kindsIn = (text: string) => excludedPassages(text).map(({ kind }) => kind)

describe('content that the definition of psychotherapy notes excludes', () => {
  test.each([
    ['medication', 'She stopped taking Zoloft last week.'],
    ['medication', 'Now on 50 mg in the morning.'],
    ['medication', 'Her psychiatrist prescribed something new.'],
    ['times', 'Session 10:00-10:50.'],
    ['times', 'Started at 3 pm.'],
    ['times', 'From 3:00 PM to 3:50 PM.'],
    ['modality', 'I used CBT to look at the thought.'],
    ['modality', 'We keep weekly sessions.'],
    ['tests', 'PHQ-9 today: 17.'],
    ['tests', 'He scored a total of 12.'],
    ['diagnosis', 'The diagnosis remains open.'],
    ['diagnosis', 'I coded F33.1.'],
    ['functional status', 'No functional impairment at work.'],
    ['treatment plan', 'The treatment plan stays as it is.'],
    ['treatment plan', 'Plan: call the school'],
    ['symptoms', 'Symptoms began in March.'],
    ['symptoms', 'He denied suicidal thoughts.'],
    ['prognosis', 'Prognosis is good.'],
    ['progress', 'He made good progress.'],
  ] as const)('excluded content of the kind %s is found in “%s”', (kind, text) => {
    expect(kindsIn(text)).toEqual([kind])
  })

  test('excluded content is returned with the matching words, one passage of each kind in the order of the definition', () => {
    const found = excludedPassages('Prognosis good. Takes sertraline 50 mg and Xanax. PHQ-9 17.')
    expect(found).toEqual([
      { kind: 'medication', words: 'sertraline' },
      { kind: 'tests', words: 'PHQ-9' },
      { kind: 'prognosis', words: 'Prognosis' },
    ])
  })

  test.each([
    'My countertransference: I felt protective, almost parental, when he spoke of the lake.',
    'Did she choose the blue chair to sit further from me? The dream of the house returns.',
    'He told me what happened in 1994, and asked me never to write it down elsewhere.',
    'I wonder whether her silence was an act of resistance; talk to my own supervisor about it.',
    'The affair began in March. She planned to tell him at 40.',
    'We started late because she cried. He walked 5 miles to the audit office.',
    '',
  ])('no excluded content is found in “%s”', (text) => {
    expect(excludedPassages(text)).toEqual([])
  })

  test('every excluded kind is detected by a typical word', () => {
    const text =
      'medication; 9:00 to 9:50; EMDR; PHQ; diagnosis; functional status; treatment plan; symptoms; prognosis; progress to date'
    expect(kindsIn(text)).toEqual([...excludedKinds])
  })

  test('a long text is searched for excluded content in seconds', () => {
    const text = `${'weekly '.repeat(10_000)}${'scored a '.repeat(3500)}${'10:0'.repeat(2500)}`
    const before = Date.now()
    excludedPassages(text)
    expect(Date.now() - before).toBeLessThan(5000)
  })
})
