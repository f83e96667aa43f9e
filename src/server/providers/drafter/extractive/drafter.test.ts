// Over 400 lines: nearly all of it is the sessions from which the drafts are made.
import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { NoteType, type Section } from '#shared/contract/notes.ts'
import { findQuote, locateQuote } from '#server/clinical-text/evidence/quotes.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'
import type { Draft, DraftRequest } from '../port.ts'
import { requestFor, session } from '../session.fixture.ts'
import { createExtractiveDrafter } from './drafter.ts'

const drafter = createExtractiveDrafter()
const draft = (noteType: NoteType, more: Partial<DraftRequest> = {}) => drafter.draft(requestFor(noteType, more))
const linesOf = ({ excerpts = [] }: Partial<Section>) => excerpts.map(({ text }) => text).join('\n')
const contentOf = ({ sections }: Draft, title: string) =>
  linesOf(sections.find((section) => section.title === title) ?? {})
const textOf = ({ sections }: Draft) => sections.map(linesOf).join('\n')
const enhanced = (instructions: string) => ({ enhancement: { instructions, current: [] } })

describe('the sections of excerpts', () => {
  test('the sections of a SOAP note get the client’s report, observations, assessments and agreements', async () => {
    const note = await draft('SOAP')
    expect(contentOf(note, 'Subjective')).toMatch(/anxious at work/)
    expect(contentOf(note, 'Objective')).toMatch(/look tired/)
    expect(contentOf(note, 'Assessment')).toMatch(/On one hand the wine helps|anxiety follows/)
    expect(contentOf(note, 'Plan')).toContain(
      "Therapist suggested: “I'd like you to write down your sleep every morning.”",
    )
    expect(contentOf(note, 'Plan')).toContain("Ana said: “I'll try the sleep diary, and I'm going to talk to my boss")
  })

  test('a passage about suicide is in the note, with question and answer', async () => {
    for (const noteType of ['SOAP', 'DAP', 'BIRP'] as const)
      expect(textOf(await draft(noteType))).toMatch(/denies|answered “No, nothing like that/)
  })

  test('different note types give different notes', async () => {
    const types = ['SOAP', 'DAP', 'BIRP', 'GIRP', 'Intake', 'Case Management', 'EMDR'] as const
    const notes = await Promise.all(types.map(async (noteType) => textOf(await draft(noteType))))
    expect(new Set(notes).size).toBe(types.length)
  })

  test('the drafter of excerpts leaves the text of each section empty', async () => {
    const { sections } = await draft('SOAP')
    expect(sections.map(({ content, statements }) => [content, statements])).toEqual(sections.map(() => ['', []]))
  })

  test('a section without passages stays empty for the clinician', async () => {
    const note = await draft('Internal Family Systems')
    expect(contentOf(note, 'Parts Work')).toBe('')
    expect(note.sections[0]?.excerpts).toEqual([])
  })

  test('no passage occurs twice in the excerpts of a note', async () => {
    const { sections } = await draft('Intake')
    const texts = sections.flatMap(({ excerpts = [] }) => excerpts.map(({ text }) => text))
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('the wording of excerpts', () => {
  test('a proposal that only resembles known plans is in the plan, as said and not as suggested', async () => {
    const transcript = transcriptOf(
      'T: How are the nights?\nC: I lie awake until three and I feel exhausted all day.\nT: Then jot down the time you fall asleep, would you, every morning until Friday.',
    )
    expect(contentOf(await draft('SOAP', { transcript }), 'Plan')).toBe(
      'Therapist said: “Then jot down the time you fall asleep, would you, every morning until Friday.”',
    )
  })

  test('a proposal that the client accepts is in the plan with the answer, and a refused one is not', async () => {
    const planFor = async (answer: string) =>
      contentOf(
        await draft('SOAP', {
          transcript: transcriptOf(
            `T: How are the nights?\nC: I lie awake until three and I feel exhausted all day.\nT: Would you be willing to keep a sleep diary this week?\nC: ${answer}`,
          ),
        }),
        'Plan',
      )
    expect(await planFor('Yes, I can do that.')).toContain('answered “Yes, I can do that.”')
    expect(await planFor('That would be good.')).toContain('answered')
    expect(await planFor('No, not this week.')).not.toContain('answered')
    expect(await planFor("I'd rather skip that.")).not.toContain('answered')
    expect(await planFor('I hate that one.')).not.toContain('answered')
    expect(await planFor('My sister keeps one.')).not.toContain('answered')
  })

  test('words of the client that state a risk are not in the plan', async () => {
    const planFor = async (said: string) =>
      contentOf(
        await draft('SOAP', { transcript: transcriptOf(`T: What will you do this weekend?\nC: ${said}`) }),
        'Plan',
      )
    expect(await planFor("I'll ring my sister on Sunday.")).toContain('ring my sister')
    expect(await planFor("I'll put the hose on the exhaust tonight.")).toBe('')
    expect(await planFor("I'll take forty tablets tonight.")).toBe('')
    expect(await planFor("I'm going to use ice cubes instead of cutting myself.")).toContain('ice cubes')
    expect(await planFor('I will stop cutting myself.')).toContain('stop cutting')
    expect(await planFor("I'll put the hose on the exhaust tonight instead of cutting myself.")).toBe('')
  })

  test('excerpts use the client’s first name, or Client without one', async () => {
    expect(textOf(await draft('SOAP'))).toMatch(/Ana said/)
    const nameless = textOf(await draft('SOAP', { clientFirstName: ' ' }))
    expect(nameless).toMatch(/Client said/)
    expect(nameless).not.toMatch(/Ana said/)
  })

  test('excerpts keep fillers, because they are word for word', async () => {
    const transcript = transcriptOf("T: How are things?\nC: I've been, uh, feeling really, um, anxious at work lately.")
    const note = await draft('SOAP', { transcript })
    const statement = note.sections[0]?.excerpts?.[0]
    expect(statement?.text).toBe("Ana said: “I've been, uh, feeling really, um, anxious at work lately.”")
    expect(statement?.evidence[0]?.quote).toMatch(/been, uh, feeling/)
  })

  test('an interrupted sentence is joined, with evidence from both turns', async () => {
    const transcript = transcriptOf(
      'C: I get so anxious before the-\nT: Mm-hmm.\nC: -meetings at work with my boss.\nT: I see.',
    )
    const note = await draft('SOAP', { transcript })
    expect(note.sections[0]?.excerpts?.[0]?.evidence.map(({ utteranceId }) => utteranceId)).toEqual(['u1', 'u3'])
  })

  test('speech of a third person is not attributed to the client', async () => {
    const transcript = transcriptOf(
      'O: He drinks every night and I am scared of him.\nC: I feel ashamed about my drinking.',
    )
    transcript.utterances.forEach((one) => Object.assign(one, one.speaker === 'other' ? { label: 'Wife' } : {}))
    const text = textOf(await draft('SOAP', { transcript }))
    expect(text).not.toMatch(/Ana said[^\n]*scared/)
  })

  test('speech without punctuation or labels gives excerpts', async () => {
    const transcript = transcriptOf(
      'U: so how have you been sleeping since we last talked\nU: not great i wake up at three and i worry about my job and then i feel exhausted all day and i snap at my kids and i feel guilty about it and i can not concentrate at work at all',
    )
    const note = await draft('SOAP', { transcript })
    expect(note.sections.flatMap(({ excerpts = [] }) => excerpts).length).toBeGreaterThan(0)
  })
})

const words = (note: Draft) => textOf(note).split(/\s+/).length

describe('enhancing excerpts', () => {
  test('a request for a shorter note gives fewer words, and one for more detail gives more', async () => {
    const [shorter, usual, longer] = await Promise.all([
      draft('SOAP', enhanced('Make it shorter, please')),
      draft('SOAP'),
      draft('SOAP', enhanced('I want more detail')),
    ])
    expect(words(shorter)).toBeLessThan(words(usual))
    expect(words(longer)).toBeGreaterThan(words(usual))
  })

  test('a topic in the instruction gets a passage', async () => {
    const text = textOf(await draft('SOAP', enhanced('Add quotes about her mother')))
    expect(text).toMatch(/“My mother says I drink too much/)
  })
})

test('any transcript gives the requested sections, with evidence that occurs in it', async () => {
  const speaker = fc.constantFrom<'therapist' | 'client' | 'other' | 'unknown'>(
    'therapist',
    'client',
    'other',
    'unknown',
  )
  const piece = fc.constantFrom(
    'I feel sad.',
    'Do you sleep?',
    'No.',
    'Yes, 3 times',
    '-and then',
    '“quoted”',
    'You should rest,',
    '…',
    'uh',
    'my mom hit me',
    '7/10',
    '[laughs]',
    'I—',
  )
  const utterance = fc.record({ speaker, pieces: fc.array(piece, { maxLength: 6 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(utterance, { maxLength: 12 }),
      fc.constantFrom(...NoteType.options),
      async (turns, noteType) => {
        const utterances = turns.map(({ speaker: who, pieces }, at) => ({
          id: `u${at}`,
          speaker: who,
          label: who,
          start: 0,
          end: 0,
          text: pieces.join(' '),
        }))
        const transcript = { ...session, utterances }
        const { sections } = await draft(noteType, { transcript })
        for (const { check, evidence } of sections.flatMap(({ excerpts = [] }) => excerpts)) {
          expect(check).toBe('supported')
          expect(evidence.length).toBeGreaterThan(0)
          expect(evidence.every((one) => locateQuote(one, transcript) !== null)).toBe(true)
        }
      },
    ),
    // An answer before a turn without words.
    {
      examples: [
        [
          [
            { speaker: 'therapist', pieces: ['Do you sleep?'] },
            { speaker: 'client', pieces: ['my mom hit me'] },
            { speaker: 'client', pieces: [] },
          ],
          'SOAP',
        ],
      ],
    },
  )
})

describe('excerpts never reverse a meaning', () => {
  const negations = (text: string) =>
    (
      text
        .toLowerCase()
        .replace(/’/g, "'")
        .match(/\b(?:no|not|never|none|nothing|nobody|without|hardly|cannot|\w+n't)\b/g) ?? []
    )
      .map((word) => (/n't$|^cannot$/.test(word) ? 'not' : word))
      .toSorted()
  const front = fc.constantFrom(
    '',
    'No ',
    'No, ',
    'Well, no, ',
    'Not ',
    'Never ',
    'And no, ',
    'Hardly ',
    'Yeah, no, ',
    'Nothing, ',
    "Don't, ",
  )
  const client = fc.constantFrom(
    'I {} feel sad at night.',
    'my pain is {} bad at work.',
    'suicidal thoughts {} this week.',
    'I am {} hearing voices.',
    'my mother {} hit me.',
    'on Wednesday I was {} drinking {} beer.',
    'when I cut, I {} cut deep.',
    'I like, {} you know, want to die.',
    'I-I am, uh, {} afraid of my husband.',
    'I was -- I am {} anxious, {} depressed.',
    'I want to {} quit and I will {} call my sponsor tomorrow.',
  )
  const middle = fc.constantFrom('', 'not', 'never', "don't", 'hardly', 'without', 'no', 'cannot')
  const fill = (frame: string, fillings: readonly string[]) =>
    fillings
      .reduce((rest, word) => rest.replace('{}', word), frame)
      .replace(/\{\}/g, '')
      .replace(/ {2,}/g, ' ')
  const sentence = fc
    .tuple(front, client, fc.array(middle, { minLength: 2, maxLength: 2 }))
    .map(([start, frame, fillings]) => `${start}${fill(frame, fillings)}`)
  const therapist = fc.constantFrom(
    'Do you have any thoughts of suicide?',
    'How was your week?',
    "You're not sleeping well.",
    "I'd like you to not drink this week.",
    "I don't want you to drive.",
    'Mm-hmm.',
  )
  const answer = fc.constantFrom('', 'No. ', 'No, never. ', 'Yeah. ', 'Not really. ', 'Mm-mm. ')

  test('no statement loses a negation of its evidence or joins separate words into one quote', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(therapist, answer, sentence), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...NoteType.options),
        async (turns, noteType) => {
          const transcript = transcriptOf(turns.map(([t, a, c]) => `T: ${t}\nC: ${a}${c}`).join('\n'))
          const { sections } = await draft(noteType, { transcript })
          for (const { text, evidence } of sections.flatMap(({ excerpts = [] }) => excerpts)) {
            const quotes = evidence.map(({ quote }) => quote)
            for (const [, quoted = ''] of text.matchAll(/“([^”]*)”/g))
              for (const piece of quoted.split('…').filter((part) => /\p{L}/u.test(part)))
                expect(quotes.some((quote) => findQuote(piece, quote) !== null)).toBe(true)
            const expected = /\bdenies\b/.test(text) ? negations(text) : negations(quotes.join(' '))
            expect(negations(text)).toEqual(expected)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each(['No suicidal thoughts this week.', 'No pain since Monday, I slept.'])(
    'the draft quotes the answer “%s” in full',
    async (said) => {
      const transcript = transcriptOf(`T: How was your week?\nC: ${said} I felt anxious at work.`)
      const text = textOf(await draft('SOAP', { transcript }))
      expect(text).toContain(said)
    },
  )
})

test('an answer that retracts its “no” is quoted in full, never as a denial', async () => {
  const transcript = transcriptOf(`
    T: How has the week been since the funeral?
    C: Long. I slept four hours most nights and I kept thinking about the job I lost in March.
    T: Any thoughts of suicide?
    C: No. Well, yes, sometimes.
    T: Any headaches?
    C: No. Well, now and again, on the left side.
    T: What would help this week?
    C: I want to call my sister on Sunday and go for a walk every morning before breakfast.`)
  const { sections } = await draft('SOAP', { transcript })
  const text = sections.map(linesOf).join(' ')
  expect(text).toContain('answered “No. Well, yes, sometimes.”')
  expect(text).not.toMatch(/denies|answered “No\.”/)
})

/** Talk that fits no section, so that a short exchange gets the space of a longer session. */
const weather = 'T: The building has a new entrance on the north side, and the lift works again since noon.\n'.repeat(
  12,
)
const inSession = (text: string) => transcriptOf(`${weather}${text}`)

describe('whole passages in excerpts', () => {
  test('a quoted sentence keeps its fillers, repeated words and brackets', async () => {
    const said = "My heart raced, so, um, I-I went to the ER on Monday, er, and the doctor [sighs] said it's panic."
    const text = textOf(await draft('SOAP', { transcript: inSession(`T: Tell me.\nC: ${said}`) }))
    expect(text).toContain(`Ana said: “${said}”`)
  })

  test('a question about a scale and its full answer are one line', async () => {
    const transcript = inSession(`
      T: How was your mood this week? On a scale of 0 to 10, how would you rate it?
      C: I don't know. A four. Maybe a three on Sunday.
      T: And how ready are you to change it, from one to ten?
      C: Maybe a six.`)
    const lines = textOf(await draft('SOAP', { transcript })).split('\n')
    expect(lines).toContain(
      "When asked “How was your mood this week? On a scale of 0 to 10, how would you rate it?”, Ana answered “I don't know. A four. Maybe a three on Sunday.”",
    )
    expect(lines).toContain(
      'When asked “And how ready are you to change it, from one to ten?”, Ana answered “Maybe a six.”',
    )
    expect(lines.filter((line) => line.includes('scale of 0 to 10'))).toHaveLength(1)
  })

  test.each([
    ['an evasion', ["C: I don't know. I try not to think about it."], "I don't know. I try not to think about it."],
    [
      'after a short reaction',
      ['C: No, not now.', 'T: Mm-hmm.', 'C: In March I had a plan.'],
      'No, not now. … In March I had a plan.',
    ],
    [
      'in two turns',
      ['C: Sometimes.', 'C: At night, when the house is quiet.'],
      'Sometimes. … At night, when the house is quiet.',
    ],
  ])('the answer to a question about risk is complete: %s', async (_, answer, expected) => {
    const transcript = inSession(
      `T: How did you sleep?\nC: Four hours a night, and I feel tired at work.\nT: Any thoughts of killing yourself? I ask everybody.\n${answer.join('\n')}\nT: Thank you for telling me.`,
    )
    expect(textOf(await draft('SOAP', { transcript }))).toContain(`answered “${expected}”`)
  })

  test('excerpts put commitments into Plan and observations into Objective', async () => {
    const transcript = inSession(`
      T: So you want to take a risk and go out to meet somebody again.
      C: I want to, but I'm afraid I'll be rejected. Sometimes I'll go out and leave after ten minutes.
      T: It sounds like you look for reasons to leave. I notice your hands are shaking.
      C: If she calls, I'll talk to her. I'm going to go to the choir on Tuesday.
      T: You're going to stand at the back and sing. Let's meet again in two weeks.`)
    const note = await draft('SOAP', { transcript })
    expect(contentOf(note, 'Plan').split('\n')).toEqual([
      "Ana said: “I'm going to go to the choir on Tuesday.”",
      "Therapist suggested: “Let's meet again in two weeks.”",
    ])
    expect(contentOf(note, 'Objective')).toBe('Therapist said: “I notice your hands are shaking.”')
  })

  test('a step of a safety plan is never dropped for length', async () => {
    const steps = [
      'If it gets bad tonight, call the crisis line.',
      "I'll give the tablets to my wife when I get in.",
      "I'll lock the gun away at my brother's place.",
    ]
    const [call, give, lock] = steps
    const transcript = transcriptOf(`T: ${call}\nC: ${give} ${lock}\nT: I'll call you at nine tomorrow.`)
    const plan = contentOf(await draft('SOAP', { transcript }), 'Plan')
    for (const step of steps) expect(plan).toContain(step)
  })

  test('speech of an unknown speaker is not attributed to the client', async () => {
    const transcript = transcriptOf('C: I feel ashamed about my drinking.\nU: He drinks every night and I am scared.')
    transcript.utterances.forEach((one) => Object.assign(one, one.speaker === 'unknown' ? { label: 'Speaker 3' } : {}))
    expect(textOf(await draft('SOAP', { transcript }))).not.toMatch(/Ana said[^\n]*scared/)
  })
})

describe('instructions for excerpts', () => {
  const said = `
    T: How was the week?
    C: I feel anxious at work and my boss reads my emails out loud.
    T: And at home?
    C: My mother calls me every night and I feel guilty when I hang up.
    T: Do you have thoughts of killing yourself?
    C: When my mother calls I think about it.`

  test('an instruction excludes a topic from excerpts, except passages about risk', async () => {
    const transcript = inSession(said)
    const text = textOf(await draft('SOAP', { transcript, ...enhanced('leave out her mother') }))
    expect(text).not.toContain('guilty')
    expect(text).toContain('When my mother calls I think about it.')
  })
})
