import type { AudioFiles } from '#shared/contract/recordings.ts'
import { audit } from '#server/audit.ts'
import { deriveKey } from '#server/secrets.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { rowId } from '#server/ids.ts'
import { type AudioFile, listAudioFiles } from './list-audio-files.ts'
import { readTicket, ticketMinutes, writeTicket } from './ticket.ts'

const purpose = 'audio files ticket'

/**
 * Returns links to all audio files of a session. The links are valid for a few minutes and for this sign-in only. The
 * audit event is for issuing the links, not for each download.
 */
export async function openAudioFiles(request: RequestContext, input: { sessionId: string }): Promise<AudioFiles> {
  const caller = request.caller ?? fail('not_signed_in')
  const { sessionId, files } = await asCaller(request, auditDownload, input)
  const expires = request.clock().getTime() + ticketMinutes * 60_000
  const ticket = writeTicket(deriveKey(request.config, purpose), caller.token, { sessionId, expires })
  return {
    expiresAt: new Date(expires).toISOString(),
    files: files.map(({ fileName, bytes }, n) => ({ url: `/media/${ticket}/${n}`, fileName, bytes })),
  }
}

async function auditDownload(
  context: Context,
  input: { sessionId: string },
): Promise<{ sessionId: string; files: AudioFile[] }> {
  const sessionId = rowId(input.sessionId, 'session_missing')
  const { clientId, files } = await listAudioFiles(context, sessionId)
  audit(context, {
    action: 'recording.downloaded',
    resourceType: 'recording',
    resourceId: sessionId,
    clientId,
    details: { files: files.length },
  })
  return { sessionId, files }
}

/**
 * Returns file number `n` of a ticket's session. The ticket must have been issued to the caller's sign-in.
 * @throws not_signed_in, playback_expired, session_missing, not_allowed, recording_missing
 */
export async function findFileOfTicket(
  request: RequestContext,
  { ticket, n }: { ticket: string; n: number },
): Promise<AudioFile> {
  const caller = request.caller ?? fail('not_signed_in')
  const key = deriveKey(request.config, purpose)
  const sessionId = readTicket(key, caller.token, ticket, request.clock().getTime()) ?? fail('playback_expired')
  const { files } = await asCaller(request, listAudioFiles, sessionId)
  return files[n] ?? fail('recording_missing')
}
