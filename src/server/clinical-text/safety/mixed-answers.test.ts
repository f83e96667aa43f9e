import { describe, expect, test } from 'vitest'
import { checkStatement } from '../evidence/evidence.ts'
import { findSafety } from './safety.ts'
import { transcriptOf } from '../transcript.fixture.ts'

const findings = (text: string) => findSafety(transcriptOf(text), []).map(({ finding }) => finding)

/** True if a note may state a denial because of this answer. */
const isDenial = (question: string, answer: string, denial: string) => {
  const transcript = transcriptOf(`T: ${question}\nC: ${answer}`)
  const evidence = [
    { utteranceId: 'u1', quote: question },
    { utteranceId: 'u2', quote: answer },
  ]
  return checkStatement(denial, evidence, transcript, 'Desmond') === 'supported'
}

const question = 'Any thoughts of suicide?'
const denial = 'Desmond denies any thoughts of suicide.'

describe('ambiguous answer', () => {
  test.each([
    'No. Well, yes, sometimes.',
    'Not really.',
    'Not today.',
    'I mean, no more than anyone.',
    'No, but I have thought about how it would be.',
    'Not as such.',
    'No, I guess not.',
    'Not in so many words.',
    'Nothing serious.',
    'Nothing I would act on.',
    'No... I used to.',
    'Not since Friday.',
    'Never seriously.',
    'No. Maybe. I don’t know.',
    'Not like last time.',
    'I wouldn’t do it because of the kids.',
    'I don’t think so.',
    'No, not at the moment.',
    'None that I would tell you about.',
    'No plan, no.',
    'Not anymore.',
    'No. Why?',
    'Nah. I mean, who doesn’t?',
    'No, though it crosses my mind.',
    'Never when the kids are around.',
    'No, it’s just thoughts.',
    'Hardly ever.',
    'No, only when I drink.',
    'No. Not since Tuesday.',
    'No. Not this week.',
    'No. Only thoughts.',
    'No. It comes and goes.',
    'No. Mostly at night.',
    'No. That was in March.',
    'No. I promised my mother.',
    'No. I have the pills at home.',
  ])('%s is never shown as a denial of risk', (answer) => {
    expect(findings(`T: ${question}\nC: ${answer}`)).not.toContain('denied')
    expect(isDenial(question, answer, denial)).toBe(false)
  })

  test.each(['No. Well, now and again.', 'Not really.', 'No, maybe a little on Sundays.'])(
    '%s is not a denial of a symptom either',
    (answer) => {
      expect(isDenial('Any headaches?', answer, 'Desmond denies headaches.')).toBe(false)
    },
  )
})

describe('a no that contains more than plain words of denial', () => {
  test.each([
    'No. Who’d feed the cat?',
    'No, no. In my religion is not permit.',
    'No. Not while my mother’s alive.',
    'No. As long as she stays away from my kids.',
    'No. I pick. Everyone picks.',
    'No. Next question.',
    'No. He’s quiet today.',
    'Not suicidal suicidal.',
    'Not suicide, no.',
  ])('%s is unclear', (answer) => {
    expect(findings(`T: ${question}\nC: ${answer}\nT: Okay. How is work?\nC: Busy.`)).toEqual(['unclear'])
  })

  test('I’ve got two kids. is neither yes nor no', () => {
    expect(findings(`T: ${question}\nC: I’ve got two kids.`)).toEqual(['unclear'])
  })

  test.each(['I have.', 'I have, twice.', 'I’ve had them since May.', 'I’ve thought about it.'])(
    '%s is a yes',
    (answer) => {
      expect(findings(`T: Have you had thoughts of suicide?\nC: ${answer}`)).toEqual(['stated'])
    },
  )
})

test.each([
  'No.',
  'Nope.',
  'no i don’t',
  'No, I’m not.',
  'No, no. Nothing like that.',
  'No, none whatsoever.',
  'Absolutely not.',
  'I have never had those.',
  'No, I don’t have thoughts of suicide.',
  'Um, no. I want to see my kids grow up.',
  'No! God, no.',
  'No, doctor.',
])('%s is a denial', (answer) => {
  expect(findings(`T: ${question}\nC: ${answer}`)).not.toContain('stated')
  expect(findings(`T: ${question}\nC: ${answer}`)).toContain('denied')
  expect(isDenial(question, answer, denial)).toBe(true)
})

