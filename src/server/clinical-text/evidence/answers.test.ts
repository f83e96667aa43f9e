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
    ['Do you see your sister?', 'Yeah, that depends.'],
    ['Are you eating?', 'Yeah no I don’t eat at all.'],
    ['Are you eating?', 'Yes. Sometimes. No.'],
    ['Did you go to the gym?', 'Right, so my mother was in hospital.'],
    ['Did you go to the gym?', 'Right, so the car broke down.'],
    ['Did you go to the gym?', 'Okay, I was ill all week.'],
    ['Did you call your brother?', 'Okay, my phone broke on Monday.'],
    ['How did it go with your brother?', 'Okay, my phone broke on Monday.', 'own'],
    ['Did you take the tablets this week?', 'I wasn’t at home on Tuesday.'],
    ['Did you take the tablets this week?', 'I wasn’t in on Tuesday.'],
    ['Did you take the tablets this week?', 'I wasn’t so well.'],
    ['Did you take the tablets this week?', 'I wasn’t that well on Tuesday.'],
    ['Did you take the tablets this week?', 'I didn’t like the tablets.'],
    ['Did you take the tablets this week?', 'I didn’t finish them.'],
    ['Did you visit your mother?', 'I don’t blame my mother.'],
    ['Should I stop the decaf as well?', 'I wouldn’t bother.'],
    ['Did you visit your mother?', 'I didn’t text my mother.'],
    ['Did you go to the gym?', 'I don’t have any money.'],
    ['Did you take the tablets this week?', 'I wasn’t well on Tuesday.'],
    ['Did you call your brother?', 'I haven’t slept since Friday.'],
    ['Did you enjoy the party?', 'Nothing works at the moment.'],
    ['Are you sleeping well?', 'Not bad, thanks.'],
    ['Did you call your brother?', 'I don’t have anyone to talk to.'],
    ['Did you go to the class?', 'I never have anything to look forward to.'],
    ['Did he shout at you again?', 'I didn’t say anything.'],
    ['Did you move out?', 'I never found anyone.'],
    ['Did he leave?', 'I didn’t notice.'],
    ['Does it hurt?', 'I haven’t noticed.'],
    ['How are you today? Does your son sleep through now?', 'Yes. Actually, he doesn’t.'],
    ['Do you think he drinks?', 'Yes. No, he doesn’t.'],
    ['Do you think your sister drinks?', 'Yes. Well, she doesn’t.'],
    ['Are you sleeping well?', 'Yes. You know what? No.'],
    ['Are you sleeping well?', 'Yeah. Who am I kidding? No.'],
    ['Are you sleeping well?', 'Yes. Is that true? No.'],
    ['Did you go to the gym?', 'Right, so I went to my mother’s.'],
    ['Did you go to the gym?', 'Okay, so once I got there I was ill.'],
    ['Did you go to the gym?', 'Right, um, I was ill all week.'],
    ['Did you go to the gym?', 'Right, I wasn’t well on Tuesday.'],
    ['Did you take the tablets this week?', 'Okay, so I took them every day.', 'own'],
    ['Did you take the tablets this week?', 'Right, I took them.', 'own'],
    ['Did you call your brother?', 'Okay, so I rang him on Monday.', 'own'],
    ['Did you go to the gym?', 'Right, we went twice.', 'own'],
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
    ['Do you want children?', 'Yes. He doesn’t.', 'yes'],
    ['Do you go to work?', 'Yes. Happy about it? No.', 'yes'],
    ['Do you look after your mother?', 'Yes, she depends on me.', 'yes'],
    ['Does he drink?', 'Yes, he depends on alcohol.', 'yes'],
    ['Is the new dose all right?', 'Yeah no I’m fine with it.', 'yes'],
    ['Does your son sleep?', 'Yes. He doesn’t.', 'open'],
    ['Did you call your brother?', 'I wasn’t able to.', 'no'],
    ['Did you call your brother?', 'I didn’t manage to.', 'no'],
    ['Did you call your brother?', 'I didn’t dare.', 'no'],
    ['Did you call your brother?', 'I didn’t have the energy.', 'no'],
    ['Did you call your brother?', 'I didn’t get a chance.', 'no'],
    ['Did you call your brother?', 'I never bothered.', 'no'],
    ['Any headaches?', 'I haven’t noticed.', 'no'],
    ['Any headaches?', 'I haven’t had any more.', 'no'],
    ['Did you do the worksheet?', 'I haven’t started yet.', 'no'],
    ['Did you do the worksheet?', 'I haven’t touched it.', 'no'],
    ['Were you at home on Tuesday?', 'I wasn’t at home.', 'no'],
    ['Were you late?', 'I wasn’t on Tuesday.', 'no'],
    ['Would you tell him?', 'I wouldn’t dare.', 'no'],
    ['Are you on any medication?', 'I’m not at the moment.', 'no'],
    ['Did you visit your mother?', 'I didn’t see my mother.', 'no'],
    ['Do you drink?', 'Sure, most nights.', 'yes'],
    ['Do you drink?', 'Exactly, every night.', 'yes'],
    ['Do you drink?', 'Right, twice a week.', 'yes'],
    ['Did you call her?', 'Sure did.', 'yes'],
    ['Did you call her?', 'Okay, I did.', 'yes'],
    ['You live with your mother?', 'Right, since my divorce.', 'yes'],
    ['Will you ring the clinic?', 'Okay, next week then.', 'yes'],
    ['Do you want to try it?', 'Okay, sounds good.', 'yes'],
    ['Can you ring the clinic on Friday?', 'No problem.', 'yes'],
    ['Any problems with the tablets?', 'No problems.', 'no'],
    ['Can you fall asleep?', 'No trouble falling asleep.', 'yes'],
    ['Did you call your brother?', 'I didn’t get to.', 'no'],
    ['Did you call your brother?', 'I never really wanted to.', 'no'],
    ['Did you call your brother?', 'I didn’t have the time to.', 'no'],
    ['Did you call your brother?', 'I didn’t find the time.', 'no'],
    ['Did he say sorry?', 'He never said it.', 'no'],
    ['Any lumps?', 'I haven’t noticed any.', 'no'],
    ['How are you? Do you want children?', 'Yes. He doesn’t.', 'yes'],
    ['Do you think about him?', 'Yes. He doesn’t.', 'yes'],
    ['Do you go to work?', 'Yes. What about weekends? No.', 'yes'],
    ['Did you take the tablets this week?', 'Right, so, yeah, twice.', 'yes'],
    ['Did you take the tablets this week?', 'Okay, um, yes.', 'yes'],
    ['Did you take the tablets this week?', 'Right, so, um, I did.', 'yes'],
    ['Did you take the tablets this week?', 'Okay, well, twice a week.', 'yes'],
    ['Did you take the tablets this week?', 'Right, no.', 'no'],
    ['Did you take the tablets this week?', 'Right, no, I didn’t.', 'no'],
    ['Did you take the tablets this week?', 'Right, so, um, not at all.', 'no'],
    ['Did you take the tablets this week?', 'Right, so I never took them.', 'no'],
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
    ['T: Did you call your brother?\nC: Okay, my phone broke on Monday.', 'Nadia called her brother.'],
    ['T: Did you go to the gym?\nC: Right, so the car broke down.', 'Nadia went to the gym.'],
    ['T: Did you go to the gym?\nC: Right, so I had a fever.', 'Nadia went to the gym.'],
    [
      'T: Did you take the tablets this week?\nC: I wasn’t at home on Tuesday.',
      'Nadia did not take the tablets this week.',
    ],
    ['T: Did you visit your mother?\nC: I don’t blame my mother.', 'Nadia did not visit her mother.'],
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
    ['T: Do you want children?\nC: Yes. He doesn’t.', 'Nadia wants children.'],
    ['T: Do you go to work?\nC: Yes. Happy about it? No.', 'Nadia goes to work.'],
    ['T: Do you look after your mother?\nC: Yes, she depends on me.', 'Nadia looks after her mother.'],
    ['T: Did you call your brother?\nC: I didn’t have the energy.', 'Nadia did not call her brother.'],
    ['T: Did you call your brother?\nC: I wasn’t able to.', 'Nadia did not call her brother.'],
    ['T: Did you do the worksheet?\nC: I haven’t started yet.', 'Nadia has not done the worksheet.'],
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
    ['T: You finished the tablets.\nC: No, I had a cold.', 'Nadia finished the tablets.'],
    ['T: You skipped the worksheet.\nC: No, I did the worksheet.', 'Nadia skipped the worksheet.'],
    ['T: You skipped the worksheet.\nC: No, I did.', 'Nadia skipped the worksheet.'],
    ['T: You forgot the appointment.\nC: No, I was there.', 'Nadia forgot the appointment.'],
    ['T: You stopped loving your sister.\nC: No, I do love her.', 'Nadia stopped loving her sister.'],
    ['T: You hate your sister.\nC: No, I do love her.', 'Nadia hates her sister.'],
    ['T: You lie awake for hours.\nC: No trouble sleeping.', 'Nadia lies awake for hours.'],
    ['T: You are struggling at school.\nC: No problems.', 'Nadia is struggling at school.'],
    ['T: You have a problem with alcohol.\nC: No problem.', 'Nadia has a problem with alcohol.'],
    ['T: That is a lot. I think you miss the farm.\nC: Nah, I hated it there.', 'Nadia misses the farm.'],
  ])('%s does not support: %s', (lines, statement) => {
    expect(checkedOn(lines, statement, 1).check).not.toBe('supported')
    expect(checkedOn(lines, statement, 1, 2).check).not.toBe('supported')
  })

  test.each([
    [`${attended}Yes, I did.`, 'Nadia went to the class on Friday.'],
    [`${attended}No. I was at work.`, 'Nadia did not go to the class on Friday.'],
    ['T: You start mirtazapine on Monday.\nC: No problem.', 'Nadia starts mirtazapine on Monday.'],
    ['T: You start mirtazapine on Monday.\nC: No worries.', 'Nadia starts mirtazapine on Monday.'],
    ['T: You love your sister.\nC: No, I do. I just can’t live with her.', 'Nadia loves her sister.'],
    ['T: You love your sister.\nC: No, I do love her.', 'Nadia loves her sister.'],
    ['T: You start mirtazapine on Monday.\nC: No problem at all.', 'Nadia starts mirtazapine on Monday.'],
    ['T: You skipped the worksheet.\nC: No, fair enough.', 'Nadia skipped the worksheet.'],
    ['T: You skipped the worksheet.\nC: No, I did skip it.', 'Nadia skipped the worksheet.'],
    ['T: You miss the farm.\nC: No, I do.', 'Nadia misses the farm.'],
    ['T: You had a hard week.\nC: No wonder I cry.', 'Nadia had a hard week.'],
    ['T: You had a hard week.\nC: No kidding.', 'Nadia had a hard week.'],
    ['T: You had a hard week.\nC: No, I hear you.', 'Nadia had a hard week.'],
    ['T: You had a hard week.\nC: No, fair enough.', 'Nadia had a hard week.'],
    [`${blame}No, I know.`, 'Nadia blames herself for the divorce.'],
    [`${blame}Every day.`, 'Nadia blames herself for the divorce.'],
    [`${blame}No.`, 'Nadia does not blame herself for the divorce.'],
    ['T: You didn’t go to the class.\nC: No.', 'Nadia did not go to the class.'],
    [`${blame}No.`, 'The therapist suggested that Nadia blames herself for the divorce.'],
  ])('%s supports: %s', (lines, statement) => {
    expect(checkedOn(lines, statement, 1, 2).check).toBe('supported')
  })

  test('a plan that the client accepts with ‘No problem’ is not denied', () => {
    const lines = 'T: You start mirtazapine on Monday.\nC: No problem.'
    expect(checkedOn(lines, 'Nadia does not start mirtazapine on Monday.', 1, 2).check).not.toBe('supported')
  })
})
