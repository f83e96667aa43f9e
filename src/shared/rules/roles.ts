/** Roles in an organization, from least to most that one may do (spec admin §6). */
export const organizationRoles = ['therapist', 'supervisor', 'admin', 'owner'] as const
export type Role = (typeof organizationRoles)[number]

/** Roles that an invitation may offer. An owner is made from a member. */
export const invitedRoles = ['therapist', 'supervisor', 'admin'] as const satisfies readonly Role[]
export type InvitedRole = (typeof invitedRoles)[number]

/** Whether a role has charge of its organization: its name, members, invitations and clients. */
export function isInCharge(role: Role | null): boolean {
  return role === 'owner' || role === 'admin'
}

/**
 * The roles that somebody may give to a member, the present one included; none when they may not change it at all.
 * Nobody raises anyone above their own role, and nobody changes someone above them (D10). That the last owner
 * stays one is known only where all members are.
 */
export function rolesToGive(own: Role | null, present: Role): readonly Role[] {
  return own !== null && isInCharge(own) && !isAbove(present, own)
    ? organizationRoles.filter((role) => !isAbove(role, own))
    : []
}

/** The roles that somebody may invite to. */
export function rolesToInvite(own: Role | null): readonly InvitedRole[] {
  return own !== null && isInCharge(own) ? invitedRoles.filter((role) => !isAbove(role, own)) : []
}

/** Whether somebody may take a member out of the organization. Owners stay: they are given another role first. */
export function mayRemove(own: Role | null, member: Role): boolean {
  return isInCharge(own) && member !== 'owner'
}

function isAbove(role: Role, other: Role): boolean {
  return organizationRoles.indexOf(role) > organizationRoles.indexOf(other)
}
