import type { NoteType } from '#shared/contract/notes.ts'
import type { TemplateDetails, TemplateSection } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'

/** Returns a built-in note type as the start of a template. */
export const templateOfType = (baseType: NoteType): TemplateDetails => ({
  name: '',
  baseType,
  language: 'en',
  sections: sectionsOf[baseType].map((title) => newTemplateSection(title)),
})

/** Gives each section without a key one made from its title. The key stays the same when the section is renamed. */
export function withKeys(sections: readonly TemplateSection[]): TemplateSection[] {
  const used = new Set(sections.map(({ key }) => key))
  return sections.map((section) => {
    if (section.key !== '') return section
    const words = section.title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 30)
    const wanted = words === '' ? 'section' : words
    let key = wanted
    for (let number = 2; used.has(key); number++) key = `${wanted}-${number}`
    used.add(key)
    return { ...section, key }
  })
}
