import { dottedInitials } from './initials.ts'

/** What a session is called where others may read it: the client's initials and no more, e.g. `Session with M.S.` */
export function sessionTitle(client: { firstName: string; lastName: string }): string {
  return `Session with ${dottedInitials(client)}`
}
