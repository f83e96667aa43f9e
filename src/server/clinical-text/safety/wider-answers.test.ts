import { expect, test } from 'vitest'
import type { SafetyTopic } from './finding.ts'
import { statusIn } from './status-in.fixture.ts'

test.each<[string, string]>([
  ['T: Any thoughts of suicide? / C: No. / T: Is the rifle still in the barn? / C: Behind the door.', 'unclear'],
  ['T: Any thoughts of suicide? / C: No. / T: And the pills, where are they now? / C: Under my bed.', 'unclear'],
  ['T: Any thoughts of suicide? / C: No. / T: Do you own a gun? / C: No, but my dad does.', 'unclear'],
  ['T: Any thoughts of suicide? / C: No. / T: Did you keep the old tablets? / C: A few boxes.', 'unclear'],
  [
    'T: Any thoughts of suicide? / C: No. / T: Are you taking the tablets every day? / C: Yes, every morning.',
    'denied',
  ],
  ['T: Any thoughts of suicide? / C: No. / T: Are the new tablets helping? / C: A bit, yes.', 'denied'],
  ['T: Any thoughts of suicide? / C: No. / T: Are there any guns at home? / C: No, none.', 'denied'],
  [
    'T: Any thoughts of suicide? / C: No. / T: Good. How is work? / C: Busy. / T: And sleep? / C: Better. / T: Are the new tablets helping? / C: They are, yes.',
    'denied',
  ],
])('an answer about means soon after a denial makes it unclear: %s %s', (lines, expected) => {
  expect(statusIn(lines, 'suicide')).toBe(expected)
})

test.each<[string, SafetyTopic, string]>([
  ['T: Are you thinking about suicide? / C: Yeah, no. That was last year.', 'suicide', 'unclear'],
  ["T: Does he hit you? / C: Right, no, he doesn't.", 'abuse', 'unclear'],
  ['T: Do you hear voices? / C: Yes. No, wait, I thought you meant the neighbors.', 'psychosis', 'unclear'],
  ['T: Are you thinking about suicide? / C: Yes. I have no energy left to hide it.', 'suicide', 'stated'],
  ['T: Are you thinking about suicide? / C: Yeah. No plan, but yeah.', 'suicide', 'stated'],
])('a no after a yes makes the answer unclear: %s %s %s', (lines, topic, expected) => {
  expect(statusIn(lines, topic)).toBe(expected)
})

test.each<[string, string]>([
  ['T: Any thoughts of suicide? / C: Oh my God, no.', 'denied'],
  ['T: Any thoughts of suicide? / C: Good heavens, no.', 'denied'],
  ['T: Any thoughts of suicide? / C: No. / T: Are you sure? / C: Yes, I am sure. Not one.', 'denied'],
  ['T: Any thoughts of suicide? / C: No. / T: Are you sure? / C: Yes, I am sure. I think.', 'unclear'],
])('an exclamation or a repeated assurance does not weaken a denial: %s %s', (lines, expected) => {
  expect(statusIn(lines, 'suicide')).toBe(expected)
})

test.each<[string, SafetyTopic, string]>([
  ['C: My cousin is ill. The voices tell him to run.', 'psychosis', 'unclear'],
  ['C: The voices tell me to run.', 'psychosis', 'stated'],
  ['C: The voices tell me to hurt him.', 'psychosis', 'stated'],
  ['C: If a truck hit me I would not mind.', 'suicide', 'unclear'],
  ['C: By the time she reads it I will be gone.', 'suicide', 'unclear'],
  ["C: I took my uncle's knife to school for him.", 'harm to others', 'stated'],
  ['C: I have a knife in my bag.', 'harm to others', 'unclear'],
  ["C: I'm going to shank him.", 'harm to others', 'unclear'],
  ["C: I'm going to stick her in the pram and walk.", 'harm to others', 'not raised'],
  ['C: I snort my Ritalin before exams.', 'substance use', 'use mentioned'],
  ['C: I take gabapentin for my nerves.', 'substance use', 'not raised'],
])('words of risk and of other people: %s %s %s', (lines, topic, expected) => {
  expect(statusIn(lines, topic)).toBe(expected)
})
