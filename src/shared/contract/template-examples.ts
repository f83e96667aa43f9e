import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { byTemplate, CheckedSection, Examples } from './templates.ts'

/** A stored example note of a template. Its text is only sent to the language model. */
export const TemplateExample = z.object({
  id: z.string(),
  characters: z.int(),
  addedAt: z.iso.datetime({ offset: true }),
})
export type TemplateExample = z.infer<typeof TemplateExample>

/** Whether sections can be proposed from example notes, and the caller's stored examples of a template, oldest first. */
export const TemplateLearning = z.object({
  /** `slow model`: the language model needs minutes, so no page waits for it. */
  availability: z.enum(['ready', 'no model', 'slow model']),
  examples: z.array(TemplateExample),
})
export type TemplateLearning = z.infer<typeof TemplateLearning>

/** A part of a proposal that was left out. */
export const LeftOut = z.object({
  /** Null if the title itself was rejected and the whole section omitted. */
  title: z.string().nullable(),
  /**
   * `denial`: it states a denial of risk. `copied`, `number` and `name`: it repeats words, a number or date, or a name of
   * an example. `command`: it addresses the software. `form`: it does not fit a template.
   */
  reason: z.enum(['denial', 'copied', 'number', 'name', 'command', 'form']),
})
export type LeftOut = z.infer<typeof LeftOut>

/** Sections that were proposed from example notes. They are not saved. */
export const TemplateProposal = z.object({ sections: z.array(CheckedSection).min(1), leftOut: z.array(LeftOut) })
export type TemplateProposal = z.infer<typeof TemplateProposal>

export const templateExamples = {
  list: endpoint({
    method: 'GET',
    path: '/note-templates/learning',
    summary: 'Whether sections can be proposed from example notes, and the caller’s examples of a template',
    whileViewing: false,
  })
    .input(z.object({ templateId: z.string().max(100).optional() }))
    .output(TemplateLearning),
  propose: endpoint({
    method: 'POST',
    path: '/note-templates/proposal',
    summary: 'Propose sections from example notes and the stored examples of a template; nothing is stored',
  })
    .input(z.object({ templateId: z.string().max(100).nullable(), examples: Examples }))
    .output(TemplateProposal),
  delete: endpoint({
    method: 'DELETE',
    path: '/note-templates/{templateId}/examples/{exampleId}',
    summary: "Delete one of the caller's examples of a note template for good",
  })
    .input(byTemplate.extend({ exampleId: z.string().max(100) }))
    .output(TemplateLearning),
  deleteAll: endpoint({
    method: 'DELETE',
    path: '/note-templates/{templateId}/examples',
    summary: 'Delete all own examples of a note template for good',
  })
    .input(byTemplate)
    .output(TemplateLearning),
}
