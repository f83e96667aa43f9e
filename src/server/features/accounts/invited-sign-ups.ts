/** What an invitation adds to the sign-up that accepts it. */
interface Invited {
  /** The link was mailed to the address, which proves it: no code is mailed. */
  isProved: boolean
  /** Words that others know about the person, which weaken a password. */
  known: readonly string[]
}

/** Keyed by the request passed to better-auth, so callers cannot set it. */
export const invitedSignUps = new WeakMap<Request, Invited>()
