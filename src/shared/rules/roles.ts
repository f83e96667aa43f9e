/** Roles in an organization, from lowest to highest rank (spec admin §6). */
export const organizationRoles = ['therapist', 'supervisor', 'admin', 'owner'] as const
export type Role = (typeof organizationRoles)[number]

/** Roles that an invitation may offer. Only a member can become an owner. */
export const invitedRoles = ['therapist', 'supervisor', 'admin'] as const satisfies readonly Role[]
export type InvitedRole = (typeof invitedRoles)[number]

/** True if a role administers its organization: name, members, invitations and clients. */
export function isOrganizationAdmin(role: Role | null): boolean {
  return role === 'owner' || role === 'admin'
}

/**
 * The roles that an actor may grant to a member, including the current one; empty if the actor may not change it. No
 * one promotes anyone above their own role or changes a member above them (D10). The server checks that one owner
 * remains, because only the server can read all members.
 */
export function rolesToGive(own: Role | null, present: Role): readonly Role[] {
  return own !== null && isOrganizationAdmin(own) && !isAbove(present, own)
    ? organizationRoles.filter((role) => !isAbove(role, own))
    : []
}

/** The roles that an actor may offer in an invitation. */
export function rolesToInvite(own: Role | null): readonly InvitedRole[] {
  return own !== null && isOrganizationAdmin(own) ? invitedRoles.filter((role) => !isAbove(role, own)) : []
}

/** True if an actor may remove a member. Owners cannot be removed until they have another role. */
export function mayRemove(own: Role | null, member: Role): boolean {
  return isOrganizationAdmin(own) && member !== 'owner'
}

/** True if a member may leave. Owners stay until they have another role. */
export function mayLeave(own: Role | null): boolean {
  return own !== null && own !== 'owner'
}

function isAbove(role: Role, other: Role): boolean {
  return organizationRoles.indexOf(role) > organizationRoles.indexOf(other)
}
