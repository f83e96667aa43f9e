interface Invited {
  /** The link was mailed to the address, which verifies it: no code is mailed. */
  isVerified: boolean
  /** Words that others know about the person; they weaken a password. */
  known: readonly string[]
}

/** Keyed by the request object passed to better-auth, so callers cannot set it. */
export const invitedSignUps = new WeakMap<Request, Invited>()
