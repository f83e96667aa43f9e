import type { HeldAt } from '#shared/contract/held-session.ts'
import { heldAtFault } from '#shared/rules/held-at.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'

/** @throws session_in_future, session_long_ago if a session cannot have been held at the stated time */
export function requireHeldAt({ actor, clock }: Context, heldAt: HeldAt | undefined): void {
  const fault = heldAt && heldAtFault(heldAt, clock(), actor.timeZone)
  if (fault) fail(fault)
}
