interface Invited {
  /** True if the invitation link was mailed to the address. This verifies the address, so no code is mailed. */
  isVerified: boolean
  /** Words that others know about the user. They weaken a password. */
  known: readonly string[]
}

/** Sign-ups by invitation. The key is the request object passed to better-auth, so callers cannot add entries. */
export const invitedSignUps = new WeakMap<Request, Invited>()
