import { dottedInitials } from './initials.ts'

/** Title of a session for other readers: only the client's initials, e.g. `Session with M.S.` */
export function sessionTitle(client: { firstName: string; lastName: string }): string {
  return `Session with ${dottedInitials(client)}`
}