describe('a no in which a part says something else', () => {
  test.each([
    ['Does your father hit you?', 'No, my mother.'],
    ['Does your father hit you?', 'No my mother.'],
    ['Does your father hit you?', 'No. My husband.'],
    ['Does your father hit you?', 'No, not my father.'],
    ['Have you thought about hurting your wife?', 'No, my son.'],
    ['Have you thought about hurting your wife?', 'No. The children.'],
    ['Have you hurt yourself?', 'No. Thoughts.'],
    ['Do you see things that aren’t there?', 'No, voices.'],
    ['Do you see things that aren’t there?', 'No… voices.'],
    ['Does anyone hurt you?', 'Nobody else.'],
    ['Does anyone hurt you?', 'Never at home.'],
    ['Does anyone hurt you?', 'No, not by my husband.'],
    ['Has anyone hit you?', 'No and my husband hit me.'],
    ['Are you thinking of harming anyone?', 'No, myself.'],
    ['Are you drinking?', 'No, drugs.'],
    ['Does your father hit you?', 'No, my mother or my son.'],
    ['Does your father hit you?', 'No it wasn’t him it was my mother.'],
    ['Does your father hit you?', 'No not me my mother.'],
    ['Does your father hit you?', 'No he doesn’t hit me she hits me.'],
    ['Does your father hit you?', 'No he never did she did.'],
    ['Does your father hit you?', 'No he never has she does.'],
    ['Does your dad hit you?', 'No not dad my mother hits me.'],
    ['Do you drink?', 'No I don’t drink I use drugs.'],
    ['Do you hear voices?', 'No I’ve never heard voices I see things.'],
  ])('%s %s is unclear', (asked, answer) => {
    expect(findings(`T: ${asked}\nC: ${answer}\nT: Okay. How is work?\nC: Busy.`)).not.toContain('denied')
    expect(isDenial(asked, answer, 'Desmond denies abuse.')).toBe(false)
  })

  test.each([
    ['Does your father hit you?', 'No, he doesn’t.'],
    ['Does your father hit you?', 'No, my father doesn’t hit me.'],
    ['Does anyone hurt you?', 'No, nobody, never.'],
    ['Does anyone hurt you?', 'No, nobody hurts me, at all.'],
    ['Does anyone hurt you?', 'No, not by anyone.'],
    ['Have you hurt yourself?', 'I’ve never cut, hit or hurt myself.'],
    ['Do you hear voices?', 'No. Voices? No.'],
    ['Does your father hit you?', 'No he doesn’t hit me he never did.'],
    ['Any thoughts of suicide?', 'No I don’t think I would ever want to die.'],
    ['Any thoughts of suicide?', 'No I don’t have any I never have.'],
    ['Have you hurt yourself?', 'No I haven’t no I never have.'],
    ['Have you hurt yourself?', 'No I never did nor would I ever do it.'],
    ['Does your father hit you?', 'No he never did he never would.'],
    ['Do you hear voices?', 'No, voices, no, never.'],
    ['Have you hurt yourself?', 'No, thank you, I haven’t. Honestly.'],
    ['Any thoughts of suicide?', 'No, never, not ever. Thank God.'],
  ])('%s %s is a denial', (asked, answer) => {
    expect(findings(`T: ${asked}\nC: ${answer}\nT: Okay. How is work?\nC: Busy.`)).toContain('denied')
  })
})

describe('a question about safety, for which a no means danger', () => {
  test.each([
    ['Do you feel safe at home?', 'No.', 'stated'],
    ['Do you feel safe at home?', 'Not since he moved back in.', 'stated'],
    ['Are you safe at home right now?', 'Not with him there.', 'stated'],
    ['Do you feel safe at home?', 'Yes.', 'denied'],
    ['Do you feel safe at home?', 'Yeah, I do. Mostly.', 'unclear'],
    ['Do you feel safe at home?', 'Yes, when he is at work.', 'unclear'],
    ['Do you feel safe at home?', 'I don’t know.', 'unclear'],
    ['So you don’t feel safe at home?', 'Right.', 'stated'],
    ['So you don’t feel safe at home?', 'No.', 'unclear'],
  ])('an answer to a safety question: %s %s', (asked, answer, expected) => {
    expect(findings(`T: ${asked}\nC: ${answer}`)).toEqual([expected])
  })
})
