import * as z from 'zod'
import { isDrafted, sectionKey, statesDenial } from '#shared/rules/template-wishes.ts'
import { endpoint } from './endpoint.ts'
import { exampleLimits } from './limits.ts'
import { NoteType } from './notes.ts'

/** The largest file that is imported, in bytes. */
export const maxTemplateFileBytes = 64 * 1024

/** Languages of notes. The evidence check reads English only. */
export const NoteLanguage = z.enum(['en', 'es', 'fr', 'de', 'it', 'pt', 'nl', 'pl', 'ru', 'zh', 'ja', 'ko', 'vi', 'ar'])
export type NoteLanguage = z.infer<typeof NoteLanguage>

/**
 * One section of a template. Its wishes are data for the drafter: they never change the evidence check. Templates from
 * before a field existed have its default.
 */
export const TemplateSection = z.object({
  /** Identifies the section in other versions of the template and in the last note. If empty, the title does. */
  key: z
    .string()
    .regex(/^[a-z0-9-]{0,40}$/)
    .default(''),
  /** Contains no characters that end a quotation, because prompts quote the title. */
  title: z
    .string()
    .trim()
    .min(1, 'Title is required.')
    .max(60)
    .regex(/^[^"<>{}\p{Cc}]*$/u, 'A title cannot contain quotation marks or brackets.'),
  /** The subject of the section. For a `manual` section, a reminder for the therapist. */
  instruction: z.string().trim().max(2000),
  /** `table`: lines of the form `item: finding`. */
  style: z.enum(['prose', 'bullets', 'table']),
  length: z.enum(['short', 'standard', 'full']),
  person: z.enum(['client', 'first name', 'initials']),
  tense: z.enum(['past', 'present']),
  /** The note cannot be signed while the section is empty. */
  required: z.boolean().default(false),
  /**
   * `measure`: only scores and measurements of the session. `last note` and `plan`: the text of the same section, or of
   * the plan, in the client's last note. `manual`: the therapist writes it, and nothing is drafted.
   */
  source: z.enum(['transcript', 'measure', 'last note', 'plan', 'manual']),
  /** The section appears only in notes of sessions in this setting. Null for all. */
  setting: z.enum(['in-person', 'telehealth']).nullable(),
  /** The section appears only in notes of sessions of this type. Null for all. */
  sessionType: z.string().trim().min(1).max(60).nullable().default(null),
  /** The section appears only in the note of the client's first session, or only in later notes. Null for all. */
  occurrence: z.enum(['first', 'later']).nullable().default(null),
  maxWords: z.int().min(10, 'Enter at least 10.').max(5000, 'Enter at most 5,000.').nullable(),
  quotes: z.enum(['none', 'key', 'free']),
  forbiddenPhrases: z.array(z.string().trim().min(1).max(100)).max(20),
})
export type TemplateSection = z.infer<typeof TemplateSection>

export const CheckedSection = TemplateSection.refine(
  (section) => !isDrafted(section) || !statesDenial(section.instruction),
  {
    path: ['instruction'],
    error: 'A drafted section cannot ask for a denial. Choose “I write it” for fixed text.',
  },
)

/** The input of the editor, and the content of an exported file. */
export const TemplateDetails = z.object({
  name: z.string().trim().min(1, 'Name is required.').max(80),
  /** The note type of notes that are made with the template. */
  baseType: NoteType,
  /** The language of the drafted text; quotes stay in the language of the session. */
  language: NoteLanguage.default('en'),
  sections: z
    .array(CheckedSection)
    .max(20, 'A template has at most 20 sections.')
    .refine((all) => all.some(isDrafted), {
      error: 'A template needs a section that is drafted.',
    })
    .refine((all) => new Set(all.map(({ title }) => title.toLowerCase())).size === all.length, {
      error: 'Each section needs a title of its own.',
    })
    .refine((all) => new Set(all.map(sectionKey)).size === all.length, {
      error: 'Each section needs a key of its own.',
    })
    .refine((all) => all.every(({ title }) => title.toLowerCase() !== 'not placed'), {
      error: '“Not placed” is the title of sentences without a section. Choose another one.',
    }),
})
export type TemplateDetails = z.infer<typeof TemplateDetails>

export const TemplateFile = z.object({ format: z.literal('attend-template'), template: TemplateDetails })
export type TemplateFile = z.infer<typeof TemplateFile>

export const NoteTemplate = TemplateDetails.extend({
  sections: z.array(TemplateSection),
  id: z.string(),
  /** Counts the saved changes, from 1. */
  version: z.int(),
  /** Only published templates can be chosen for a note. */
  status: z.enum(['draft', 'published', 'retired']),
  visibility: z.enum(['mine', 'organization']),
  /** Name of the template that this one was copied from. */
  origin: z.string().nullable(),
  canChange: z.boolean(),
})
export type NoteTemplate = z.infer<typeof NoteTemplate>

/** A version of a template that was replaced by the next one. */
export const TemplateVersion = z.object({
  version: z.int(),
  name: z.string(),
  baseType: NoteType,
  language: NoteLanguage.default('en'),
  sections: z.array(TemplateSection),
  replacedAt: z.iso.datetime({ offset: true }),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

const ExampleText = z
  .string()
  .trim()
  .min(1, 'Paste the text of a note.')
  .max(exampleLimits.characters, `An example has at most ${exampleLimits.characters} characters.`)

/** Example notes as they are pasted. */
export const Examples = z.array(ExampleText).max(exampleLimits.count)

// The lookup returns 404 for a malformed id.
export const byTemplate = z.object({ templateId: z.string().max(100) })

/** Sent twice with the same id, one template is added. Pages of previous versions do not send it. */
const byRequest = { requestId: z.uuid().optional() }

export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/note-templates',
    summary: 'Note templates of the caller and of the organization, by name',
  }).output(z.object({ items: z.array(NoteTemplate) })),
  add: endpoint({ method: 'POST', path: '/note-templates', summary: 'Add a note template for the caller' })
    .input(
      TemplateDetails.extend({ origin: z.string().max(80).nullable(), examples: Examples.default([]), ...byRequest }),
    )
    .output(NoteTemplate),
  change: endpoint({
    method: 'PUT',
    path: '/note-templates/{templateId}',
    summary: 'Save a note template as its next version; existing notes stay as they are',
  })
    .input(byTemplate.extend({ baseVersion: z.int32(), ...TemplateDetails.shape, examples: Examples.default([]) }))
    .output(NoteTemplate),
  setStatus: endpoint({
    method: 'POST',
    path: '/note-templates/{templateId}/status',
    summary: 'Publish or retire a note template',
  })
    .input(byTemplate.extend({ status: z.enum(['published', 'retired']) }))
    .output(NoteTemplate),
  versions: endpoint({
    method: 'GET',
    path: '/note-templates/{templateId}/versions',
    summary: 'Earlier versions of a note template, newest first',
  })
    .input(byTemplate)
    .output(z.object({ items: z.array(TemplateVersion) })),
  delete: endpoint({
    method: 'DELETE',
    path: '/note-templates/{templateId}',
    summary: 'Delete a note template with its versions and example notes; notes keep its sections',
  })
    .input(byTemplate)
    .output(z.object({})),
  share: endpoint({
    method: 'POST',
    path: '/note-templates/{templateId}/share',
    summary: "Publish a copy of one of the caller's note templates to the organization",
  })
    .input(byTemplate.extend(byRequest))
    .output(NoteTemplate),
}
