import type { HeldAt, HeldDetails } from '#shared/contract/held-session.ts'
import { SettingType } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { beginSession } from '#server/features/sessions/begin-session.ts'
import { rowId } from '#server/ids.ts'
import { enqueueStep } from '#server/session-pipeline/enqueue-step.ts'
import { insertRecording } from './recordings-store.ts'
import { enqueueStorageNotice } from './storage.ts'
import { findUpload, storedBytes, markFinished, type UploadRow } from './store.ts'

/**
 * Creates a session from a complete upload and enqueues its processing. Details that the caller omits are taken from
 * the start of the upload. A repeated call returns the same session.
 */
export async function completeUpload(
  context: Context,
  { uploadId, ...stated }: { uploadId: string } & HeldDetails & { settingType?: SettingType | undefined },
): Promise<{ sessionId: string }> {
  const { db, actor, clock } = context
  const upload =
    (await findUpload(db, actor.userId, rowId(uploadId, 'upload_missing'), 'update')) ?? fail('upload_missing')
  if (upload.sessionId !== null) return { sessionId: upload.sessionId }
  if ((await storedBytes(db, upload.id)) !== upload.size) fail('upload_incomplete')

  const sessionId = await beginSession(context, {
    settingType: stated.settingType ?? SettingType.parse(upload.settingType),
    heldAt: stated.heldAt ?? heldAtOf(upload),
    participants: stated.participants ?? upload.participants,
    appointmentId: stated.appointmentId ?? upload.appointmentId ?? undefined,
    clientId: upload.clientId,
    source: 'uploaded',
  })
  const { organizationId, fileName, mediaType, size } = upload
  const owner = { organizationId, therapistId: actor.userId, uploadId: upload.id }
  await insertRecording(db, sessionId, { ...owner, fileName, mediaType, size, recordedAt: clock() })
  await markFinished(db, actor.userId, upload.id, sessionId)
  await enqueueStep(context, 'process', sessionId)
  audit(context, {
    action: 'recording.received',
    resourceType: 'recording',
    resourceId: sessionId,
    clientId: upload.clientId,
    details: { bytes: upload.size },
  })
  await enqueueStorageNotice(context, organizationId)
  return { sessionId }
}

function heldAtOf({ heldDate, heldStart }: UploadRow): HeldAt | undefined {
  return heldDate === null || heldStart === null ? undefined : { date: heldDate, startTime: heldStart }
}
