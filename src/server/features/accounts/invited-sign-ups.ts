/** What an invitation adds to the sign-up that accepts it. */
interface Invited {
  /** The link was mailed to the address, which proves it: no code is mailed. */
  isProved: boolean
  /** Words that others know of the person and that make a weak password. */
  known: readonly string[]
}

/** By the request that is handed to better-auth, out of reach of callers. */
export const invitedSignUps = new WeakMap<Request, Invited>()
