import { describe, expect, test } from 'vitest'
import { NoteType } from '#shared/contract/notes.ts'
import { promptsOf } from './note-prompts.ts'
import { sectionsOf } from './note-types.ts'

describe('prompts', () => {
  test('prompts say what to write in a section and in each of its parts', () => {
    const hints = (noteType: NoteType, title: string) => promptsOf(noteType, title).map(({ hint }) => hint)
    expect(hints('SOAP', 'Objective')).toEqual(['Appearance, mood, affect, speech, thought process, orientation'])
    expect(hints('SOAP', 'Assessment')).toEqual([
      'What you did, and how the client responded',
      'See the safety passages. Write what you assessed and how.',
    ])
    expect(hints('BIRP', 'Plan')).toEqual(['Homework, referrals, next session'])
  })

  test.each(NoteType.options)(
    'the prompts of a %s note ask for interventions at most once, and for risk exactly if it has an assessment',
    (type) => {
      const parts = sectionsOf[type].flatMap((title) => promptsOf(type, title).map(({ part }) => part))
      expect(parts.filter((part) => part === 'Interventions').length).toBeLessThanOrEqual(1)
      expect(parts.includes('Risk')).toBe(sectionsOf[type].includes('Assessment'))
    },
  )
})

test('the prompt of a template section asks for the words of the therapist, not for the report of the client', () => {
  expect(promptsOf('DAP', 'Billing')).toEqual([{ part: 'Billing', hint: 'In your own words' }])
  expect(promptsOf('DAP', 'Data')).not.toEqual(promptsOf('DAP', 'Billing'))
})
