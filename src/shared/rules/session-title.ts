/** What a session is called where others may read it: the client's initials and no more, e.g. `Session with M.S.` */
export function sessionTitle(client: { firstName: string; lastName: string }): string {
  const initials = [client.firstName, client.lastName].map((name) => Array.from(name.trim())[0]?.toUpperCase() ?? '')
  return `Session with ${initials.map((letter) => `${letter}.`).join('')}`
}
