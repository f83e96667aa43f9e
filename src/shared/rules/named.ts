/**
 * Whether somebody's name contains what is typed, as the server searches. For what a former search found, while the answer
 * to what is typed now is on its way: nobody may be chosen who is not called so.
 */
export function isNamed({ firstName, lastName }: { firstName: string; lastName: string }, typed: string): boolean {
  return `${firstName} ${lastName}`.toLowerCase().includes(typed.trim().toLowerCase())
}
