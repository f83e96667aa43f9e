import { describe, expect, test } from 'vitest'
import { undertakingIn } from '../../language/undertakings.ts'
import { resemblesPlan } from './resembles-plan.ts'

const isPlan = (sentence: string, speaker: 'therapist' | 'client') =>
  undertakingIn(sentence, speaker) !== null || resemblesPlan(sentence, speaker)

describe('harm in the words of a client', () => {
  test.each([
    "I'll take forty tablets tonight.",
    "I'll take the rest of the bottle tonight.",
    "I'll buy a rope on Saturday.",
    "I'm going to drive into a tree on Saturday.",
    "I'm going to stop taking my medication tomorrow.",
    "I'll stop my lithium on Monday.",
    "I'm going to stop eating.",
    "I'll buy heroin on Friday.",
    "I'll text my dealer on Friday.",
    "I'm going to burn my arm tonight.",
    "I'll go to the bridge tomorrow night.",
    "I'll call my mom and then I'll kill myself tonight.",
    "I'm going to get rid of him with my gun.",
    "I'm going to get rid of my wife, I'll stab her tonight.",
    "I'll take the rest of the tablets as you said and kill myself tonight.",
  ])('harm is not a plan: %s', (sentence) => {
    expect(isPlan(sentence, 'client')).toBe(false)
  })

  test.each([
    "I'll take my tablets every evening.",
    "I'll take two tablets of ibuprofen after lunch.",
    "I'm going to stop drinking tomorrow.",
    "I'm going to stop eating sweets.",
    "I'll call the crisis line if I want to die tonight.",
    "I'll give the gun to my brother tomorrow.",
    "I'm going to get rid of my gun tomorrow.",
    "I'll lock the gun away tonight.",
    "I'll put the rope away in the garage tonight.",
    "I will delete my dealer's number tonight.",
    'I will take the rest of the tablets as prescribed.',
    "I'll take ten pills a day as prescribed.",
    'I will buy pills for my blood pressure tomorrow.',
    'I will stop taking my pills slowly with my doctor.',
    "I'll go to the bridge on my walk every morning.",
    "I'll throw out the rest of the bottle tonight.",
    "I'll talk to the doctor about stopping my medication next week.",
  ])('a commitment to treatment or safety is a plan: %s', (sentence) => {
    expect(isPlan(sentence, 'client')).toBe(true)
  })
})

test.each([
  ['a symptom', "I'll start crying every morning before work."],
  ['a symptom', "I'll find myself crying every night."],
  ['the past', 'I could sleep every night back then.'],
  ['the past', 'I could run every day when I was twenty.'],
  ['a complaint', 'I can call my mom every day and she still complains.'],
  ['a failure', "I'll try to act normal but it never works."],
  ['a concession', 'I will give him credit for that.'],
  ['an idiom', "I'll take my medication to my grave."],
  ['a refusal', "No way I'll call her."],
  ['a refusal', "Fat chance I'll go there next week."],
  ['irony', "As if I'll call her on Monday."],
  ['doubt', "I don't think I'll call her on Monday."],
  ['quoted speech', "and he goes okay i'll come back next week"],
  ['quoted speech', "and she's like i'll call you tomorrow"],
])('%s is not a plan of a client: %s', (_, sentence) => {
  expect(isPlan(sentence, 'client')).toBe(false)
})

test.each([
  'I could go for a run every morning before work.',
  "I'll try the diary, but I can't promise every day.",
  "I'll start running every morning before work.",
  "I'll give him a call tomorrow.",
  "No, I'll call her on Monday.",
  "I'll do the log and it still helps.",
])('a commitment in similar words is a plan of a client: %s', (sentence) => {
  expect(isPlan(sentence, 'client')).toBe(true)
})

test.each([
  ['a reflection', 'You might want to leave him, but you also love him.'],
  ['a reflection', 'You should leave, and yet part of you stays.'],
  ['an interpretation', "I'd suggest it's grief."],
  ['an interpretation', 'You might call that anger.'],
  ['a thought', "You could keep thinking that it's your fault."],
  ['a reflection', "My advice is worthless to you, isn't it."],
  ['no advice', 'I recommend nothing yet.'],
  ['an interpretation', "I'd suggest there is a part of you that wants to leave."],
  ['a remark about work at home', 'Your homework is done.'],
  ['an act in the room', "We're going to do one more set before we stop."],
  ['an act in the room', "We're going to do one more set. I'm going to put this pillow here."],
  ['an act in the room', 'Keep your eyes on the light bar.'],
  ['an exercise', 'Let’s find where it sits in your body.'],
])('%s is not a plan of a therapist: %s', (_, sentence) => {
  expect(isPlan(sentence, 'therapist')).toBe(false)
})

test.each([
  'You might want to call your sister, but you can wait until Monday.',
  "I'd suggest a sleep diary.",
  'My advice is to keep a diary.',
  'My advice is not to drink this week.',
  'I recommend no alcohol for two weeks.',
  'My recommendation is sertraline fifty milligrams.',
  'My recommendation would be weekly sessions.',
  'Your homework is your sleep diary.',
  'I suggest there is a group on Monday that you join.',
  'You should call that hotline tonight.',
  "I'd like you to do two rounds of breathing every night.",
  "I'd like you to keep your eyes open for triggers this week.",
  'You might want to see a doctor, but you still need to rest.',
  "I'd like you to write a goodbye letter to your dad this week.",
  'You could keep a diary of your drinks.',
  'Call that number tomorrow if it gets worse.',
  "I'd recommend stopping the sertraline slowly over the next month.",
  'Do one set of butterfly taps before you walk into his office on Monday.',
])('a proposal in similar words is a plan of a therapist: %s', (sentence) => {
  expect(isPlan(sentence, 'therapist')).toBe(true)
})
