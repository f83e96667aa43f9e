import type { Section } from '#shared/contract/notes.ts'
import type { TemplateSection } from '#shared/contract/templates.ts'
import { usDate } from '#shared/rules/progress.ts'
import { sectionKey } from '#shared/rules/template-wishes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import type { TemplateSnapshot } from '#server/features/templates/snapshot.ts'
import { findNoteBefore, type NoteRow } from './store.ts'

/** The client's newest note from before the session, from which sections are carried over. */
export type LastNote = NonNullable<Awaited<ReturnType<typeof findNoteBefore>>>

const isCarried = ({ source }: TemplateSection) => source === 'last note' || source === 'plan'

/** Reads and audits the last note. Returns null if the template carries nothing over, or if there is no last note. */
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

/** Replaces the text of drafted sections with the text of the last note, where the template carries a section over. */
export function carryOver(
  sections: readonly Section[],
  template: TemplateSnapshot | null,
  last: LastNote | null,
): Section[] {
  const carriedByTitle = new Map(template?.sections.filter(isCarried).map((section) => [section.title, section]))
  return sections.map((section) => {
    const carried = carriedByTitle.get(section.title)
    const lastSection = carried && last && sourceOf(carried, template?.id, last)
    if (!lastSection || lastSection.content.trim() === '' || lastSection.content.trim() === notDiscussed) return section
    const reason = `From the note of ${usDate(last.date)}.`
    // The review asks about each sentence, because the facts may have changed since the last note.
    const statements = lastSection.statements.map(({ text }) => ({
      text,
      evidence: [],
      check: 'carried over' as const,
      reason,
    }))
    return { title: section.title, content: lastSection.content, statements }
  })
}

/** Replaces carried-over sections of an enhanced draft with those of the note. An enhancement must not change them. */
export function restoreCarriedSections(sections: readonly Section[], note: NoteRow): Section[] {
  const carried = new Set(note.template?.sections.filter(isCarried).map(({ title }) => title))
  return sections.map((section) => {
    const current = carried.has(section.title) && note.sections.find(({ title }) => title === section.title)
    return current || section
  })
}

/**
 * Finds the section of the last note to carry over: a plan by its usual titles, any other section by its key if both
 * notes have the same template, else by its title.
 */
function sourceOf(carried: TemplateSection, templateId: string | undefined, last: LastNote): Section | undefined {
  if (carried.source === 'plan')
    return last.sections.find(({ title }) => /\bplan\b|^next (?:steps?|week)$/i.test(title))
  const hasSameTemplate = last.template !== null && last.template.id === templateId
  const sameSection =
    hasSameTemplate && last.template?.sections.find((section) => sectionKey(section) === sectionKey(carried))
  const title = (sameSection || carried).title.toLowerCase()
  return last.sections.find((section) => section.title.toLowerCase() === title)
}
