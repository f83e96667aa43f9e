import type { Section } from '#shared/contract/notes.ts'
import type { TemplateSection } from '#shared/contract/templates.ts'
import { usDate } from '#shared/rules/progress.ts'
import { sectionKey } from '#shared/rules/template-wishes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import type { TemplateSnapshot } from '#server/features/templates/snapshot.ts'
import { findNoteBefore, type NoteRow } from './store.ts'

/** The note of the client's previous session, from which sections are carried over. */
export type LastNote = NonNullable<Awaited<ReturnType<typeof findNoteBefore>>>

const isCarried = ({ source }: TemplateSection) => source === 'last note' || source === 'plan'

/** Returns the last note if the template takes a section from it. The reading is audited. */
export async function readLastNote(
  context: Context,
  { client, sessionId }: NoteRow,
  template: TemplateSnapshot | null,
): Promise<LastNote | null> {
  if (!template?.sections.some(isCarried)) return null
  const last = await findNoteBefore(context.db, client.id, sessionId)
  if (!last) return null
  audit(context, { action: 'note.read', resourceType: 'note', resourceId: last.sessionId, clientId: client.id })
  return last
}

/** Returns the sections of a draft. Where the template says so, the text is that of the last note. */
export function carryOver(
  sections: readonly Section[],
  template: TemplateSnapshot | null,
  last: LastNote | null,
): Section[] {
  const wishes = new Map(template?.sections.filter(isCarried).map((section) => [section.title, section]))
  return sections.map((section) => {
    const wish = wishes.get(section.title)
    const before = wish && last && sourceOf(wish, template?.id, last)
    if (!before || before.content.trim() === '' || before.content.trim() === notDiscussed) return section
    const reason = `From the note of ${usDate(last.date)}.`
    // The review asks about each sentence, because the facts may have changed since the last note.
    const statements = before.statements.map(({ text }) => ({
      text,
      evidence: [],
      check: 'carried over' as const,
      reason,
    }))
    return { title: section.title, content: before.content, statements }
  })
}

/** Returns the sections of an enhanced draft. Carried-over sections do not change. */
export function restoreCarriedSections(sections: readonly Section[], note: NoteRow): Section[] {
  const carried = new Set(note.template?.sections.filter(isCarried).map(({ title }) => title))
  return sections.map((section) => {
    const current = carried.has(section.title) && note.sections.find(({ title }) => title === section.title)
    return current || section
  })
}

/** Finds the section of the last note: by its key if the template is the same, else by its title. */
function sourceOf(wish: TemplateSection, templateId: string | undefined, last: LastNote): Section | undefined {
  if (wish.source === 'plan') return last.sections.find(({ title }) => /\bplan\b|^next (?:steps?|week)$/i.test(title))
  const isSame = last.template !== null && last.template.id === templateId
  const same = isSame && last.template?.sections.find((section) => sectionKey(section) === sectionKey(wish))
  const title = (same || wish).title.toLowerCase()
  return last.sections.find((section) => section.title.toLowerCase() === title)
}
