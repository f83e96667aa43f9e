import { SettingType } from '#shared/contract/sessions.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { beginSession } from '#server/features/sessions/begin-session.ts'
import { rowId } from '#server/ids.ts'
import { insertRecording } from './recordings-store.ts'
import { watchStorage } from './storage.ts'
import { findUpload, heldBytes, markFinished } from './store.ts'

/** Makes a complete upload a session and has it processed. Asked again, it answers the same session. */
export async function completeUpload(
  context: Context,
  { uploadId, settingType: chosen }: { uploadId: string; settingType?: SettingType | undefined },
): Promise<{ sessionId: string }> {
  const { db, actor, jobs, clock } = context
  const upload =
    (await findUpload(db, actor.userId, rowId(uploadId, 'upload_missing'), 'update')) ?? fail('upload_missing')
  if (upload.sessionId !== null) return { sessionId: upload.sessionId }
  if ((await heldBytes(db, upload.id)) !== upload.size) fail('upload_incomplete')

  const settingType = chosen ?? SettingType.parse(upload.settingType)
  const sessionId = await beginSession(context, { clientId: upload.clientId, settingType, source: 'uploaded' })
  const { organizationId, fileName, mediaType, size } = upload
  const owner = { organizationId, therapistId: actor.userId, uploadId: upload.id }
  await insertRecording(db, sessionId, { ...owner, fileName, mediaType, size, recordedAt: clock() })
  await markFinished(db, actor.userId, upload.id, sessionId)
  await jobs.enqueue(db, 'recordings.process', { sessionId, userId: actor.userId })
  await audit(context, {
    action: 'recording.received',
    resourceType: 'recording',
    resourceId: sessionId,
    clientId: upload.clientId,
    details: { bytes: upload.size },
  })
  await watchStorage(context, organizationId)
  return { sessionId }
}
