import { describe, expect, test } from 'vitest'
import type { Statement } from '#shared/contract/notes.ts'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'
import { openItems } from '#server/features/notes/open-items.ts'

/** An invented session: the words of both speakers, and one true and several false sentences about them. */
interface Session {
  clientSays: string
  trueSentence: string
  wrongNumber: string
  therapistSays: string
  wrongSpeaker: string
  /** A denial of a symptom that the session does not mention. */
  falseDenial: string
}

const inventedSessions: readonly Session[] = [
  {
    clientSays: 'I sleep four hours a night since the move.',
    trueSentence: 'Client sleeps four hours a night since the move.',
    wrongNumber: 'Client sleeps seven hours a night since the move.',
    therapistSays: 'I will call the school on Monday.',
    wrongSpeaker: 'Client will call the school on Monday.',
    falseDenial: 'Client denies panic attacks.',
  },
  {
    clientSays: 'I walked the dog three times last week.',
    trueSentence: 'Client walked the dog three times last week.',
    wrongNumber: 'Client walked the dog eight times last week.',
    therapistSays: 'I will send you the worksheet tomorrow.',
    wrongSpeaker: 'Client will send the worksheet tomorrow.',
    falseDenial: 'Client denies hallucinations.',
  },
  {
    clientSays: 'My boss gave me two warnings this month.',
    trueSentence: 'Client got two warnings from the boss this month.',
    wrongNumber: 'Client got nine warnings from the boss this month.',
    therapistSays: 'I was trained in exposure therapy.',
    wrongSpeaker: 'Client was trained in exposure therapy.',
    falseDenial: 'Client denies nightmares.',
  },
  {
    clientSays: 'I take 50 milligrams of sertraline every morning.',
    trueSentence: 'Client takes 50 milligrams of sertraline every morning.',
    wrongNumber: 'Client takes 150 milligrams of sertraline every morning.',
    therapistSays: 'I wrote to your doctor last week.',
    wrongSpeaker: 'Client wrote to the doctor last week.',
    falseDenial: 'Client denies side effects of the medication.',
  },
  {
    clientSays: 'I argued with my sister on five days.',
    trueSentence: 'Client argued with the sister on five days.',
    wrongNumber: 'Client argued with the sister on two days.',
    therapistSays: 'I keep my phone in the kitchen at night.',
    wrongSpeaker: 'Client keeps the phone in the kitchen at night.',
    falseDenial: 'Client denies alcohol use.',
  },
  {
    clientSays: 'I lost six pounds because I skip lunch.',
    trueSentence: 'Client lost six pounds because of skipping lunch.',
    wrongNumber: 'Client lost sixteen pounds because of skipping lunch.',
    therapistSays: 'I practice the breathing every day myself.',
    wrongSpeaker: 'Client practices the breathing every day.',
    falseDenial: 'Client denies purging.',
  },
  {
    clientSays: 'My father died in 2019, and I still dream of him.',
    trueSentence: 'Client still dreams of the father, who died in 2019.',
    wrongNumber: 'Client still dreams of the father, who died in 2014.',
    therapistSays: 'I lost my mother when I was young.',
    wrongSpeaker: 'Client lost the mother when young.',
    falseDenial: 'Client denies guilt.',
  },
  {
    clientSays: 'I had two panic attacks on the train.',
    trueSentence: 'Client had two panic attacks on the train.',
    wrongNumber: 'Client had ten panic attacks on the train.',
    therapistSays: 'I ride the train with you next time.',
    wrongSpeaker: 'Client rides the train with the therapist next time.',
    falseDenial: 'Client denies chest pain.',
  },
  {
    clientSays: 'I smoke twelve cigarettes a day now.',
    trueSentence: 'Client smokes twelve cigarettes a day now.',
    wrongNumber: 'Client smokes thirty cigarettes a day now.',
    therapistSays: 'I stopped smoking ten years ago.',
    wrongSpeaker: 'Client stopped smoking ten years ago.',
    falseDenial: 'Client denies cannabis use.',
  },
  {
    clientSays: 'We fought about money on Saturday.',
    trueSentence: 'Client fought about money on Saturday.',
    wrongNumber: 'Client fought about money on 4 Saturdays.',
    therapistSays: 'I will invite your partner to the next session.',
    wrongSpeaker: 'Client will invite the partner to the next session.',
    falseDenial: 'Client denies violence in the relationship.',
  },
  {
    clientSays: 'I scored 14 on the questionnaire today.',
    trueSentence: 'Client scored 14 on the questionnaire today.',
    wrongNumber: 'Client scored 17 on the questionnaire today.',
    therapistSays: 'I will repeat the questionnaire in March.',
    wrongSpeaker: 'Client will repeat the questionnaire in March.',
    falseDenial: 'Client denies appetite loss.',
  },
  {
    clientSays: 'I cleaned the kitchen for 20 minutes on Tuesday.',
    trueSentence: 'Client cleaned the kitchen for 20 minutes on Tuesday.',
    wrongNumber: 'Client cleaned the kitchen for 90 minutes on Tuesday.',
    therapistSays: 'I noticed that you smiled.',
    wrongSpeaker: 'Client noticed that the therapist smiled.',
    falseDenial: 'Client denies compulsions.',
  },
  {
    clientSays: 'I have been to four job interviews.',
    trueSentence: 'Client has been to four job interviews.',
    wrongNumber: 'Client has been to eleven job interviews.',
    therapistSays: 'I used to work in a bank.',
    wrongSpeaker: 'Client used to work in a bank.',
    falseDenial: 'Client denies financial worries.',
  },
  {
    clientSays: 'My son is nine and cries before school.',
    trueSentence: 'The son of the client is nine and cries before school.',
    wrongNumber: 'The son of the client is thirteen and cries before school.',
    therapistSays: 'I speak with the teacher on Thursday.',
    wrongSpeaker: 'Client speaks with the teacher on Thursday.',
    falseDenial: 'Client denies bullying.',
  },
  {
    clientSays: 'I drank three beers at the wedding.',
    trueSentence: 'Client drank three beers at the wedding.',
    wrongNumber: 'Client drank seven beers at the wedding.',
    therapistSays: 'I do not drink at all.',
    wrongSpeaker: 'Client does not drink at all.',
    falseDenial: 'Client denies blackouts.',
  },
]

