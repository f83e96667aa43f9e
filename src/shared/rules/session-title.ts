import { initialsOf } from './initials.ts'

/** What a session is called where others may read it: the client's initials and no more, e.g. `Session with M.S.` */
export function sessionTitle(client: { firstName: string; lastName: string }): string {
  const initials = initialsOf(client).map((letter) => `${letter}.`)
  return `Session with ${initials.join('')}`
}
