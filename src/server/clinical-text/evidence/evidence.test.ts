import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { checkedStatement, checkStatement } from './evidence.ts'
import { findQuote, locateQuote } from './quotes.ts'
import { transcriptOf } from '../transcript.fixture.ts'

const transcript = transcriptOf(`
  T: How have you been sleeping since we last met?
  C: Um, I've been, uh, sleeping really badly. Maybe four hours a night for the last two weeks.
  T: Do you ever have thoughts of killing yourself?
  C: No, never.
  T: And any drinking?
  C: I have five or six beers on the weekend. My sleep gets worse after that.
  T: Are you hearing voices?
  C: Yeah, sometimes at night.
  T: It sounds like the nights are the hardest part. I'd like you to take 40 milligrams of sertraline in the morning.
`)
const check = (text: string, ...evidence: [string, string][]) =>
  checkStatement(
    text,
    evidence.map(([utteranceId, quote]) => ({ utteranceId, quote })),
    transcript,
  )

describe('quotes in a statement', () => {
  test('quotes are found regardless of case, punctuation, apostrophes and fillers', () => {
    expect(check('Client reports sleeping badly.', ['u2', 'I’VE been sleeping REALLY badly'])).toBe('supported')
  })

  test('quotes with another word, in another order or in another utterance are not found', () => {
    expect(check('Client reports sleeping badly.', ['u2', "I've been sleeping quite badly"])).toBe('unsupported')
    expect(check('Client reports sleeping badly.', ['u2', 'badly sleeping'])).toBe('unsupported')
    expect(check('Client reports sleeping badly.', ['u6', 'sleeping really badly'])).toBe('unsupported')
    expect(check('Client reports sleeping badly.', ['u99', 'sleeping really badly'])).toBe('unsupported')
    expect(check('Client reports sleeping badly.')).toBe('unsupported')
  })

  test('locateQuote returns the characters of the utterance', () => {
    const place = locateQuote({ utteranceId: 'u2', quote: 'four hours a night' }, transcript)
    expect(place && place.utterance.text.slice(place.start, place.end)).toBe('four hours a night')
    expect(locateQuote({ utteranceId: 'u2', quote: 'five hours' }, transcript)).toBeNull()
  })

  test('findQuote finds any run of words of a text, and no run with a word that the text lacks', () => {
    const word = fc.constantFrom('I', "don't", 'sleep', 'well', 'at', 'night', 'uh', 'because', 'of', 'work')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat(), (words, from, size) => {
        const start = from % words.length
        const run = words.slice(start, start + 1 + (size % (words.length - start)))
        const found = findQuote(run.join('  ').toUpperCase(), `${words.join(', ')}.`)
        expect(found).not.toBeNull()
        expect(findQuote([...run, 'zebra'].join(' '), words.join(' '))).toBeNull()
      }),
    )
  })
})

describe('numbers in a statement', () => {
  test('a number must be in the quotes, in digits or words', () => {
    expect(check('Client sleeps 4 hours a night.', ['u2', 'four hours a night'])).toBe('supported')
    expect(check('Client sleeps five hours a night.', ['u2', 'four hours a night'])).toBe('number')
    expect(check('Client has slept badly for 2 weeks.', ['u2', 'sleeping really badly'])).toBe('number')
    expect(check('Client drinks 5-6 beers.', ['u6', 'five or six beers'])).toBe('supported')
  })

  test('a number must have the same unit if both name one', () => {
    expect(check('Client sleeps 4 days a night.', ['u2', 'four hours a night'])).toBe('number')
    expect(
      check('Therapist asked the client to take 40 mg of sertraline.', ['u9', 'take 40 milligrams of sertraline']),
    ).toBe('supported')
  })

  test('days and months count as numbers', () => {
    expect(check('Client has slept badly since Monday.', ['u2', 'sleeping really badly'])).toBe('number')
  })

  test('a number that is not in the quotes is never supported', () => {
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 5000 }), (number) => {
        expect(
          check(`Client drinks ${number} beers on the weekend.`, ['u6', 'I have five or six beers on the weekend']),
        ).toBe('number')
      }),
    )
  })
})

