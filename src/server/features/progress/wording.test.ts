import { expect, test } from 'vitest'
import {
  namesAnxiety,
  namesBelief,
  namesCorrection,
  namesDiagnosis,
  namesGoal,
  namesMilestone,
  namesReferral,
  namesResource,
} from './wording.ts'

const cases: [typeof namesGoal, accepted: string[], rejected: string[]][] = [
  [
    namesBelief,
    [
      '“I’m a failure.”',
      'Core belief: others will leave.',
      'Client feels worthless.',
      "She said I'm not good enough.",
      'Client does not sleep and feels broken.',
    ],
    [
      'Talked about religious beliefs.',
      'Client is a baker.',
      'The meeting was a failure.',
      'Denies feeling worthless.',
      'Client doesn’t feel like a burden.',
      'My phone is broken.',
    ],
  ],
  [
    namesGoal,
    [
      'The goal is to sleep through.',
      'The goal is not to drink.',
      'Goals were not met.',
      'Client did not meet the goal of walking.',
      'Client has not made progress toward her goal.',
      'Not every goal was met.',
    ],
    [
      'Client scored twice in football.',
      'No goals were set.',
      'Goals were not discussed.',
      'Client did not set a goal.',
    ],
  ],
  [namesAnxiety, ['Anxiety at work.', 'Had a panic attack.', 'SUDS at 7.'], ['Denies anxiety.', 'No panic this week.']],
  [namesCorrection, ['Was able to refuse.', 'The breathing helped.'], ['Was not able to leave the house.']],
  [
    namesMilestone,
    ['Sleep improved.', 'Completed the exposure list.'],
    ['Sleep has not improved.', 'Talked about work.'],
  ],
  [namesDiagnosis, ['Meets criteria for PTSD.', 'Generalized anxiety disorder.'], ['The room was in disarray.']],
  [namesReferral, ['Referred to a psychiatrist.', 'Consider EMDR.'], ['She refers to him as Bob.']],
  [namesResource, ['Keep a sleep diary.', 'Gave a worksheet.'], ['Call on Friday.', 'Happy with the plan.']],
]

// `%c` leaves the function out of the title.
test.each(cases)('%ca topic has the sentences %j and not the sentences %j', (isAbout, accepted, rejected) => {
  expect(accepted.filter((text) => !isAbout({ text, title: 'Plan' }))).toEqual([])
  expect(rejected.filter((text) => isAbout({ text, title: 'Plan' }))).toEqual([])
})

test('a sentence is about goals or diagnoses if its section has that title', () => {
  expect(namesGoal({ text: 'To sleep through.', title: 'Goal' })).toBe(true)
  expect(namesDiagnosis({ text: 'F41.1', title: 'Diagnosis' })).toBe(true)
})
