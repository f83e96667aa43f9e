import { describe, expect, test } from 'vitest'
import { undertakingIn } from './undertakings.ts'

describe('a therapist suggests', () => {
  test.each([
    "I'd like you to write down your sleep every morning.",
    "Let's meet again in two weeks.",
    'I want you to practice the breathing twice a day.',
    'I recommend that you see your doctor about the pills.',
    'You could try leaving your phone in the kitchen.',
    'You might want to call your sister before Sunday.',
    'How about you bring the list next time?',
    'Would you be willing to keep a log this week?',
    'Try to walk for ten minutes before work.',
    'Take one tablet with food.',
    'Make sure you call the crisis line if it gets worse.',
    'If it gets worse, call the crisis line, please.',
    'How about if I have you make an appointment for two months from now and then we can see how things are going?',
    'Your homework is one page about the argument.',
    "So, um, let's try an exercise for the mornings.",
    "And I'd like you to not drink this week, okay?",
    'What I would suggest is that you tell her before the weekend.',
  ])('%s', (sentence) => {
    expect(undertakingIn(sentence, 'therapist')).toBe('suggested')
  })
})

describe('a therapist plans', () => {
  test.each([
    "We'll look at it next week.",
    "I'll send you the handout tonight.",
    "I'm going to refer you to a group.",
    'See you next Thursday at ten.',
    'Our next session is on the twelfth.',
    "We're going to increase the dose to 40 milligrams.",
    "Next time we'll go over the log.",
    'Okay, so I will call your school on Monday.',
    'The plan is to meet every week until June.',
  ])('%s', (sentence) => {
    expect(undertakingIn(sentence, 'therapist')).toBe('planned')
  })
})

describe('a client plans', () => {
  test.each([
    "I'll try the sleep diary.",
    "I'm going to talk to my boss tomorrow.",
    "Yeah, I'll walk with my sister on Sunday before lunch.",
    'I plan to go to the meeting on Tuesday.',
    "I promise I'll call you before I do anything.",
    "Tomorrow I'm gonna ask for the day off.",
    'My wife and I will sit down on Friday.',
    "That makes sense. I'll try it.",
    'I can talk to my housemate tomorrow night.',
    "I think I'm gonna try that from now on.",
    "That's cool, so I'll focus more on that.",
    "I'm going to talk with him and make him promise that we always use one.",
  ])('%s', (sentence) => {
    expect(undertakingIn(sentence, 'client')).toBe('planned')
  })
})

describe('statements of a therapist that are not plans', () => {
  test.each([
    ['a farewell', 'See you next time.'],
    ['a summary of the client', 'So you want to take a risk and go out to meet somebody again.'],
    ['a summary of a plan of the client', "You're going to call your sister on Sunday."],
    ['the same, with will', "So you'll try to leave earlier on Fridays."],
    ['a reflection', 'You feel you have to take care of everybody first.'],
    ['a reflection that reads as advice', 'You need to be perfect before anyone may see it.'],
    ['a question', 'Are you going to call her?'],
    ['a question about a plan', "What will you do if he doesn't answer?"],
    ['a question about taking', 'Do you take it with food?'],
    ['a hypothetical', 'If I told you to call her, what would happen?'],
    ['a hypothetical request', "Let's say you called her tonight."],
    ['imagined', "Let's imagine you're back in the kitchen."],
    ['a negated plan', "I'm not going to prescribe anything today."],
    ['a negated proposal', "Let's not call it cheating."],
    ['a negated request', "I don't want you to think I am judging."],
    ['a past plan', 'I was going to refer you to a group.'],
    ['a past request', 'Last week I asked you to write down your sleep.'],
    ['a plan of the past', "We'd planned to meet on Monday."],
    ['a plan of somebody else', 'Your doctor will increase the dose next week.'],
    ['another person', "She's going to call you on Monday."],
    ['quoted', "You said I'll call her tomorrow."],
    ['a voice that is quoted', "I'll do it tomorrow, you tell yourself."],
    ['what happens in the session', "I'm going to ask you a few questions."],
    ['honesty', "I'll be honest with you."],
    ['a way to begin', "Let's start with how your week was."],
    ['to see', "Let's see."],
    ['to know', 'I want you to know that you can stop at any time.'],
    ['a feeling', "I'd like you to feel safe here."],
    ['a direction of the moment', "I'd like you to close your eyes."],
    ['time', 'Take your time.'],
    ['a breath', 'Take a deep breath.'],
    ['encouragement', 'Keep going.'],
    ['praise', 'You should be proud of yourself.'],
    ['information', 'Some people take it in the morning.'],
    ['an offer of a question', 'Would you be willing to tell me more?'],
    ['a prediction', "You'll probably feel tired tomorrow."],
    ['what to stay with', 'Stay with the picture and watch my hand.'],
    ['what to tell', 'Take me through the hardest part.'],
    ['a risk', 'You could get into an accident.'],
    ['a direction of the examination', 'Go ahead and lie down.'],
    ['a name', 'Call it what you like.'],
    ['a wish', 'I hope we will meet again.'],
    ['doubt', "Maybe I'll call your school."],
    ['a habit', "Sometimes I'll send a handout."],
    ['a summary of two sides', 'On one hand you will stop, on the other hand you will miss it.'],
    ['an assurance', "I'll never tell your mother."],
    ['waiting', "We'll see."],
    ['speech of the client in the first person', "“I'll call her tomorrow,” and then you don't."],
    ['a summary with we', "We've talked about how you will call her."],
  ])('%s: %s', (_, sentence) => {
    expect(undertakingIn(sentence, 'therapist')).toBeNull()
  })
})

describe('statements of a client that are not plans', () => {
  test.each([
    ['a wish', 'I want to speak up without shaking.'],
    ['a fear', "I'm afraid I'll lose my job."],
    ['a prediction', "I'll probably fail."],
    ['a habit', "Sometimes I'll go for a walk and cry."],
    ['a habit with whenever', "Whenever he comes home I'll go to my room."],
    ['doubt', "Maybe I'll call her."],
    ['might', 'I might call her tomorrow.'],
    ['a negated plan', "I'm not going to call her."],
    ['a refusal', "I won't go to the meeting."],
    ['a past plan', 'I was going to call her.'],
    ['hypothetical', "If she calls, I'll talk to her."],
    ['hypothetical before', 'I would call her if I could.'],
    ['not known', "I don't know if I'll go."],
    ['somebody else', "She'll call me on Monday."],
    ['somebody else, named', 'My mother will go with me.'],
    ['said by somebody else', "He said I'll call you tomorrow."],
    ['told of oneself', "I told him I'll leave."],
    ['on the way', "I'm going to the store and then home."],
    ['a threat to oneself', "I'm going to kill myself."],
    ['a threat to oneself with pills', "I'll take all my pills tonight."],
    ['a threat to another person', "I'm going to hurt him."],
    ['a question', 'Will I take it in the morning?'],
    ['a thought that is told', "I think I'm going to be late again."],
    ['a story', "And then I'll start crying, like every night."],
    ['a state', "I'll be fine."],
    ['what is done at once', "I'll look."],
    ['an ability', 'I can talk to anyone.'],
    ['leaving the room', "I'm going to go."],
  ])('%s: %s', (_, sentence) => {
    expect(undertakingIn(sentence, 'client')).toBeNull()
  })
})
