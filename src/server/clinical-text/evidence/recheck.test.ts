import { describe, expect, test } from 'vitest'
import type { Statement } from '#shared/contract/notes.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { checkedStatement } from './evidence.ts'
import { confirmRisk } from '../safety/confirm.ts'
import { recheckedSections } from './recheck.ts'
import { afterSecondReading } from './second-reading.ts'

const before = transcriptOf('T: How much do you take?\nC: I take fifty milligrams of sertraline every morning.')
const after = transcriptOf('T: How much do you take?\nC: I take one hundred milligrams of sertraline every morning.')
const quote = 'I take fifty milligrams of sertraline every morning'
const sectionsOf = (statement: Statement) => [{ title: 'Plan', content: statement.text, statements: [statement] }]

function recheck(current: Statement, drafted = current, [from, to] = [before, after]): Statement | undefined {
  const sections = recheckedSections({
    sections: sectionsOf(current),
    drafted: sectionsOf(drafted),
    before: from,
    after: to,
    client: 'Ada',
    marks: [],
  })
  return sections[0]?.statements[0]
}

const evidence = [{ utteranceId: 'u2', quote }]
const supported = checkedStatement('Ada takes 50 milligrams of sertraline every morning.', evidence, before, 'Ada')

describe('a sentence of a note whose transcript was corrected', () => {
  test('a sentence loses evidence that the correction removed', () => {
    expect(supported.check).toBe('supported')
    expect(recheck(supported)).toMatchObject({ text: supported.text, evidence: [], check: 'unsupported' })
  })

  test('a sentence gets its evidence back when the original transcript is restored', () => {
    const lost = recheck(supported) ?? supported
    expect(recheck(lost, supported, [after, before])).toEqual(supported)
  })

  test('a correction elsewhere keeps findings from other sources', () => {
    const other = {
      text: 'Ada was asked how much.',
      evidence: [{ utteranceId: 'u1', quote: 'How much do you take' }],
      check: 'certainty',
      reason: 'A second reading doubts it.',
    } as const
    expect(recheck({ ...other, evidence: [...other.evidence] })).toEqual(other)
  })

  test('the finding of a second reading returns when the original transcript is restored', () => {
    const doubted = { ...supported, check: 'who', reason: 'A second reading doubts it.' } as const
    const lost = recheck(doubted) ?? supported
    expect(lost.check).toBe('unsupported')
    expect(recheck(lost, doubted, [after, before])).toEqual(doubted)
  })

  test('a sentence is supported after its words were corrected in the transcript', () => {
    const misheard = checkedStatement(
      'Ada takes sertraline.',
      [{ utteranceId: 'u2', quote: 'sertraline every morning' }],
      after,
      'Ada',
    )
    const wrong = transcriptOf('T: How much do you take?\nC: I take certain lines every morning.')
    const flagged = checkedStatement(misheard.text, misheard.evidence, wrong, 'Ada')
    expect(flagged.check).not.toBe('supported')
    expect(recheck(flagged, { ...flagged, evidence: misheard.evidence }, [wrong, after])).toMatchObject({
      check: 'supported',
    })
  })

  test('a sentence that is about risk since the correction needs confirmation', () => {
    const misheard = transcriptOf('T: How are the evenings?\nC: At night I just want to diet and see no one.')
    const corrected = transcriptOf('T: How are the evenings?\nC: At night I just want to die and see no one.')
    const drafted = checkedStatement(
      'Ada wants to see no one at night.',
      [{ utteranceId: 'u2', quote: 'At night I just want to diet and see no one' }],
      misheard,
      'Ada',
    )
    const shortQuote = { ...drafted, evidence: [{ utteranceId: 'u2', quote: 'and see no one' }] }
    const wholeQuote = checkedStatement('“and see no one”', shortQuote.evidence, misheard, 'Ada')
    expect(wholeQuote.check).toBe('supported')
    expect(recheck(wholeQuote, wholeQuote, [misheard, corrected])?.check).toBe('confirm')
    const flagged = { ...checkedStatement('“I just want to die”', [], misheard, 'Ada') }
    const cited = { ...flagged, evidence: [{ utteranceId: 'u2', quote: 'I just want to die' }] }
    expect(flagged.check).not.toBe('supported')
    expect(recheck(flagged, cited, [misheard, corrected])?.check).toBe('confirm')
  })

  test('a plan of the therapist is flagged once the client is the speaker', () => {
    const planned = transcriptOf('C: I feel tired.\nT: I will call the pharmacy tomorrow.')
    const said = transcriptOf('C: I feel tired.\nC: I will call the pharmacy tomorrow.')
    const words = [{ utteranceId: 'u2', quote: 'I will call the pharmacy tomorrow.' }]
    const line = checkedStatement('Therapist planned: “I will call the pharmacy tomorrow.”', words, planned, 'Ada')
    expect(line.check).toBe('supported')
    const rechecked = recheck(line, line, [planned, said]) ?? line
    expect(rechecked).toMatchObject({ check: 'who', reason: 'The client said this, not the therapist.' })
    expect(recheck(rechecked, line, [said, planned])).toEqual(line)
  })

  test('a sentence about words that a language model marked needs confirmation after a correction', () => {
    const lost = recheck(supported) ?? supported
    const [section] = recheckedSections({
      sections: sectionsOf(lost),
      drafted: sectionsOf(supported),
      before: after,
      after: before,
      client: 'Ada',
      marks: [{ topic: 'substance use', utteranceId: 'u2' }],
    })
    expect(section?.statements).toMatchObject([{ text: supported.text, check: 'confirm' }])
  })

  describe('a sentence to confirm', () => {
    const asked = 'T: Do you think about suicide?\nC: No.\nT: And at night?\nC: I have no thoughts of suicide at night.'
    const changed = asked.replace('I have no thoughts of suicide at night.', 'I sleep at night.')
    const denied = checkedStatement(
      'Ada denies thoughts of suicide.',
      [
        { utteranceId: 'u1', quote: 'Do you think about suicide?' },
        { utteranceId: 'u2', quote: 'No.' },
        { utteranceId: 'u4', quote: 'I have no thoughts of suicide at night.' },
      ],
      transcriptOf(asked),
      'Ada',
    )
    const [section] = confirmRisk(sectionsOf(denied), transcriptOf(asked))
    const confirm = section?.statements[0] ?? denied

    test('loses the quotes that a correction removed', () => {
      expect(confirm.check).toBe('confirm')
      const rechecked = recheck(confirm, confirm, [transcriptOf(asked), transcriptOf(changed)])
      expect(rechecked?.check).toBe('confirm')
      expect(rechecked?.evidence.map(({ utteranceId }) => utteranceId)).toEqual(['u1', 'u2'])
    })

    test('gets the reason that a correction of the answer gives', () => {
      const lines = 'T: Do you think about suicide?\nC: No.\nT: Okay. How is work?\nC: Busy.'
      const quoted = checkedStatement(
        'When asked “Do you think about suicide?”, Ada answered “No.”',
        confirm.evidence.slice(0, 2),
        transcriptOf(lines),
        'Ada',
      )
      const statement = confirmRisk(sectionsOf(quoted), transcriptOf(lines))[0]?.statements[0] ?? quoted
      expect(statement).toMatchObject({ check: 'confirm', reason: 'Risk always needs your confirmation.' })
      const mixed = lines.replace('C: No.', 'C: No. Well, sometimes.')
      const rechecked = recheck(statement, statement, [transcriptOf(lines), transcriptOf(mixed)])
      expect(rechecked?.check).toBe('confirm')
      expect(rechecked?.reason).toContain('The first answer changes after “No.”')
    })

    test('keeps the objection of a second reading', () => {
      const objected = afterSecondReading(confirm, { verdict: 'contradicted', words: '' }, transcriptOf(asked))
      const rechecked = recheck(objected, objected, [transcriptOf(asked), transcriptOf(changed)])
      expect(rechecked?.check).toBe('confirm')
      expect(rechecked?.reason).toContain('A second reading found: the session says otherwise.')
      expect(rechecked?.evidence).toHaveLength(2)
    })

    test('keeps the passage of a second reading that the correction did not change', () => {
      const long = `${asked}\nT: You said so in May.\nC: Did I?\nT: And the flat?\nC: Cold.`
      const [written] = confirmRisk(sectionsOf(denied), transcriptOf(long))
      const objected = afterSecondReading(
        written?.statements[0] ?? denied,
        { verdict: 'contradicted', words: 'said so in May' },
        transcriptOf(long),
      )
      const passage = { utteranceId: 'u5', quote: 'said so in May' }
      expect(objected.besides?.at(-1)).toEqual(passage)
      const elsewhere = transcriptOf(long.replace('Cold.', 'Gold.'))
      expect(recheck(objected, objected, [transcriptOf(long), elsewhere])).toEqual(objected)
      const gone = recheck(objected, objected, [
        transcriptOf(long),
        transcriptOf(long.replace('You said so in May.', 'Yes.')),
      ])
      expect(gone?.reason).toContain('A second reading found')
      expect(gone?.besides ?? []).not.toContainEqual(passage)
    })

    test('stays as it is after a correction elsewhere', () => {
      const longer = `${asked}\nT: Okay. How is work?\nC: Busy.\nT: And the flat?\nC: Cold.\nT: Who fixes it?\nC: Max.`
      const [written] = confirmRisk(sectionsOf(denied), transcriptOf(longer))
      const statement = written?.statements[0] ?? denied
      const elsewhere = longer.replace('Max.', 'Mark.')
      expect(recheck(statement, statement, [transcriptOf(longer), transcriptOf(elsewhere)])).toEqual(statement)
    })
  })

  test('excerpts of a worksheet are rechecked after a correction', () => {
    const sections = [{ title: 'Plan', content: '', statements: [], excerpts: [supported] }]
    const [section] = recheckedSections({ sections, drafted: sections, before, after, client: 'Ada', marks: [] })
    expect(section?.excerpts).toEqual([expect.objectContaining({ evidence: [], check: 'unsupported' })])
  })

  test('a correction does not change the clinician’s sentences', () => {
    const written: Statement = { text: 'Takes 50 mg.', evidence: [], check: 'clinician' }
    expect(recheck(written)).toEqual(written)
  })
})
