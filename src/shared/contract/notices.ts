import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * A client was given to the reader, or one of the reader's to somebody else; or few sessions of the organization's plan remain in
 * the period that runs, or little of its storage, which those in charge are told.
 */
export const NoticeKind = z.enum(['client_received', 'client_given', 'low_sessions_remaining', 'storage_low'])
export type NoticeKind = z.infer<typeof NoticeKind>

/** What somebody is told. Which of them is a wish of the account (`notificationSettings`). */
export const Notice = z.object({
  id: z.string(),
  kind: NoticeKind,
  /** Null when it is about no client. */
  clientId: z.string().nullable(),
  /** `S.O.`; the name stands on the client's page only. */
  clientInitials: z.string().nullable(),
  /** How many sessions of the plan remained; null when it is about something else. */
  sessionsLeft: z.int().nullable(),
  /** How much of the storage was used; null when it is about something else. */
  storagePercent: z.int().nullable(),
  /** Whose doing it was, `Attend staff` for what was done in the admin panel; null when they have left, or when it was nobody's. */
  actorName: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** The newest 50, and how many of all are unread. */
export const NoticeList = z.object({ items: z.array(Notice), unread: z.int() })
export type NoticeList = z.infer<typeof NoticeList>

/** A notice belongs to its receiver alone: whoever views data as them is shown none. */
export const notices = {
  list: endpoint({ method: 'GET', path: '/notices', summary: "The caller's newest notices" }).output(NoticeList),
  read: endpoint({ method: 'POST', path: '/notices/{noticeId}/read', summary: 'Mark a notice as read' })
    // A badly formed id names nothing, so it is left to the look-up to answer 404.
    .input(z.object({ noticeId: z.string() }))
    .output(NoticeList),
  readAll: endpoint({ method: 'POST', path: '/notices/read', summary: 'Mark all notices as read' }).output(NoticeList),
}
