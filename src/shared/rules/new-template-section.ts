import type { TemplateSection } from '#shared/contract/templates.ts'

/** A section with the wishes of the built-in note types, unless `more` replaces them. */
export const newTemplateSection = (title: string, more: Partial<TemplateSection> = {}): TemplateSection => ({
  key: '',
  title,
  instruction: '',
  style: 'prose',
  length: 'standard',
  person: 'client',
  tense: 'past',
  required: false,
  source: 'transcript',
  setting: null,
  sessionType: null,
  occurrence: null,
  maxWords: null,
  quotes: 'key',
  forbiddenPhrases: [],
  ...more,
})
