import * as z from 'zod'
import { NoteTemplate, type TemplateDetails, TemplateVersion } from '#shared/contract/templates.ts'
import type { Context } from '#server/context.ts'
import { storableJson } from '#server/db/storable.ts'

const Row = NoteTemplate.omit({ visibility: true, canChange: true }).extend({
  ownerId: z.string().nullable(),
})

function visibleTemplates({ db, actor }: Context) {
  return db
    .selectFrom('note_templates')
    .where((where) =>
      where.or([
        where.eb('owner_id', '=', actor.userId),
        ...(actor.organizationId === null ? [] : [where.eb('organization_id', '=', actor.organizationId)]),
      ]),
    )
    .select([
      'id',
      'name',
      'base_type as baseType',
      'language',
      'sections',
      'version',
      'status',
      'origin',
      'owner_id as ownerId',
    ])
}

function toTemplate(row: object, isOrganizationAdmin: boolean): NoteTemplate {
  const { ownerId, ...template } = Row.parse(row)
  const isOwn = ownerId !== null
  return { ...template, visibility: isOwn ? 'mine' : 'organization', canChange: isOwn || isOrganizationAdmin }
}

/** Lists the caller's own templates and the templates of their current organization, by name. */
export async function listTemplates(context: Context, isOrganizationAdmin: boolean): Promise<NoteTemplate[]> {
  const rows = await visibleTemplates(context).orderBy('name').orderBy('id').execute()
  return rows.map((row) => toTemplate(row, isOrganizationAdmin))
}

export async function findTemplate(
  context: Context,
  id: string,
  isOrganizationAdmin = false,
): Promise<NoteTemplate | undefined> {
  const row = await visibleTemplates(context).where('id', '=', id).executeTakeFirst()
  return row && toTemplate(row, isOrganizationAdmin)
}

/** Finds the template that a request of the caller has added, for the caller or for their current organization. */
export async function findTemplateByRequest(
  context: Context,
  requestId: string,
  isOrganizationAdmin: boolean,
): Promise<NoteTemplate | undefined> {
  const row = await visibleTemplates(context).where('request_id', '=', requestId).executeTakeFirst()
  return row && toTemplate(row, isOrganizationAdmin)
}

type Owner = { ownerId: string; organizationId: null } | { ownerId: null; organizationId: string }
type NewTemplate = TemplateDetails &
  Owner & {
    origin: string | null
    status: 'draft' | 'published'
    requestId: string | undefined
  }

export async function insertTemplate({ db }: Context, template: NewTemplate): Promise<string> {
  const { id } = await db
    .insertInto('note_templates')
    .values({
      owner_id: template.ownerId,
      organization_id: template.organizationId,
      name: template.name,
      base_type: template.baseType,
      language: template.language,
      sections: storableJson(template.sections),
      origin: template.origin,
      status: template.status,
      request_id: template.requestId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const Version = TemplateVersion.omit({ replacedAt: true }).extend({ replacedAt: z.date() })

/** Lists up to 100 earlier versions of a template, newest first. */
export async function listVersions({ db }: Context, id: string): Promise<TemplateVersion[]> {
  const rows = await db
    .selectFrom('note_template_versions')
    .where('template_id', '=', id)
    .orderBy('version', 'desc')
    .limit(100)
    .select(['version', 'name', 'base_type as baseType', 'language', 'sections', 'replaced_at as replacedAt'])
    .execute()
  return rows.map((row) => {
    const version = Version.parse(row)
    return { ...version, replacedAt: version.replacedAt.toISOString() }
  })
}

/** Updates a template and stores the replaced version. Returns false if `baseVersion` is not the newest version. */
export async function updateTemplate(
  { db }: Context,
  id: string,
  baseVersion: number,
  { name, baseType, language, sections }: TemplateDetails,
): Promise<boolean> {
  await db
    .insertInto('note_template_versions')
    .columns(['template_id', 'version', 'name', 'base_type', 'language', 'sections'])
    .expression((from) =>
      from
        .selectFrom('note_templates')
        .where('id', '=', id)
        .where('version', '=', baseVersion)
        .select(['id', 'version', 'name', 'base_type', 'language', 'sections']),
    )
    // A concurrent change may already have stored the same version.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const result = await db
    .updateTable('note_templates')
    .set({ name, base_type: baseType, language, sections: storableJson(sections), version: baseVersion + 1 })
    .where('id', '=', id)
    .where('version', '=', baseVersion)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function updateStatus({ db }: Context, id: string, status: 'published' | 'retired'): Promise<void> {
  await db.updateTable('note_templates').set({ status }).where('id', '=', id).execute()
}

/** Deletes a template with its versions and the example notes of all users. */
export async function removeTemplate({ db }: Context, id: string): Promise<void> {
  await db.deleteFrom('note_templates').where('id', '=', id).execute()
}
