import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { checkedStatement, checkStatement, findQuote, locateQuote } from './evidence.ts'
import { transcriptOf } from './transcript.fixture.ts'

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

describe('quotes', () => {
  test('stand whatever the case, punctuation and apostrophes, and without fillers', () => {
    expect(check('Client reports sleeping badly.', ['u2', 'I’VE been sleeping REALLY badly'])).toBe('supported')
  })

  test('do not stand with another word, in another order or in another utterance', () => {
    expect(check('Client reports sleeping badly.', ['u2', "I've been sleeping quite badly"])).toBe('unsupported')
    expect(check('Client reports sleeping badly.', ['u2', 'badly sleeping'])).toBe('unsupported')
    expect(check('Client reports sleeping badly.', ['u6', 'sleeping really badly'])).toBe('unsupported')
    expect(check('Client reports sleeping badly.', ['u99', 'sleeping really badly'])).toBe('unsupported')
    expect(check('Client reports sleeping badly.')).toBe('unsupported')
  })

  test('locateQuote gives the characters of the utterance', () => {
    const place = locateQuote({ utteranceId: 'u2', quote: 'four hours a night' }, transcript)
    expect(place && place.utterance.text.slice(place.start, place.end)).toBe('four hours a night')
    expect(locateQuote({ utteranceId: 'u2', quote: 'five hours' }, transcript)).toBeNull()
  })

  test('any run of words of a text is found where it stands, and no run with a foreign word', () => {
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

describe('numbers', () => {
  test('must stand in the quotes, in digits or words', () => {
    expect(check('Client sleeps 4 hours a night.', ['u2', 'four hours a night'])).toBe('supported')
    expect(check('Client sleeps five hours a night.', ['u2', 'four hours a night'])).toBe('number')
    expect(check('Client has slept badly for 2 weeks.', ['u2', 'sleeping really badly'])).toBe('number')
    expect(check('Client drinks 5-6 beers.', ['u6', 'five or six beers'])).toBe('supported')
  })

  test('must have the same unit where both name one', () => {
    expect(check('Client sleeps 4 days a night.', ['u2', 'four hours a night'])).toBe('number')
    expect(
      check('Therapist asked the client to take 40 mg of sertraline.', ['u9', 'take 40 milligrams of sertraline']),
    ).toBe('supported')
  })

  test('are also days and months', () => {
    expect(check('Client has slept badly since Monday.', ['u2', 'sleeping really badly'])).toBe('number')
  })

  test('no number that is not in the quotes is ever supported', () => {
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 5000 }), (number) => {
        expect(
          check(`Client drinks ${number} beers on the weekend.`, ['u6', 'I have five or six beers on the weekend']),
        ).toBe('number')
      }),
    )
  })
})

describe('denials', () => {
  test('stand when asked and answered with no', () => {
    expect(check('Client denies suicidal ideation.', ['u3', 'thoughts of killing yourself'], ['u4', 'No, never'])).toBe(
      'supported',
    )
  })

  test('are alarms when nobody said or asked, or when the answer was yes', () => {
    expect(check('Client denies homicidal ideation.', ['u4', 'No, never'])).toBe('denial')
    expect(check('Client denies hearing voices.', ['u7', 'hearing voices'], ['u8', 'sometimes at night'])).toBe(
      'denial',
    )
    const wish = transcriptOf('C: I want to die at that point.')
    expect(
      checkStatement('Client denies suicidal ideation.', [{ utteranceId: 'u1', quote: 'I want to die' }], wish),
    ).toBe('denial')
    expect(check('No history of trauma.', ['u2', 'sleeping really badly'])).toBe('denial')
    expect(check('Client drinks without any problems.', ['u6', 'five or six beers'])).toBe('denial')
    expect(check('Client denies suicidal ideation and drug use.', ['u3', 'killing yourself'], ['u4', 'No'])).toBe(
      'denial',
    )
  })

  test('in a standing quote are the client’s own words', () => {
    expect(
      check(
        'Asked “Do you ever have thoughts of killing yourself?”, Client answered “No, never.”',
        ['u3', 'Do you ever have thoughts of killing yourself?'],
        ['u4', 'No, never.'],
      ),
    ).toBe('supported')
  })

  test('no invented denial is ever supported', () => {
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

describe('what is carried', () => {
  test('a true quote does not carry another claim', () => {
    expect(check('Client was hospitalized after an overdose.', ['u2', 'sleeping really badly'])).toBe('unsupported')
  })

  test('better is not worse', () => {
    expect(check('Client reports improved sleep.', ['u6', 'My sleep gets worse after that'])).toBe('unsupported')
  })

  test('what the therapist said is not the client’s report', () => {
    expect(
      check('Client reports that the nights are the hardest part.', ['u9', 'the nights are the hardest part']),
    ).toBe('unsupported')
    expect(
      check('Therapist reflected that the nights are the hardest part.', ['u9', 'the nights are the hardest part']),
    ).toBe('supported')
  })
})

test('checkedStatement shows only quotes that stand, word for word', () => {
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
