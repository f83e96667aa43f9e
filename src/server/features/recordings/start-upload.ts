import type { HeldDetails } from '#shared/contract/held-session.ts'
import { chunkBytes, type Upload } from '#shared/contract/recordings.ts'
import type { SettingType } from '#shared/contract/sessions.ts'
import { displayName } from '#shared/rules/file-name.ts'
import { isRecordingFile } from '#shared/rules/recording-files.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail, tooMany } from '#server/fail.ts'
import { requireAudioAllowed } from '#server/features/accounts/require-audio-allowed.ts'
import { requireHeldAt } from '#server/features/sessions/require-held-at.ts'
import { rowId } from '#server/ids.ts'
import { requireWithinQuota } from './storage.ts'
import { countUnfinished, countUpload, findClient, insertUpload } from './store.ts'

/** Maximum number of unfinished uploads that one user starts within a day. */
export const unfinishedLimit = 40

const dayMs = 24 * 60 * 60 * 1000

interface StartUpload extends HeldDetails {
  clientId: string
  fileName: string
  mediaType: string
  size: number
  settingType: SettingType
}

/** Starts an upload for one of the caller's active clients. Its chunks may then arrive in any order. */
export async function startUpload(context: Context, input: StartUpload): Promise<Upload> {
  const { db, actor, config, clock } = context
  await requireAudioAllowed(context)
  const client = (await findClient(db, rowId(input.clientId, 'client_missing'))) ?? fail('client_missing')
  if (client.therapistId !== actor.userId) fail('not_allowed')
  if (client.status === 'archived') fail('client_archived')
  requireHeldAt(context, input.heldAt)
  if (input.size === 0) fail('file_required')
  if (!isRecordingFile(input)) fail('file_unsupported')
  if (input.size > config.UPLOAD_MAX_MB * 1024 * 1024) fail('file_too_large', { limit: config.UPLOAD_MAX_MB })
  const since = new Date(clock().getTime() - dayMs)
  if ((await countUnfinished(db, actor.userId, since)) >= unfinishedLimit) fail('upload_too_many')

  const upload = {
    organizationId: client.organizationId,
    clientId: client.id,
    fileName: displayName(input.fileName),
    mediaType: input.mediaType,
    size: input.size,
    settingType: input.settingType,
    heldDate: input.heldAt?.date ?? null,
    heldStart: input.heldAt?.startTime ?? null,
    participants: input.participants ?? [],
    appointmentId: input.appointmentId ?? null,
  }
  const { id } = await insertUpload(db, actor.userId, upload)
  await requireWithinQuota(context, client.organizationId)
  const limit = config.UPLOADS_PER_HOUR
  const wait = await countUpload(db, actor.userId, limit)
  if (wait > 0) throw tooMany(wait, 'uploads_hourly', { limit })
  audit(context, {
    action: 'upload.started',
    resourceType: 'recording',
    resourceId: id,
    clientId: client.id,
    details: { bytes: input.size },
  })
  return {
    id,
    clientId: client.id,
    fileName: upload.fileName,
    size: upload.size,
    nextChunk: 0,
    chunkBytes,
    sessionId: null,
  }
}
