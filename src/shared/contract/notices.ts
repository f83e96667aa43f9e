import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * `client_…`: a client was transferred to or from the receiver. `note_…`: a supervisor returned or co-signed the
 * receiver's note. `cosign_waiting`: notes await the receiver's co-signature. The others notify owner and admin that few
 * sessions of the plan, or little storage, remain.
 */
export const NoticeKind = z.enum([
  'client_received',
  'client_given',
  'low_sessions_remaining',
  'storage_low',
  'note_returned',
  'note_cosigned',
  'cosign_waiting',
])
export type NoticeKind = z.infer<typeof NoticeKind>

/** Kinds of notices. `notificationSettings` says which an account wants. */
export const Notice = z.object({
  id: z.string(),
  kind: NoticeKind,
  /** Null if the notice is not about a client. */
  clientId: z.string().nullable(),
  /** `S.O.`; only the pages of the client and of the note show the name. */
  clientInitials: z.string().nullable(),
  /** Remaining sessions of the plan. Null for other kinds. */
  sessionsLeft: z.int().nullable(),
  /** Used storage. Null for other kinds. */
  storagePercent: z.int().nullable(),
  /** The returned or co-signed note. Null for other kinds. */
  sessionId: z.string().nullable(),
  /** Name of the actor, `Attend staff` for the admin panel. Null for a former member or the system. */
  actorName: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** The newest 50, and the number of unread ones. */
export const NoticeList = z.object({ items: z.array(Notice), unread: z.int() })
export type NoticeList = z.infer<typeof NoticeList>

/** A notice belongs to its receiver alone. Users who view as the receiver see none. */
export const notices = {
  list: endpoint({ method: 'GET', path: '/notices', summary: "The caller's newest notices" }).output(NoticeList),
  read: endpoint({ method: 'POST', path: '/notices/{noticeId}/read', summary: 'Mark a notice as read' })
    // The lookup returns 404 for a malformed id.
    .input(z.object({ noticeId: z.string() }))
    .output(NoticeList),
  readAll: endpoint({
    method: 'POST',
    path: '/notices/read',
    summary: 'Mark all notices as read, up to the newest that is shown',
  })
    .input(
      z
        .object({
          /** A newer notice, which the caller has not seen, stays unread. Pages of previous versions do not send it. */
          newestId: z.string(),
        })
        .optional(),
    )
    .output(NoticeList),
}
