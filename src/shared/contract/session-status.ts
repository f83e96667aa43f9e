import * as z from 'zod'

/** How the therapist met the client. After a no-show, the session did not take place. */
export const Contact = z.enum(['session', 'phone call', 'no-show'])
export type Contact = z.infer<typeof Contact>

/** `no-show`: the client missed the session. */
export const SessionStatus = z.enum([
  'scheduled',
  'recording',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'no-show',
])
export type SessionStatus = z.infer<typeof SessionStatus>
