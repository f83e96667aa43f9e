import * as z from 'zod'
import { Day } from './day.ts'
import { NameText } from './names.ts'

/** A time of day, `HH:mm`. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time.', abort: true })

/** Date and time of a held session, on the therapist's clock. */
export const HeldAt = z.object({ date: Day, startTime: ClockTime })
export type HeldAt = z.infer<typeof HeldAt>

/** People who took part besides the therapist and the client, by name or role. */
export const Participants = z.array(NameText.min(1).max(80)).max(12)

/** Details of a session, stated with its recording or transcript. */
export const HeldDetails = z.object({
  /** Default: the session is held now. */
  heldAt: HeldAt.optional(),
  participants: Participants.optional(),
  /** The appointment of the session. Default: the client's appointment that is due. */
  appointmentId: z.uuid().optional(),
})
export type HeldDetails = z.infer<typeof HeldDetails>