const errorKinds = ['denial', 'number', 'speaker', 'client'] as const

/** One case for each session and kind of error, with a false and a true sentence about the transcript. */
const cases = inventedSessions.flatMap((session, at) =>
  errorKinds.map((kind) => {
    const other = inventedSessions[(at + 1) % inventedSessions.length] ?? session
    const transcript = transcriptOf(
      `T: What happened since we met?\nC: ${session.clientSays}\nT: ${session.therapistSays}\nC: Okay.`,
    )
    const evidenceOf = (utteranceId: string, quote: string) => [{ utteranceId, quote }]
    const falseSentences = {
      denial: [session.falseDenial, evidenceOf('u2', session.clientSays)],
      number: [session.wrongNumber, evidenceOf('u2', session.clientSays)],
      speaker: [session.wrongSpeaker, evidenceOf('u3', session.therapistSays)],
      client: [other.trueSentence, evidenceOf('u2', other.clientSays)],
    } as const
    const [text, evidence] = falseSentences[kind]
    return {
      name: `${kind} in session ${at + 1}`,
      falseStatement: checkedStatement(text, evidence, transcript),
      trueStatement: checkedStatement(session.trueSentence, evidenceOf('u2', session.clientSays), transcript),
    }
  }),
)

const textsOfItems = (statements: readonly Statement[]) =>
  openItems({
    sessionId: 'session',
    version: 1,
    noteType: 'DAP',
    sections: [{ title: 'Data', content: statements.map(({ text }) => text).join(' '), statements: [...statements] }],
    safety: [],
    decisions: [],
    unsureTurns: [],
  }).map(({ text }) => text)

describe('false sentences', () => {
  test('the false sentences cover sixty transcripts', () => expect(cases).toHaveLength(60))

  test.each(cases)('a false sentence becomes a review item: $name', ({ falseStatement, trueStatement }) => {
    expect(falseStatement.check).not.toBe('supported')
    expect(textsOfItems([trueStatement, falseStatement])).toContain(falseStatement.text)
  })

  test('at most 8 of 60 true sentences become review items', () => {
    const flagged = cases.filter(({ falseStatement, trueStatement }) =>
      textsOfItems([trueStatement, falseStatement]).includes(trueStatement.text),
    )
    expect(flagged.length).toBeLessThanOrEqual(8)
  })
})
