import type { Playback } from '#shared/contract/recordings.ts'
import { audit } from '#server/audit.ts'
import { deriveKey } from '#server/secrets.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { rowId } from '#server/ids.ts'
import { type Audio, findAudio } from './find-audio.ts'
import { readTicket, ticketMinutes, writeTicket } from './ticket.ts'

const purpose = 'playback ticket'

/**
 * Returns a link to the audio of a session. The link is valid for a few minutes and for this sign-in only. The audit
 * event is for issuing the link, not for each playback.
 */
export async function openPlayback(request: RequestContext, input: { sessionId: string }): Promise<Playback> {
  const caller = request.caller ?? fail('not_signed_in')
  const { mediaType, sessionId } = await asCaller(request, auditPlayback, input)
  const expires = request.clock().getTime() + ticketMinutes * 60_000
  const ticket = writeTicket(deriveKey(request.config, purpose), caller.token, { sessionId, expires })
  return { url: `/media/${ticket}`, expiresAt: new Date(expires).toISOString(), mediaType }
}

async function auditPlayback(context: Context, input: { sessionId: string }): Promise<Audio> {
  const audio = await findAudio(context, rowId(input.sessionId, 'session_missing'))
  audit(context, {
    action: 'recording.played',
    resourceType: 'recording',
    resourceId: audio.sessionId,
    clientId: audio.clientId,
  })
  return audio
}

/**
 * Returns the audio of a ticket's session. The ticket must have been issued to the caller's sign-in, and the caller
 * must still have access to the session.
 * @throws not_signed_in, playback_expired, session_missing, recording_missing
 */
export async function findAudioOfTicket(request: RequestContext, ticket: string): Promise<Audio> {
  const caller = request.caller ?? fail('not_signed_in')
  const key = deriveKey(request.config, purpose)
  const sessionId = readTicket(key, caller.token, ticket, request.clock().getTime()) ?? fail('playback_expired')
  return await asCaller(request, findAudio, sessionId)
}
