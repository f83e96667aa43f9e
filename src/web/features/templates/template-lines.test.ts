import { expect, test } from 'vitest'
import type { TemplateDetails } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { templateOfType, withKeys } from './new-section.ts'
import { templateDifferences } from './template-lines.ts'

const weekly: TemplateDetails = {
  ...templateOfType('SOAP'),
  name: 'Weekly',
  sections: [newTemplateSection('Themes'), newTemplateSection('Plan')],
}

test('two equal templates have no differences', () => {
  expect(templateDifferences(weekly, { ...weekly })).toEqual({ removed: [], added: [] })
})

test('a changed wish, a renamed section and another order are differences', () => {
  const changed = {
    ...weekly,
    sections: [newTemplateSection('Plan'), { ...newTemplateSection('Themes'), length: 'short' as const }],
  }
  expect(templateDifferences(weekly, changed)).toEqual({
    removed: ['Sections: Themes, Plan', 'Themes · Length: Usual'],
    added: ['Sections: Plan, Themes', 'Themes · Length: Short'],
  })
  const renamed = { ...weekly, sections: [newTemplateSection('Topics'), newTemplateSection('Plan')] }
  expect(templateDifferences(weekly, renamed).added).toContain('Topics · Written by: Drafted from the session')
})

test('a renamed section with a key differs only in its title', () => {
  const before = { ...weekly, sections: withKeys(weekly.sections) }
  const [themes, plan] = before.sections
  if (!themes || !plan) throw new Error('no sections')
  expect(templateDifferences(before, { ...before, sections: [{ ...themes, title: 'Topics' }, plan] })).toEqual({
    removed: ['Sections: Themes, Plan', 'Topics · Title: Themes'],
    added: ['Sections: Topics, Plan', 'Topics · Title: Topics'],
  })
})

test('sections get keys made from their titles, and all keys are different', () => {
  const titles = ['Next Steps!', 'Next steps', '计划']
  expect(withKeys(titles.map((title) => newTemplateSection(title))).map(({ key }) => key)).toEqual([
    'next-steps',
    'next-steps-2',
    'section',
  ])
  expect(withKeys([{ ...newTemplateSection('Plan'), key: 'old' }])).toMatchObject([{ key: 'old', title: 'Plan' }])
})
