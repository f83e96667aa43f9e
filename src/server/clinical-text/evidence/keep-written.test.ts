import { describe, expect, test } from 'vitest'
import type { Section, Statement } from '#shared/contract/notes.ts'
import { contentOf, notDiscussed } from './edits.ts'
import { keepWritten } from './keep-written.ts'

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

describe('what the therapist wrote', () => {
  test('is put back in its section, after the sentence it followed', () => {
    const before = [section('Data', drafted('One.'), mine('Mine.'), mine('Mine too.'), drafted('Two.'))]
    const kept = keepWritten([section('Data', drafted('New.'), drafted('One.'), drafted('Three.'))], before)
    expect(kept[0]?.content).toBe('New.\nOne.\nMine.\nMine too.\nThree.')
    expect(kept[0]?.statements.map(({ check }) => check)).toEqual([
      'supported',
      'supported',
      'clinician',
      'clinician',
      'supported',
    ])
  })

  test('stays first where it was first, and comes last where what it followed is gone', () => {
    const before = [section('Data', mine('First.'), drafted('Gone.'), mine('Last.'))]
    expect(contentsOf(keepWritten([section('Data', drafted('New.'))], before))).toEqual([
      ['Data', 'First.\nLast.\nNew.'],
    ])
    const after = [section('Data', drafted('Gone.'), mine('Last.'))]
    expect(contentsOf(keepWritten([section('Data', drafted('New.'))], after))).toEqual([['Data', 'New.\nLast.']])
  })

  test('takes the place of a section in which nothing was found', () => {
    const before = [section('Data', mine('Mine.')), section('Plan', drafted('Diary.'))]
    const kept = keepWritten([section('Data'), section('Plan')], before)
    expect(contentsOf(kept)).toEqual([
      ['Data', 'Mine.'],
      ['Plan', notDiscussed],
    ])
  })

  test('is the therapist’s again where the draft repeats it, in whatever section, and stands there once', () => {
    const before = [section('Data', mine('Mine.'))]
    const kept = keepWritten([section('Data'), section('Plan', { ...drafted('Mine.'), check: 'unsupported' })], before)
    expect(kept.map(({ statements }) => statements)).toEqual([[], [mine('Mine.')]])
  })

  test('is kept beside a sentence that only contains it', () => {
    const before = [section('Data', mine('Mine.'))]
    const kept = keepWritten([section('Data', drafted('Not quite. Mine. And more.'))], before)
    expect(kept[0]?.content).toContain('\nMine.'.trim())
    expect(kept[0]?.statements).toContainEqual(mine('Mine.'))
  })

  test('of a section that the note has no more is not lost', () => {
    const kept = keepWritten([section('Data', drafted('New.'))], [section('Subjective', mine('Mine.'), mine('More.'))])
    expect(contentsOf(kept)).toEqual([
      ['Data', 'New.'],
      ['Not placed', 'Mine.\nMore.'],
    ])
  })

  test('stands among bullets as a line of its own', () => {
    const bulleted = { ...section('Data', drafted('One.'), drafted('Two.')), content: '- One.\n- Two.' }
    const kept = keepWritten([bulleted], [section('Data', drafted('One.'), mine('Mine.'))])
    expect(kept[0]?.content).toBe('- One.\nMine.\n- Two.')
  })
})

test('drafted sentences of the note before are not kept', () => {
  const kept = keepWritten([section('Data', drafted('New.'))], [section('Data', drafted('Old.'))])
  expect(contentsOf(kept)).toEqual([['Data', 'New.']])
})