describe('denials in a statement', () => {
  test('the evidence check supports a denial that was asked and answered with no', () => {
    expect(check('Client denies suicidal ideation.', ['u3', 'thoughts of killing yourself'], ['u4', 'No, never'])).toBe(
      'supported',
    )
  })

  test('the evidence check flags a denial that was not expressed, or answered with yes', () => {
    expect(check('Client denies homicidal ideation.', ['u4', 'No, never'])).toBe('denial')
    expect(check('Client denies hearing voices.', ['u7', 'hearing voices'], ['u8', 'sometimes at night'])).toBe(
      'denial',
    )
    const wishTranscript = transcriptOf('C: I want to die at that point.')
    expect(
      checkStatement(
        'Client denies suicidal ideation.',
        [{ utteranceId: 'u1', quote: 'I want to die' }],
        wishTranscript,
      ),
    ).toBe('denial')
    expect(check('No history of trauma.', ['u2', 'sleeping really badly'])).toBe('denial')
    expect(check('Client drinks without any problems.', ['u6', 'five or six beers'])).toBe('denial')
    expect(check('Client denies suicidal ideation and drug use.', ['u3', 'killing yourself'], ['u4', 'No'])).toBe(
      'denial',
    )
  })

  test('the evidence check supports a denial that is only in a located quote', () => {
    expect(
      check(
        'When asked “Do you ever have thoughts of killing yourself?”, Client answered “No, never.”',
        ['u3', 'Do you ever have thoughts of killing yourself?'],
        ['u4', 'No, never.'],
      ),
    ).toBe('supported')
  })

  test('an invented denial is never supported', () => {
    const topic = fc.constantFrom(
      'self-harm',
      'abuse',
      'cocaine use',
      'panic attacks',
      'trauma',
      'chest pain',
      'homicidal thoughts',
    )
    const form = fc.constantFrom(
      'Client denies ',
      'No evidence of ',
      'Client presents without ',
      'Client has never had ',
      'Negative for ',
    )
    const cited = fc.constantFrom('u2', 'u4', 'u6', 'u8')
    fc.assert(
      fc.property(form, topic, cited, (start, what, id) => {
        const quote = transcript.utterances.find((utterance) => utterance.id === id)?.text ?? ''
        expect(check(`${start}${what}.`, [id, quote])).not.toBe('supported')
      }),
    )
  })
})

describe('limits of a quote', () => {
  test('a true quote does not support another claim', () => {
    expect(check('Client was hospitalized after an overdose.', ['u2', 'sleeping really badly'])).toBe('clause')
  })

  test('the evidence check flags a claim of improvement if the quote reports a deterioration', () => {
    expect(check('Client reports improved sleep.', ['u6', 'My sleep gets worse after that'])).toBe('direction')
  })

  test('the evidence check flags a report of the client that cites the therapist’s words', () => {
    expect(
      check('Client reports that the nights are the hardest part.', ['u9', 'the nights are the hardest part']),
    ).toBe('who')
    expect(
      check('Therapist reflected that the nights are the hardest part.', ['u9', 'the nights are the hardest part']),
    ).toBe('supported')
  })
})

describe('the client’s name', () => {
  const asked = [
    ['u3', 'Do you ever have thoughts of killing yourself?'],
    ['u4', 'No, never.'],
  ] as const
  const evidence = asked.map(([utteranceId, quote]) => ({ utteranceId, quote }))
  const names = [
    'Client',
    'Emeka',
    'Mary Jane',
    'Anne-Marie',
    "D'Angelo",
    'D’Angelo',
    'María José',
    'Hope',
    'Will',
    'Mark',
  ]

  test.each([...names, 'May', 'April', 'Sunday', 'Grace', 'Seven', 'ana'])(
    'the client’s name is not a claim: %s',
    (name) => {
      const text = `When asked “Do you ever have thoughts of killing yourself?”, ${name} answered “No, never.”`
      expect(checkStatement(text, evidence, transcript, name)).toBe('supported')
      const report = `${name} reports sleeping badly.`
      const quotes = [{ utteranceId: 'u2', quote: 'sleeping really badly' }]
      expect(checkStatement(report, quotes, transcript, name)).toBe('supported')
      const task = `Therapist asks ${name} to take 40 mg of sertraline.`
      expect(
        checkStatement(task, [{ utteranceId: 'u9', quote: 'take 40 milligrams of sertraline' }], transcript, name),
      ).toBe('supported')
      const deny = `${name} denies homicidal ideation.`
      expect(checkStatement(deny, evidence, transcript, name)).toBe('denial')
      const untrue = `${name} reports that the nights are the hardest part.`
      const therapist = [{ utteranceId: 'u9', quote: 'the nights are the hardest part' }]
      expect(checkStatement(untrue, therapist, transcript, name)).toBe('who')
    },
  )

  test.each(names)('without a known name, a name before a reporting verb is that of the client: %s', (name) => {
    const text = `When asked “Do you ever have thoughts of killing yourself?”, ${name} answered “No, never.”`
    expect(checkStatement(text, evidence, transcript)).toBe('supported')
    expect(
      checkStatement(
        `${name} reports sleeping badly.`,
        [{ utteranceId: 'u2', quote: 'sleeping really badly' }],
        transcript,
      ),
    ).toBe('supported')
  })

  test('the therapist is not mistaken for the client', () => {
    const quotes = [{ utteranceId: 'u9', quote: 'the nights are the hardest part' }]
    expect(checkStatement('Therapist says that the nights are hardest.', quotes, transcript, 'Emeka')).toBe('supported')
  })

  test('a client named May does not hide the month', () => {
    const quotes = [{ utteranceId: 'u2', quote: 'sleeping really badly' }]
    expect(checkStatement('May reports sleeping badly since May.', quotes, transcript, 'May')).toBe('number')
    expect(checkStatement('May reports sleeping badly on 3 May.', quotes, transcript, 'May')).toBe('number')
  })

  test('a finding before “denied” is not mistaken for a name', () => {
    expect(check('Hallucinations denied.', ['u2', 'sleeping really badly'])).toBe('denial')
    expect(check('Homicidal ideation is denied.', ['u2', 'sleeping really badly'])).toBe('denial')
    expect(check('Suicidal ideation denied.', ['u3', 'killing yourself'], ['u4', 'No, never.'])).toBe('supported')
  })
})

