import { describe, expect, test } from 'vitest'
import type { Statement } from '#shared/contract/notes.ts'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'
import { openItems } from '#server/features/notes/open-items.ts'

/** A short session: what the client says, a true sentence about it, a wrong number, and what the therapist says. */
interface Session {
  said: string
  isTrue: string
  wrongNumber: string
  therapist: string
  wrongSpeaker: string
  /** A symptom that the session does not mention. */
  denied: string
}

const sessions: readonly Session[] = [
  {
    said: 'I sleep four hours a night since the move.',
    isTrue: 'Client sleeps four hours a night since the move.',
    wrongNumber: 'Client sleeps seven hours a night since the move.',
    therapist: 'I will call the school on Monday.',
    wrongSpeaker: 'Client will call the school on Monday.',
    denied: 'Client denies panic attacks.',
  },
  {
    said: 'I walked the dog three times last week.',
    isTrue: 'Client walked the dog three times last week.',
    wrongNumber: 'Client walked the dog eight times last week.',
    therapist: 'I will send you the worksheet tomorrow.',
    wrongSpeaker: 'Client will send the worksheet tomorrow.',
    denied: 'Client denies hallucinations.',
  },
  {
    said: 'My boss gave me two warnings this month.',
    isTrue: 'Client got two warnings from the boss this month.',
    wrongNumber: 'Client got nine warnings from the boss this month.',
    therapist: 'I was trained in exposure therapy.',
    wrongSpeaker: 'Client was trained in exposure therapy.',
    denied: 'Client denies nightmares.',
  },
  {
    said: 'I take 50 milligrams of sertraline every morning.',
    isTrue: 'Client takes 50 milligrams of sertraline every morning.',
    wrongNumber: 'Client takes 150 milligrams of sertraline every morning.',
    therapist: 'I wrote to your doctor last week.',
    wrongSpeaker: 'Client wrote to the doctor last week.',
    denied: 'Client denies side effects of the medication.',
  },
  {
    said: 'I argued with my sister on five days.',
    isTrue: 'Client argued with the sister on five days.',
    wrongNumber: 'Client argued with the sister on two days.',
    therapist: 'I keep my phone in the kitchen at night.',
    wrongSpeaker: 'Client keeps the phone in the kitchen at night.',
    denied: 'Client denies alcohol use.',
  },
  {
    said: 'I lost six pounds because I skip lunch.',
    isTrue: 'Client lost six pounds because of skipping lunch.',
    wrongNumber: 'Client lost sixteen pounds because of skipping lunch.',
    therapist: 'I practice the breathing every day myself.',
    wrongSpeaker: 'Client practices the breathing every day.',
    denied: 'Client denies purging.',
  },
  {
    said: 'My father died in 2019, and I still dream of him.',
    isTrue: 'Client still dreams of the father, who died in 2019.',
    wrongNumber: 'Client still dreams of the father, who died in 2014.',
    therapist: 'I lost my mother when I was young.',
    wrongSpeaker: 'Client lost the mother when young.',
    denied: 'Client denies guilt.',
  },
  {
    said: 'I had two panic attacks on the train.',
    isTrue: 'Client had two panic attacks on the train.',
    wrongNumber: 'Client had ten panic attacks on the train.',
    therapist: 'I ride the train with you next time.',
    wrongSpeaker: 'Client rides the train with the therapist next time.',
    denied: 'Client denies chest pain.',
  },
  {
    said: 'I smoke twelve cigarettes a day now.',
    isTrue: 'Client smokes twelve cigarettes a day now.',
    wrongNumber: 'Client smokes thirty cigarettes a day now.',
    therapist: 'I stopped smoking ten years ago.',
    wrongSpeaker: 'Client stopped smoking ten years ago.',
    denied: 'Client denies cannabis use.',
  },
  {
    said: 'We fought about money on Saturday.',
    isTrue: 'Client fought about money on Saturday.',
    wrongNumber: 'Client fought about money on 4 Saturdays.',
    therapist: 'I will invite your partner to the next session.',
    wrongSpeaker: 'Client will invite the partner to the next session.',
    denied: 'Client denies violence in the relationship.',
  },
  {
    said: 'I scored 14 on the questionnaire today.',
    isTrue: 'Client scored 14 on the questionnaire today.',
    wrongNumber: 'Client scored 17 on the questionnaire today.',
    therapist: 'I will repeat the questionnaire in March.',
    wrongSpeaker: 'Client will repeat the questionnaire in March.',
    denied: 'Client denies appetite loss.',
  },
  {
    said: 'I cleaned the kitchen for 20 minutes on Tuesday.',
    isTrue: 'Client cleaned the kitchen for 20 minutes on Tuesday.',
    wrongNumber: 'Client cleaned the kitchen for 90 minutes on Tuesday.',
    therapist: 'I noticed that you smiled.',
    wrongSpeaker: 'Client noticed that the therapist smiled.',
    denied: 'Client denies compulsions.',
  },
  {
    said: 'I have been to four job interviews.',
    isTrue: 'Client has been to four job interviews.',
    wrongNumber: 'Client has been to eleven job interviews.',
    therapist: 'I used to work in a bank.',
    wrongSpeaker: 'Client used to work in a bank.',
    denied: 'Client denies financial worries.',
  },
  {
    said: 'My son is nine and cries before school.',
    isTrue: 'The son of the client is nine and cries before school.',
    wrongNumber: 'The son of the client is thirteen and cries before school.',
    therapist: 'I speak with the teacher on Thursday.',
    wrongSpeaker: 'Client speaks with the teacher on Thursday.',
    denied: 'Client denies bullying.',
  },
  {
    said: 'I drank three beers at the wedding.',
    isTrue: 'Client drank three beers at the wedding.',
    wrongNumber: 'Client drank seven beers at the wedding.',
    therapist: 'I do not drink at all.',
    wrongSpeaker: 'Client does not drink at all.',
    denied: 'Client denies blackouts.',
  },
]

