import { expect, test } from 'vitest'
import { statusOf } from '#shared/rules/safety-status.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { findSafety } from './safety.ts'

const suicide = (lines: string) => statusOf(findSafety(transcriptOf(lines.replaceAll(' / ', '\n')), []), 'suicide')

test.each([
  ['T: Do you want to live? / C: No.', 'stated'],
  ['T: Do you still want to be alive? / C: Not really.', 'stated'],
  ['T: Do you still want to be here, in this world? / C: No, I do not.', 'stated'],
  ['T: Do you have any reason to live? / C: No.', 'stated'],
  ['T: Is there anything to live for? / C: No, nothing.', 'stated'],
  ['T: Do you feel life is worth living? / C: No.', 'stated'],
  ['T: Are you glad you survived? / C: No.', 'stated'],
  ['T: When you go to bed, do you want to wake up? / C: No.', 'stated'],
  ['T: What keeps you going? / C: Nothing, really.', 'unclear'],
  ['T: Can you see yourself being here at Christmas? / C: No.', 'unclear'],
  ['T: Are you glad to be alive? / C: Yes, I am.', 'unclear'],
  ['T: Do you want to live? / C: Yes, of course I do.', 'unclear'],
  ['T: Do you want to be alive? / C: Some days.', 'unclear'],
  ["T: Don't you want to live? / C: No.", 'unclear'],
  ['T: Do you want to live or do you want to die? / C: No.', 'unclear'],
  ['C: Is there anything to live for?', 'unclear'],
  ['C: I want to live but I keep thinking about killing myself.', 'stated'],
  ['C: I told you I want to live, and then at night I want to die.', 'stated'],
  ['T: Where do you want to live? / C: By the sea.', 'not raised'],
  ['T: Do you want to live with your dad? / C: No.', 'not raised'],
  ['T: Do you want to live on your own? / C: No.', 'not raised'],
  ['T: Do you want to be here today? / C: No, my mum made me come.', 'not raised'],
  ['C: I want to live by the sea.', 'not raised'],
])('a question about living: %s is %s', (lines, expected) => {
  expect(suicide(lines)).toBe(expected)
})

test.each([
  ['T: Do you have a plan, or tablets at home? / C: No.', 'unclear'],
  ["T: Do you have a plan, or tablets at home? / C: There's about sixty in the cupboard.", 'unclear'],
  ['T: Is there a gun in the house? / C: Yes, two.', 'unclear'],
  ['T: Do you have a gun at home? / C: Yes.', 'unclear'],
  ['T: Any thoughts of suicide? / C: No. / T: Do you have a plan? / C: Yes.', 'unclear'],
  ['T: Any thoughts of suicide? / C: No. / T: Do you have a plan? / C: No.', 'denied'],
  ['T: Any thoughts of suicide? / C: No. / T: Any guns or tablets at home? / C: No.', 'denied'],
  ['T: Any thoughts of suicide? / C: No. / T: Any guns or tablets at home? / C: Yes, some.', 'unclear'],
  ['T: Any thoughts of suicide? / C: No. / T: Do you have plans for the weekend? / C: Cinema, maybe.', 'denied'],
  ['T: You want Fridays off. Do you have a plan? / C: Yes, I will email her.', 'not raised'],
  ['T: Do you keep your tablets at home or at work? / C: At home.', 'not raised'],
])('a question about a plan or means: %s is %s', (lines, expected) => {
  expect(suicide(lines)).toBe(expected)
})
