import { expect, test } from 'vitest'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { withKeys } from './new-section.ts'

const keysOf = (titles: string[]) => withKeys(titles.map((title) => newTemplateSection(title))).map(({ key }) => key)

test.each([
  [
    ['Plan', 'Plan 3', 'Plan!'],
    ['plan', 'plan-3', 'plan-2'],
  ],
  [
    ['Plan 3', 'Plan', 'Plan!', 'Plan?'],
    ['plan-3', 'plan', 'plan-2', 'plan-4'],
  ],
  [
    ['計画', '評価', 'Section'],
    ['section', 'section-2', 'section-3'],
  ],
])('each section of %j gets a key of its own', (titles, keys) => {
  expect(keysOf(titles)).toEqual(keys)
})

test('a renamed section keeps its key, which no new section gets', () => {
  const sections = [newTemplateSection('Plan'), newTemplateSection('Next steps', { key: 'plan' })]
  expect(withKeys(sections).map(({ key }) => key)).toEqual(['plan-2', 'plan'])
})
