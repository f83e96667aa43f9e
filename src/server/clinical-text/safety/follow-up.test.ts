import { describe, expect, test } from 'vitest'
import type { SafetyTopic } from './finding.ts'
import { statusIn } from './status-in.fixture.ts'

describe('a therapist who doubts a denial or asks again', () => {
  test.each<[SafetyTopic, string]>([
    ['suicide', 'T: Are you suicidal? / C: No. / T: I can see tears. / C: I am tired of lying.'],
    ['suicide', 'T: Do you want to die? / C: No. / T: No? / C: Not on purpose.'],
    ['suicide', 'T: Any thoughts of suicide? / C: No. / T: Are you sure? / C: No.'],
    ['self-harm', 'T: Do you cut yourself? / C: No. / T: Never? / C: No. / T: Honestly? / C: You would tell my mum.'],
    ['abuse', 'T: Does anyone hit you? / C: No. / T: And your stepdad? / C: He has rules.'],
    ['abuse', 'T: Do you feel safe at home? / C: Yes. / T: You sighed. / C: It is a long story.'],
    ['psychosis', 'T: Are you hearing things? / C: No. / T: Okay. You keep nodding, though. / C: They explain it.'],
    ['substance use', 'T: Do you drink? / C: No. / T: Come on. / C: Define drink.'],
    ['suicide', 'T: Any thoughts of suicide? / C: No. / T: What about last night? / C: Last night was bad.'],
    ['self-harm', 'T: Have you cut yourself? / C: No. / T: And Sunday? / C: Sunday was the funeral.'],
  ])('a doubt makes a denial unclear if the client does not repeat the denial: %s, %s', (topic, lines) => {
    expect(statusIn(lines, topic)).toBe('unclear')
  })

  test('an admission after a denial is a stated passage', () => {
    const lines = 'T: Are you thinking about suicide? / C: No. / T: You can tell me. / C: Okay, I am. Every night.'
    expect(statusIn(lines, 'suicide')).toBe('stated')
  })

  test.each<[SafetyTopic, string]>([
    ['self-harm', 'T: Have you hurt yourself? / C: No. / T: Honestly? / C: Honestly, no.'],
    ['suicide', 'T: Any thoughts of suicide? / C: No. / T: You are certain? / C: Yes, I am certain.'],
    ['suicide', 'T: Any thoughts of suicide? / C: No. / T: I ask everyone. / C: I know, you asked my sister too.'],
    ['abuse', 'T: Does your partner hit you? / C: No, never. / T: And when you argue? / C: No, never then either.'],
  ])('a doubt does not change a denial that the client repeats: %s, %s', (topic, lines) => {
    expect(statusIn(lines, topic)).toBe('denied')
  })
})

test.each<[SafetyTopic, string]>([
  ['suicide', 'T: Any thoughts of suicide? / C: No. / T: Okay. And sleep? / C: Four hours if I am lucky.'],
  ['suicide', 'T: any thoughts of suicide / C: no / T: okay good to know / C: the bus was late'],
  ['substance use', "T: are you using anything drugs or alcohol / C: nope / T: and how's training / C: brutal"],
  ['psychosis', "T: Do you hear voices? / C: No. / T: Right. Then let's talk about the dose. / C: It makes me sleepy."],
  ['suicide', 'T: Any thoughts of suicide? / C: No. / T: What did you do yesterday? / C: I baked a cake.'],
  ['child safety', 'T: Have you ever hit the kids? / C: No. / T: What do you do when they fight? / C: I count to ten.'],
])('a new subject does not change the denial: %s, %s', (topic, lines) => {
  expect(statusIn(lines, topic)).toBe('denied')
})

test.each<[SafetyTopic, string, string]>([
  ['suicide', 'T: Do you intend to end your life? / C: No.', 'unclear'],
  ['harm to others', 'T: Do you have any plan to hurt her? / C: No, none.', 'unclear'],
  ['suicide', 'T: Any thoughts of suicide? / C: No. / T: Any plan to kill yourself? / C: No.', 'denied'],
])('a denied plan does not deny thoughts: %s, %s', (topic, lines, status) => {
  expect(statusIn(lines, topic)).toBe(status)
})

test.each<[SafetyTopic, string, string]>([
  ['self-harm', 'T: Did you get through the weekend without cutting? / C: No.', 'stated'],
  ['abuse', 'T: Has he stopped hitting you? / C: He has not.', 'stated'],
  ['psychosis', 'T: Have the voices gone away? / C: No.', 'stated'],
  ['psychosis', 'T: Have the voices stopped? / C: I never had voices.', 'unclear'],
  ['self-harm', 'T: Have you stopped cutting? / C: Yes.', 'unclear'],
])('a no to a reversed question states the risk: %s, %s', (topic, lines, status) => {
  expect(statusIn(lines, topic)).toBe(status)
})

test.each<[SafetyTopic, string, string]>([
  ['abuse', 'T: did he hurt you this week / C: no he didnt', 'denied'],
  ['abuse', 'T: is he hurting you / C: no he hits me but it doesnt hurt', 'stated'],
  ['suicide', 'T: Do you think about making yourself dead? / C: No.', 'denied'],
])('common words: %s, %s', (topic, lines, status) => {
  expect(statusIn(lines, topic)).toBe(status)
})
