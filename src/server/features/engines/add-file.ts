import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireEngineRights } from '#server/features/accounts/engine-rights.ts'
import { inGigabytes } from './gigabytes.ts'
import { useFirstOfKind } from './use-first-of-kind.ts'

/**
 * Allows the upload of a part of a file. Accepts only files that have the length of a listed file.
 * @throws not_allowed, engine_files_unknown, engine_disk
 */
export async function allowAddedFile(context: Context, { size, offset }: { size: number; offset: number }) {
  await requireEngineRights(context)
  const { engines } = context
  if (!engines.models.some(({ files }) => files.some(({ bytes }) => bytes === size))) fail('engine_files_unknown')
  const { diskFree } = await engines.machine()
  const needed = size - offset
  if (needed > diskFree) fail('engine_disk', { needed: inGigabytes(needed), free: inGigabytes(diskFree) })
}

/**
 * Records a complete file, which was recognized by its SHA-256. If the file completes the first model of a kind, the
 * model becomes active at once.
 */
export async function recordAddedFile(
  context: Context,
  { fileName, modelIds }: { fileName: string; modelIds: string[] },
) {
  await requireEngineRights(context)
  const { engines } = context
  const event = { action: 'engine.file_added', resourceType: 'engine', organizationId: null } as const
  for (const model of engines.models.filter(({ id }) => modelIds.includes(id))) {
    audit(context, { ...event, details: { model: model.id, file: fileName } })
    if (engines.stateOf(model).state === 'installed') await useFirstOfKind(context, model)
  }
}
