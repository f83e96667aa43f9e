import { isDeepStrictEqual } from 'node:util'
import type { NoteTemplate, TemplateDetails, TemplateVersion } from '#shared/contract/templates.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { lockRequest } from '#server/db/lock-request.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { storeExamples, storeMissingExamples } from './store-examples.ts'
import {
  findTemplate,
  findTemplateByRequest,
  insertTemplate,
  listTemplates,
  listVersions,
  removeTemplate,
  updateStatus,
  updateTemplate,
} from './store.ts'

/** Maximum number of templates of one user. */
const maxTemplates = 50

/** Maximum number of templates of one organization. */
const maxShared = 200

/** True if the caller may change the templates of the organization. */
const mayAdminister = ({ actor }: Context) => isOrganizationAdmin(actor.organizationRole)

export async function listAllTemplates(context: Context): Promise<{ items: NoteTemplate[] }> {
  return { items: await listTemplates(context, mayAdminister(context)) }
}

interface WithExamples {
  /** Example notes of the caller that are stored with the template. */
  examples: readonly string[]
}

/**
 * Adds an unpublished template of the caller: a new template, a copy of another template, or an imported template. A
 * repeated request returns the template of the first.
 * @throws templates_too_many
 */
export async function addTemplate(
  context: Context,
  {
    origin,
    examples,
    requestId,
    ...details
  }: TemplateDetails & WithExamples & { origin: string | null; requestId?: string | undefined },
): Promise<NoteTemplate> {
  const added = await lockTemplateRequest(context, requestId)
  if (added) return added
  const own = (await listTemplates(context, false)).filter(({ visibility }) => visibility === 'mine')
  if (own.length >= maxTemplates) fail('templates_too_many', { limit: maxTemplates })
  const owner = { ownerId: context.actor.userId, organizationId: null }
  const id = await insertTemplate(context, { ...details, ...owner, origin, status: 'draft', requestId })
  await storeExamples(context, id, examples)
  return await auditAndFind(context, id, 'template.added')
}

/**
 * Saves a template as its next version. Existing notes keep their sections. A repeated request changes nothing.
 * @throws template_missing, not_allowed for members who may not change templates of the organization,
 * template_conflict, template_examples_too_many
 */
export async function changeTemplate(
  context: Context,
  {
    templateId,
    baseVersion,
    examples,
    ...details
  }: { templateId: string; baseVersion: number } & TemplateDetails & WithExamples,
): Promise<NoteTemplate> {
  const { id } = await changeableTemplate(context, templateId)
  if (!(await updateTemplate(context, id, baseVersion, details))) {
    const current = await changeableTemplate(context, templateId)
    if (!isSaved(current, { baseVersion, ...details })) fail('template_conflict')
    await storeMissingExamples(context, id, examples)
    return current
  }
  await storeExamples(context, id, examples)
  return await auditAndFind(context, id, 'template.changed')
}

/** @throws template_missing */
export async function listTemplateVersions(
  context: Context,
  { templateId }: { templateId: string },
): Promise<{ items: TemplateVersion[] }> {
  const found = await findTemplate(context, rowId(templateId, 'template_missing'))
  if (!found) fail('template_missing')
  return { items: await listVersions(context, found.id) }
}

/** @throws template_missing, not_allowed for members who may not change templates of the organization */
export async function setTemplateStatus(
  context: Context,
  { templateId, status }: { templateId: string; status: 'published' | 'retired' },
): Promise<NoteTemplate> {
  const { id } = await changeableTemplate(context, templateId)
  await updateStatus(context, id, status)
  return await auditAndFind(context, id, `template.${status}`)
}

/**
 * Deletes a template with its versions and all example notes. Existing notes and drafts keep their sections.
 * @throws template_missing, not_allowed for members who may not change templates of the organization
 */
export async function deleteTemplate(
  context: Context,
  { templateId }: { templateId: string },
): Promise<Record<string, never>> {
  const { id } = await changeableTemplate(context, templateId)
  audit(context, { action: 'template.deleted', resourceType: 'account', resourceId: id })
  await removeTemplate(context, id)
  return {}
}

/**
 * Publishes a copy of a template to the organization. Only for owner and admins.
 * @throws template_missing, no_organization, not_allowed, shared_templates_too_many
 */
export async function shareTemplate(
  context: Context,
  { templateId, requestId }: { templateId: string; requestId?: string | undefined },
): Promise<NoteTemplate> {
  const { organizationId } = context.actor
  if (organizationId === null) fail('no_organization')
  if (!mayAdminister(context)) fail('not_allowed')
  const shared = await lockTemplateRequest(context, requestId)
  if (shared) return shared
  const ofOrganization = (await listTemplates(context, true)).filter(({ visibility }) => visibility === 'organization')
  if (ofOrganization.length >= maxShared) fail('shared_templates_too_many', { limit: maxShared })
  const { name, baseType, language, sections } = await changeableTemplate(context, templateId)
  const details = { name, baseType, language, sections, origin: name, status: 'published' } as const
  const id = await insertTemplate(context, { ...details, ownerId: null, organizationId, requestId })
  return await auditAndFind(context, id, 'template.shared')
}

/**
 * Returns a template that the caller may change.
 * @throws template_missing, not_allowed
 */
export async function changeableTemplate(context: Context, templateId: string): Promise<NoteTemplate> {
  const found = await findTemplate(context, rowId(templateId, 'template_missing'), mayAdminister(context))
  if (!found) fail('template_missing')
  return found.canChange ? found : fail('not_allowed')
}

/** True if a template has this change as its newest version: the response to an earlier request was lost. */
function isSaved(current: NoteTemplate, change: TemplateDetails & { baseVersion: number }): boolean {
  const contentOf = ({ name, baseType, language, sections }: TemplateDetails) => [name, baseType, language, sections]
  return current.version === change.baseVersion + 1 && isDeepStrictEqual(contentOf(current), contentOf(change))
}

/**
 * Returns the template that this request of the user has added, if any. Until the transaction ends, a repeated request
 * waits.
 */
async function lockTemplateRequest(context: Context, requestId: string | undefined): Promise<NoteTemplate | undefined> {
  if (requestId === undefined) return undefined
  await lockRequest(context.db, context.actor.userId, requestId)
  return await findTemplateByRequest(context, requestId, mayAdminister(context))
}

async function auditAndFind(context: Context, id: string, action: string): Promise<NoteTemplate> {
  audit(context, { action, resourceType: 'account', resourceId: id })
  return (await findTemplate(context, id, mayAdminister(context))) ?? fail('template_missing')
}
