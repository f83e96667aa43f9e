import { describe, expect, test } from 'vitest'
import type { Section, Statement } from '#shared/contract/notes.ts'
import { contentOf, notDiscussed } from './edits.ts'
import { keepClinicianSentences } from './keep-clinician-sentences.ts'

const mine = (text: string): Statement => ({ text, evidence: [], check: 'clinician' })
const drafted = (text: string): Statement => ({
  text,
  evidence: [{ utteranceId: 'u1', quote: 'x' }],
  check: 'supported',
})
const section = (title: string, ...statements: Statement[]): Section => ({
  title,
  content: contentOf(statements),
  statements,
})
const contentsOf = (sections: readonly Section[]) => sections.map(({ title, content }) => [title, content])

describe('sentences of the therapist', () => {
  test('a written sentence returns to its section, after the sentence it followed', () => {
    const before = [section('Data', drafted('One.'), mine('Mine.'), mine('Mine too.'), drafted('Two.'))]
    const kept = keepClinicianSentences([section('Data', drafted('New.'), drafted('One.'), drafted('Three.'))], before)
    expect(kept[0]?.content).toBe('New.\nOne.\nMine.\nMine too.\nThree.')
    expect(kept[0]?.statements.map(({ check }) => check)).toEqual([
      'supported',
      'supported',
      'clinician',
      'clinician',
      'supported',
    ])
  })

  test('a written first sentence stays first, and one whose predecessor is gone comes last', () => {
    const before = [section('Data', mine('First.'), drafted('Gone.'), mine('Last.'))]
    expect(contentsOf(keepClinicianSentences([section('Data', drafted('New.'))], before))).toEqual([
      ['Data', 'First.\nLast.\nNew.'],
    ])
    const after = [section('Data', drafted('Gone.'), mine('Last.'))]
    expect(contentsOf(keepClinicianSentences([section('Data', drafted('New.'))], after))).toEqual([
      ['Data', 'New.\nLast.'],
    ])
  })

  test('a written sentence replaces the text of an empty section', () => {
    const before = [section('Data', mine('Mine.')), section('Plan', drafted('Diary.'))]
    const kept = keepClinicianSentences([section('Data'), section('Plan')], before)
    expect(contentsOf(kept)).toEqual([
      ['Data', 'Mine.'],
      ['Plan', notDiscussed],
    ])
  })

  test('a written sentence that the draft repeats in any section appears once, as the therapist’s', () => {
    const before = [section('Data', mine('Mine.'))]
    const kept = keepClinicianSentences(
      [section('Data'), section('Plan', { ...drafted('Mine.'), check: 'unsupported' })],
      before,
    )
    expect(kept.map(({ statements }) => statements)).toEqual([[], [mine('Mine.')]])
  })

  test('a written sentence stays beside a drafted one that only contains it', () => {
    const before = [section('Data', mine('Mine.'))]
    const kept = keepClinicianSentences([section('Data', drafted('Not quite. Mine. And more.'))], before)
    expect(kept[0]?.content).toContain('\nMine.'.trim())
    expect(kept[0]?.statements).toContainEqual(mine('Mine.'))
  })

  test('a written sentence of a section that the new note lacks is not lost', () => {
    const kept = keepClinicianSentences(
      [section('Data', drafted('New.'))],
      [section('Subjective', mine('Mine.'), mine('More.'))],
    )
    expect(contentsOf(kept)).toEqual([
      ['Data', 'New.'],
      ['Not placed', 'Mine.\nMore.'],
    ])
  })

  test('written sentences of sections that the new note lacks stay in the order of the note', () => {
    const before = [
      section('Subjective', mine('Mine.')),
      section('Objective', drafted('Old.'), mine('Seen.')),
      section('Goal', mine('Aim.')),
    ]
    expect(contentsOf(keepClinicianSentences([section('Data', drafted('New.'))], before))).toEqual([
      ['Data', 'New.'],
      ['Not placed', 'Mine.\nSeen.\nAim.'],
    ])
  })

  test('a written sentence among bullets gets its own line', () => {
    const bulleted = { ...section('Data', drafted('One.'), drafted('Two.')), content: '- One.\n- Two.' }
    const kept = keepClinicianSentences([bulleted], [section('Data', drafted('One.'), mine('Mine.'))])
    expect(kept[0]?.content).toBe('- One.\nMine.\n- Two.')
  })
})

test('the text of a worksheet that is drafted with other sections moves to ‘Not placed’ with its sources', () => {
  const quoted = drafted('Client: "I slept badly."')
  const worksheet = { ...section('Data', quoted, mine('Mine.')), excerpts: [quoted] }
  const kept = keepClinicianSentences(
    [{ ...section('Subjective'), content: '', excerpts: [quoted] }],
    [worksheet],
    true,
  )
  expect(kept).toEqual([
    { title: 'Subjective', content: '', statements: [], excerpts: [quoted] },
    { title: 'Not placed', content: `${quoted.text}\nMine.`, statements: [quoted, mine('Mine.')] },
  ])
})

test('of a drafted note with excerpts, only written sentences and inserted excerpts stay', () => {
  const quoted = drafted('Client: "I slept badly."')
  const note = { ...section('Data', drafted('Old.'), quoted, mine('Mine.')), excerpts: [quoted] }
  expect(contentsOf(keepClinicianSentences([section('Data', drafted('New.'))], [note]))).toEqual([
    ['Data', `New.\n${quoted.text}\nMine.`],
  ])
  const worksheet = { ...section('Data'), content: '', excerpts: [quoted] }
  expect(contentsOf(keepClinicianSentences([worksheet], [note]))).toEqual([['Data', `${quoted.text}\nMine.`]])
})

test('drafted sentences of the previous note are removed', () => {
  const kept = keepClinicianSentences([section('Data', drafted('New.'))], [section('Data', drafted('Old.'))])
  expect(contentsOf(kept)).toEqual([['Data', 'New.']])
})
