import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { SessionId } from './ids.ts'

/** The caller's remembered voice. The voice itself never leaves the server. */
export const OwnVoice = z.object({
  /** If false, Attend does not offer to remember the voice and does not recognize it. */
  isOn: z.boolean(),
  /** Null without a stored voice. */
  stored: z
    .object({
      storedAt: z.iso.datetime(),
      /** The speaker model. Voices of different models cannot be compared. */
      model: z.string(),
    })
    .nullable(),
  /** The session from whose turns the voice is being computed. */
  readingSessionId: z.string().nullable(),
  /** Why the last request failed, as a sentence. */
  failure: z.string().nullable(),
  /** The speaker model that is in use now; null if speakers are not identified. */
  currentModel: z.string().nullable(),
})
export type OwnVoice = z.infer<typeof OwnVoice>

// No endpoint works while viewing as another user: a viewer does not see the voice.
export const ownVoice = {
  get: endpoint({
    method: 'GET',
    path: '/own-voice',
    summary: "Whether the caller's own voice is remembered",
    whileViewing: false,
  }).output(OwnVoice),
  remember: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/own-voice',
    summary: "Compute and remember the caller's own voice from their turns in a session",
  })
    .input(z.object({ sessionId: SessionId }))
    .output(OwnVoice),
  setOn: endpoint({
    method: 'PUT',
    path: '/own-voice',
    summary: "Turn the use of the caller's own voice on or off",
  })
    .input(z.object({ isOn: z.boolean() }))
    .output(OwnVoice),
  remove: endpoint({
    method: 'DELETE',
    path: '/own-voice',
    summary: "Delete the caller's remembered voice for good",
  }).output(OwnVoice),
}
