import type { NoteType } from '#shared/contract/notes.ts'
import type { TemplateSection } from '#shared/contract/templates.ts'
import { isDrafted } from '#shared/rules/template-wishes.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import type { TemplateSnapshot } from './snapshot.ts'
import { findTemplate } from './store.ts'

/** The facts of a session that determine the sections of its note. */
export interface SessionFacts {
  settingType: 'in-person' | 'telehealth'
  type: string
  isFirst: boolean
}

/**
 * Returns the snapshot of a published template that the note of this session stores.
 * @throws template_missing, also for a template of another user; template_retired if the template is not published
 */
export async function templateForNote(
  context: Context,
  templateId: string,
  session: SessionFacts,
): Promise<{ noteType: NoteType; template: TemplateSnapshot }> {
  const found = await findTemplate(context, rowId(templateId, 'template_missing'))
  if (!found) fail('template_missing')
  if (found.status !== 'published') fail('template_retired')
  const { id, version, name, language, baseType } = found
  const applicable = found.sections.filter((section) => appliesTo(section, session))
  // Without a drafted section for this session, the note gets all sections, because a draft needs a drafted section.
  const sections = applicable.some(isDrafted) ? applicable : found.sections
  return { noteType: baseType, template: { id, version, name, language, sections } }
}

function appliesTo({ setting, sessionType, occurrence }: TemplateSection, session: SessionFacts): boolean {
  return (
    (setting === null || setting === session.settingType) &&
    (sessionType === null || sessionType.toLowerCase() === session.type.toLowerCase()) &&
    (occurrence === null || (occurrence === 'first') === session.isFirst)
  )
}
