import { expect, test } from 'vitest'
import { NoteType } from '#shared/contract/notes.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { titleMeant } from './section-titles.ts'

test.each([
  ['SOAP', 'subjective', 'Subjective'],
  ['SOAP', 'Subjective:', 'Subjective'],
  ['SOAP', '1. Subjective', 'Subjective'],
  ['SOAP', 'II) **Objective**', 'Objective'],
  ['SOAP', 'Plans', 'Plan'],
  ['SOAP', 'S – Subjective (client report)', 'Subjective'],
  ['BIRP', 'INTERVENTIONS', 'Intervention'],
  ['Internal Family Systems', 'Part Works', 'Parts Work'],
  ['Internal Family Systems', 'Intervention', 'Interventions'],
  ['Intake', 'Plan', 'Treatment Plan'],
  ['Intake', 'Diagnoses', undefined],
  ['SOAP', 'Assessment and Plan', undefined],
  ['SOAP', 'Risk', undefined],
  ['SOAP', '', undefined],
  ['SOAP', '4.', undefined],
] as const)('in a %s note, the title %j means %s', (noteType, given, meant) => {
  expect(titleMeant(given, sectionsOf[noteType])).toBe(meant)
})

const goals = ['Goal 1', 'Goal 2', 'Plan']
test.each([
  [goals, 'Goal 1', 'Goal 1'],
  [goals, 'goal 2:', 'Goal 2'],
  [goals, '2. Goal 1', 'Goal 1'],
  [goals, 'Goals', undefined],
  [goals, 'Plan', 'Plan'],
  [['Part I', 'Part II'], 'PART II', 'Part II'],
  [['Progress', 'Progress note'], 'Progress note', 'Progress note'],
  [['Goal', 'Goals'], 'Goals', 'Goals'],
  [['2025', '2026'], '2026', '2026'],
  [['Note'], 'Note', 'Note'],
])('with the sections %j, the title %j means %s', (titles, given, meant) => {
  expect(titleMeant(given, titles)).toBe(meant)
})

test.each(NoteType.options)('every title of a %s note matches itself', (noteType) => {
  const titles = sectionsOf[noteType]
  expect(titles.map((title) => titleMeant(title, titles))).toEqual(titles)
})