describe('a negation that a quote omits', () => {
  const negated = transcriptOf(`
    C: No suicidal thoughts this week. I don't really want to die. I never slept well, but I was sad at times.
    C: I can't stop thinking about the accident.
  `)
  test.each([
    ['Client reports: “Suicidal thoughts this week.”', 'u1', 'suicidal thoughts this week'],
    ['Client reports “want to die”.', 'u1', 'want to die'],
    ['Client slept well.', 'u1', 'slept well'],
  ])(
    'the evidence check flags a statement if the quote omits a negation of its words: %s',
    (text, utteranceId, quote) => {
      expect(checkStatement(text, [{ utteranceId, quote }], negated)).toBe('contradicted')
    },
  )

  test.each([
    ['Client reports: “No suicidal thoughts this week.”', 'u1', 'No suicidal thoughts this week.'],
    ['Client does not want to die.', 'u1', "I don't really want to die"],
    ['Client was sad at times.', 'u1', 'I was sad at times'],
    ['Client keeps thinking about the accident.', 'u2', 'thinking about the accident'],
  ])(
    'the evidence check supports a statement if no negation of the quoted words is omitted: %s',
    (text, utteranceId, quote) => {
      expect(checkStatement(text, [{ utteranceId, quote }], negated)).toBe('supported')
    },
  )
})

describe('a negation before an interruption', () => {
  const quoted = (quote: string, lines: string) =>
    checkStatement(`Client said: “${quote}”`, [{ utteranceId: 'u3', quote }], transcriptOf(lines))

  test.each([
    ['I did not', 'Take all the time you need.', 'want to kill myself on Monday.'],
    ['I never -', 'Try to breathe slowly now.', 'wanted to hurt him on purpose.'],
  ])('the evidence check flags a quote of the words after it: “%s”', (before, between, quote) => {
    expect(quoted(quote, `C: ${before}\nT: ${between}\nC: ${quote}`)).toBe('contradicted')
  })

  test.each([
    ['no', 'okay', 'slept well this week'],
    ['no i do not', 'okay', 'i slept well this week'],
    ['I did not.', 'Okay.', 'slept well this week.'],
    ['no i do not', 'how much do you sleep?', 'about nine hours each night'],
  ])('the evidence check supports words that do not continue “%s”', (before, between, quote) => {
    expect(quoted(quote, `C: ${before}\nT: ${between}\nC: ${quote}`)).toBe('supported')
  })
})

test('quotes are found across words that a tokenizer split, and across a sigh', () => {
  const split = transcriptOf("C: i do n't wan na go [sighs] there and it 's [unintelligible] cold .")
  const place = (quote: string) => locateQuote({ utteranceId: 'u1', quote }, split)
  expect(place("I don't wanna go there and it's")).not.toBeNull()
  expect(place("it's cold")).toBeNull()
})

test('checkedStatement returns only located quotes, word for word', () => {
  const statement = checkedStatement(
    'Client reports sleeping badly.',
    [
      { utteranceId: 'u2', quote: "I've been SLEEPING really badly" },
      { utteranceId: 'u2', quote: 'I never sleep' },
    ],
    transcript,
  )
  expect(statement.evidence).toEqual([{ utteranceId: 'u2', quote: "I've been, uh, sleeping really badly" }])
  expect(statement.check).toBe('supported')
})