const errorKinds = ['denial', 'number', 'speaker', 'client'] as const

/** One transcript for each session and kind of error, with the planted sentence and a true one. */
const cases = sessions.flatMap((session, at) =>
  errorKinds.map((kind) => {
    const other = sessions[(at + 1) % sessions.length] ?? session
    const transcript = transcriptOf(
      `T: What happened since we met?\nC: ${session.said}\nT: ${session.therapist}\nC: Okay.`,
    )
    const cite = (utteranceId: string, quote: string) => [{ utteranceId, quote }]
    const invented = {
      denial: [session.denied, cite('u2', session.said)],
      number: [session.wrongNumber, cite('u2', session.said)],
      speaker: [session.wrongSpeaker, cite('u3', session.therapist)],
      client: [other.isTrue, cite('u2', other.said)],
    } as const
    const [text, evidence] = invented[kind]
    return {
      name: `${kind} in session ${at + 1}`,
      falseStatement: checkedStatement(text, evidence, transcript),
      fact: checkedStatement(session.isTrue, cite('u2', session.said), transcript),
    }
  }),
)

const textsIn = (statements: readonly Statement[]) =>
  openItems({
    sessionId: 'session',
    version: 1,
    noteType: 'DAP',
    sections: [{ title: 'Data', content: statements.map(({ text }) => text).join(' '), statements: [...statements] }],
    safety: [],
    decisions: [],
    unsureTurns: [],
  }).map(({ text }) => text)

describe('planted errors', () => {
  test('the planted errors cover sixty transcripts', () => expect(cases).toHaveLength(60))

  test.each(cases)('an invented sentence becomes a review item: $name', ({ falseStatement, fact }) => {
    expect(falseStatement.check).not.toBe('supported')
    expect(textsIn([fact, falseStatement])).toContain(falseStatement.text)
  })

  test('at most 8 of 60 true sentences become review items', () => {
    const flagged = cases.filter(({ falseStatement, fact }) => textsIn([fact, falseStatement]).includes(fact.text))
    expect(flagged.length).toBeLessThanOrEqual(8)
  })
})
