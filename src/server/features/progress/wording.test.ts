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

const cases: [typeof namesGoal, taken: string[], left: string[]][] = [
  [
    namesBelief,
    ['“I’m a failure.”', 'Core belief: others will leave.', 'Client feels worthless.', "She said I'm not good enough."],
    ['Talked about religious beliefs.', 'Client is a baker.', 'The meeting was a failure.'],
  ],
  [namesGoal, ['The goal is to sleep through.'], ['Client scored twice in football.']],
  [namesAnxiety, ['Anxiety at work.', 'Had a panic attack.'], ['Denies anxiety.', 'No panic this week.']],
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

test.each(cases)('each topic recognizes its sentences by their words: %o', (find, taken, left) => {
  expect(taken.filter((text) => !find({ text, title: 'Plan' }))).toEqual([])
  expect(left.filter((text) => find({ text, title: 'Plan' }))).toEqual([])
})

test('a sentence is about a topic if its section is named after the topic', () => {
  expect(namesGoal({ text: 'To sleep through.', title: 'Goal' })).toBe(true)
  expect(namesDiagnosis({ text: 'F41.1', title: 'Diagnosis' })).toBe(true)
})
