import { NoteLanguage, type TemplateSection } from '#shared/contract/templates.ts'
import { sessionTypes } from '#shared/rules/session-types.ts'

/** The options of each wish. */
export const wishOptions = {
  source: [
    { value: 'transcript', label: 'Drafted from the session' },
    { value: 'measure', label: 'Scores said in the session' },
    { value: 'last note', label: 'Copied from the last note' },
    { value: 'plan', label: 'Plan of the last note' },
    { value: 'manual', label: 'I write it' },
  ],
  style: [
    { value: 'prose', label: 'Sentences' },
    { value: 'bullets', label: 'Short statements' },
    { value: 'table', label: 'Table' },
  ],
  length: [
    { value: 'short', label: 'Short' },
    { value: 'standard', label: 'Usual' },
    { value: 'full', label: 'Full' },
  ],
  person: [
    { value: 'client', label: '“the client”' },
    { value: 'first name', label: 'First name' },
    { value: 'initials', label: 'Initial' },
  ],
  tense: [
    { value: 'past', label: 'Past' },
    { value: 'present', label: 'Present' },
  ],
  quotes: [
    { value: 'none', label: 'None' },
    { value: 'key', label: 'Key phrases' },
    { value: 'free', label: 'As needed' },
  ],
} as const satisfies Partial<Record<keyof TemplateSection, readonly { value: string; label: string }[]>>

/** The labels of the wishes. */
export const labels = {
  source: 'Written by',
  style: 'Style',
  length: 'Length',
  person: 'The client is called',
  tense: 'Tense',
  quotes: 'Quotes',
} as const

const names = new Intl.DisplayNames(['en'], { type: 'language' })

export const languages = NoteLanguage.options.map((value) => ({ value, label: names.of(value) ?? value }))

/** Options that limit a section to the first session of a client, or to later ones. */
export const occurrences = [
  { value: '', label: 'Every session' },
  { value: 'first', label: 'First session' },
  { value: 'later', label: 'Later sessions' },
]

/** Options that limit a section to one type of session. */
export const types = [{ value: '', label: 'All types' }, ...sessionTypes.map((type) => ({ value: type, label: type }))]

/** Options that limit a section to sessions in person, or to telehealth. */
export const settings = [
  { value: '', label: 'All sessions' },
  { value: 'in-person', label: 'In person' },
  { value: 'telehealth', label: 'Telehealth' },
]
