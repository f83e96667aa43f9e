import { expect, test } from 'vitest'
import type { Statement } from '#shared/contract/notes.ts'
import { withoutRepeats } from './repeats.ts'

const evidence = [{ utteranceId: 'u1', quote: 'what both of them rest on' }]
const remaining = (...texts: string[]) =>
  withoutRepeats(texts.map((text): Statement => ({ text, evidence, check: 'supported' }))).map(({ text }) => text)

test.each([
  ['Ana takes sertraline 50 mg for anxiety every day.', 'Ana takes sertraline 100 mg for anxiety every day.'],
  ['Ana takes sertraline 50 mg for anxiety every day.', 'Ana takes fluoxetine 50 mg for anxiety every day.'],
  ['Ana reports thoughts of killing herself at night.', 'Ana denies thoughts of killing herself at night.'],
  ['Ana wants to stop drinking during the week.', 'Ana does not want to stop drinking during the week.'],
  ["Ana's mother drinks and shouts at night.", "Ana's father drinks and shouts at night."],
  ['Ana told her sister about the debt.', "Ana's sister told her about the debt."],
  ['She hit him during the argument on Sunday.', 'He hit her during the argument on Sunday.'],
  ['Ana has had pain in the left shoulder since May.', 'Ana has had pain in the right shoulder since May.'],
  ['Ana cannot sleep on Monday nights before work.', 'Ana cannot sleep on Tuesday nights before work.'],
  ['The dose of lithium was increased last week.', 'The dose of lithium was decreased last week.'],
  ['Ana felt calm before the exposure exercise.', 'Ana felt calm after the exposure exercise.'],
  ['Ana feels safe with her partner at home.', 'Ana feels safe without her partner at home.'],
  ['Ana hits the wall when angry.', 'Ana hit the wall when angry.'],
  ['Ana sometimes thinks of dying.', 'Ana thinks of dying.'],
  ['Ana will call her boss.', 'Ana might call her boss.'],
  ['Ana slept four hours on Friday.', 'Ana slept four hours on Friday and Saturday.'],
  ['Ana was hospitalized in 2019.', 'Ana was hospitalized in 2021.'],
  ['Ana has 2 children.', 'Ana has 3 children.'],
  ['Mood rated -2.', 'Mood rated 2.'],
  ['Ana drinks <5 glasses a week.', 'Ana drinks >5 glasses a week.'],
  ['Ana slept 6.5 hours.', 'Ana slept 6-5 hours.'],
  ['The client hit the patient.', 'The patient hit the client.'],
  ['Ana will express milk.', 'Ana will share milk.'],
  ['Ana shares a flat.', 'Ana describes a flat.'],
])('two statements with different claims both stay: %j and %j', (one, other) => {
  expect(remaining(one, other)).toEqual([one, other])
  expect(remaining(other, one)).toEqual([other, one])
})

test.each([
  ['Ana reports feeling anxious at work.', 'Ana describes feeling anxious at work'],
  ['The client states that sleep is poor.', 'Client reports sleep is poor.'],
  ['The patient reports poor sleep.', 'Client describes poor sleep'],
  ['Ana will try the sleep diary.', 'Ana will also try a sleep diary!'],
])('only one of two statements with the same claim stays: %j and %j', (one, other) => {
  expect(remaining(one, other, one)).toEqual([one])
})
