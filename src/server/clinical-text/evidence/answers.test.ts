import { describe, expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'
import { answerOf } from './question-and-answer.ts'

describe('answers to questions', () => {
  test.each([
    ['Are you sleeping well?', 'Yes and no.'],
    ['Are you sleeping well?', 'Yes. Well, no.'],
    ['Do you feel rested?', 'Yeah, but not really.'],
    ['Do you feel rested?', 'Yes. Hm. Actually, no.'],
    ['Do you see your sister?', 'Yes, no, it depends.'],
    ['Do you see your sister?', 'Yeah, I mean, no.'],
    ['Did you go to the gym?', 'Right, so my mother was in hospital.', 'own'],
    ['Did you call your brother?', 'Okay, my phone broke on Monday.', 'own'],
    ['Did you take the tablets this week?', 'I wasn’t well on Tuesday.'],
    ['Did you call your brother?', 'I haven’t slept since Friday.'],
    ['Did you enjoy the party?', 'Nothing works at the moment.'],
    ['Are you sleeping well?', 'Not bad, thanks.'],
  ])('%s %s is neither yes nor no', (question, answer, expected = 'open') => {
    expect(answerOf(answer, question)).toBe(expected)
  })

  test.each([
    ['Do you drink?', 'Yeah, most nights.', 'yes'],
    ['You live alone?', 'Right.', 'yes'],
    ['Do you live alone?', 'Right, yes.', 'yes'],
    ['Did you sleep?', 'Yes, no problem.', 'yes'],
    ['Did you eat breakfast?', 'Yes. Nothing special.', 'yes'],
    ['You went alone.', 'Right, and then he rang.', 'yes'],
    ['Did you take the tablets?', 'I didn’t.', 'no'],
    ['Did you take the tablets?', 'I haven’t taken them since Friday.', 'no'],
    ['Any headaches?', 'I haven’t had any.', 'no'],
    ['Do you smoke?', 'I’ve never touched a cigarette.', 'no'],
    ['Any wine with dinner?', 'I don’t drink.', 'no'],
    ['Did you go to the class?', 'I didn’t want to.', 'no'],
    ['Did he hit you?', 'Never.', 'no'],
    ['And the sertraline, did that begin?', 'I haven’t started it.', 'no'],
    ['Any blood in the stool?', 'I didn’t see any.', 'no'],
    ['How did the letter go?', 'Yeah, nah, I wrote it.', 'yes'],
    ['How was the week?', 'I didn’t sleep.', 'own'],
    ['Did you go to the class?', 'I didn’t, because of work.', 'no'],
  ])('%s %s is a %s', (question, answer, expected) => {
    expect(answerOf(answer, question)).toBe(expected)
  })

  test.each([
    ['T: Are you sleeping well?\nC: Yes and no.', 'Nadia sleeps well.'],
    ['T: Are you sleeping well?\nC: Yes and no.', 'Nadia does not sleep well.'],
    ['T: Are you sleeping well?\nC: Yes. Well, no.', 'Nadia sleeps well.'],
    ['T: Did you go to the gym?\nC: Right, so my mother was in hospital.', 'Nadia went to the gym.'],
    [
      'T: Did you take the tablets this week?\nC: I wasn’t well on Tuesday.',
      'Nadia did not take the tablets this week.',
    ],
    ['T: Did you take the tablets this week?\nC: I wasn’t well on Tuesday.', 'Nadia took the tablets this week.'],
    ['T: Did you call your brother?\nC: I haven’t slept since Friday.', 'Nadia did not call her brother.'],
  ])('%s does not support: %s', (lines, statement) => {
    expect(checkedOn(lines, statement, 2).check).not.toBe('supported')
    expect(checkedOn(lines, statement, 1, 2).check).not.toBe('supported')
  })

  test.each([
    ['T: Are you sleeping well?\nC: Yeah, most nights.', 'Nadia sleeps well most nights.'],
    ['T: Did you take the tablets this week?\nC: I didn’t.', 'Nadia did not take the tablets this week.'],
    [
      'T: Did you take the tablets?\nC: I haven’t taken them since Friday.',
      'Nadia has not taken the tablets since Friday.',
    ],
    ['T: Do you smoke?\nC: Not any more.', 'Nadia no longer smokes.'],
  ])('%s supports: %s', (lines, statement) => {
    expect(checkedOn(lines, statement, 1, 2).check).toBe('supported')
  })
})

describe('remarks of the therapist that the client answers', () => {
  const attended = 'T: You went to the class on Friday.\nC: '
  const blame = 'T: So you blame yourself for the divorce.\nC: '

  test.each([
    [`${attended}No. I was at work.`, 'Nadia went to the class on Friday.'],
    [`${blame}No.`, 'Nadia blames herself for the divorce.'],
    [`${blame}Not really.`, 'Nadia blames herself for the divorce.'],
    [`${blame}No, I blame my husband.`, 'Nadia blames herself for the divorce.'],
    ['T: It sounds like you resent your sister.\nC: No, not at all.', 'Nadia resents her sister.'],
    ['T: That is a lot. I think you miss the farm.\nC: Nah, I hated it there.', 'Nadia misses the farm.'],
  ])('%s does not support: %s', (lines, statement) => {
    expect(checkedOn(lines, statement, 1).check).not.toBe('supported')
    expect(checkedOn(lines, statement, 1, 2).check).not.toBe('supported')
  })

  test.each([
    [`${attended}Yes, I did.`, 'Nadia went to the class on Friday.'],
    [`${attended}No. I was at work.`, 'Nadia did not go to the class on Friday.'],
    [`${blame}No, I know.`, 'Nadia blames herself for the divorce.'],
    [`${blame}Every day.`, 'Nadia blames herself for the divorce.'],
    [`${blame}No.`, 'Nadia does not blame herself for the divorce.'],
    ['T: You didn’t go to the class.\nC: No.', 'Nadia did not go to the class.'],
    [`${blame}No.`, 'The therapist suggested that Nadia blames herself for the divorce.'],
  ])('%s supports: %s', (lines, statement) => {
    expect(checkedOn(lines, statement, 1, 2).check).toBe('supported')
  })
})
