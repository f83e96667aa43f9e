import * as z from 'zod'
import { NoteLanguage, TemplateSection } from '#shared/contract/templates.ts'

/** The copy of a template version that a note stores. */
export const TemplateSnapshot = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  language: NoteLanguage.default('en'),
  sections: z.array(TemplateSection),
})
export type TemplateSnapshot = z.infer<typeof TemplateSnapshot>
