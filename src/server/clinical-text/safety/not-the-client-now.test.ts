import { expect, test } from 'vitest'
import type { SafetyTopic } from './finding.ts'
import { statusIn } from './status-in.fixture.ts'

test.each<[string, SafetyTopic, string]>([
  ['C: I dreamt I killed myself and woke up crying.', 'suicide', 'unclear'],
  ['C: I had a dream I strangled him.', 'harm to others', 'unclear'],
  ['C: I keep having this dream where I hang myself.', 'suicide', 'unclear'],
  ['C: In the nightmare my father is beating me again.', 'abuse', 'unclear'],
  ['C: I had a dream with voices telling me to jump.', 'psychosis', 'unclear'],
  ['C: I had a dream about dying, and when I woke up I wanted to die.', 'suicide', 'stated'],
  ['C: In my dream he was choking me, same as he does at home.', 'abuse', 'stated'],
  ['C: I have nightmares about it and he still hits me.', 'abuse', 'stated'],
  ['C: Living with him is a nightmare, he hits me.', 'abuse', 'stated'],
  ['C: I get nightmares since he raped me.', 'abuse', 'stated'],
  ['C: I daydream about killing myself.', 'suicide', 'stated'],
  ['C: I dream of being dead.', 'suicide', 'stated'],
  ['C: I dream about stabbing him.', 'harm to others', 'stated'],
  ['T: What did you dream? / C: That I was cutting my arms and nobody noticed.', 'self-harm', 'unclear'],
  ['C: I had a dream about dying, and now I want to die for real.', 'suicide', 'stated'],
])('a dream is unclear, a wish is not a dream: %s %s %s', (lines, topic, expected) => {
  expect(statusIn(lines, topic)).toBe(expected)
})

test.each<[string, string]>([
  ['C: Do you ever think about suicide?', 'unclear'],
  ['C: Have you ever wanted to kill yourself? / T: Let us keep this about you.', 'unclear'],
  ['C: Do you ever think about suicide? Because I do, every day.', 'stated'],
  ['C: Do you know how often I think about killing myself?', 'stated'],
  ['C: Have you any idea what it is like to want to die every day?', 'stated'],
  ['C: Should I just kill myself?', 'stated'],
  ['C: Do you think I should tell my wife that I tried to hang myself?', 'stated'],
])('a question of the client to the therapist: %s is %s', (lines, expected) => {
  expect(statusIn(lines, 'suicide')).toBe(expected)
})

test.each<[string, SafetyTopic, string]>([
  ['C: I wish she was dead.', 'suicide', 'not raised'],
  ['C: I wish she was dead.', 'harm to others', 'unclear'],
  ['C: Sometimes I wish my mother was dead and then I feel awful.', 'harm to others', 'unclear'],
  ["C: I wish Gary were dead, that's how angry I am.", 'harm to others', 'unclear'],
  ['C: I wish he was never born.', 'suicide', 'not raised'],
  ['C: I wish my dad was alive to see the baby.', 'harm to others', 'not raised'],
  ['C: My dad says he wishes he was dead.', 'suicide', 'unclear'],
  ['C: I wish I was dead.', 'suicide', 'stated'],
  ['T: Do you ever wish you were dead? / C: Yes.', 'suicide', 'stated'],
  ['C: My stepdad said he wishes I was dead.', 'suicide', 'unclear'],
])('the death of another person: %s %s %s', (lines, topic, expected) => {
  expect(statusIn(lines, topic)).toBe(expected)
})

test.each([
  ['C: Then I would be dead to her.', 'not raised'],
  ['C: That deadline is suicide.', 'not raised'],
  ['C: Telling the partners would be career suicide.', 'not raised'],
  ['C: The news was about a suicide bomber.', 'not raised'],
  ['C: Cycling down there at rush hour is suicide.', 'unclear'],
  ['C: The coroner said it was suicide.', 'unclear'],
  ['C: The only answer I can see is suicide.', 'stated'],
  ['C: Suicide.', 'stated'],
  ['T: What do you think about at night? / C: Suicide, mostly.', 'stated'],
])('the word suicide: %s is %s', (lines, expected) => {
  expect(statusIn(lines, 'suicide')).toBe(expected)
})

test('what the client did to another person is not abuse of the client', () => {
  expect(statusIn('C: I slapped her last night.', 'abuse')).toBe('not raised')
  expect(statusIn('C: I slapped her last night.', 'harm to others')).toBe('stated')
  expect(statusIn('O: I slapped her last night.', 'abuse')).toBe('unclear')
  expect(statusIn('C: I threw a mug at my husband.', 'abuse')).toBe('not raised')
  expect(statusIn('C: He threw a mug at my head.', 'abuse')).toBe('stated')
})

test.each([
  ['C: We were beaten in the final.', 'not raised'],
  ['T: Are you safe from yourself tonight? / C: No.', 'not raised'],
  ['C: I got beaten at tennis by my sister.', 'not raised'],
  ['C: The job gets very physical.', 'not raised'],
  ['C: I was beaten with a stick.', 'stated'],
  ['C: He gets physical.', 'stated'],
])('sport and work: %s is %s', (lines, expected) => {
  expect(statusIn(lines, 'abuse')).toBe(expected)
})
