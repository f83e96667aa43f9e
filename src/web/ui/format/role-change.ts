import type { Role } from '#shared/rules/roles.ts'

interface RoleChange {
  name: string
  from: Role
  to: Role
  /** Number of therapists whom the member supervises. */
  supervised: number
  isOwn: boolean
}

export interface RoleQuestion {
  title: string
  consequence: string
}

/** The question before a change of a role that has an effect beyond the role. */
export function roleQuestion({ name, from, to, supervised, isOwn }: RoleChange): RoleQuestion | null {
  const consequence = consequenceOf(from, to, supervised, isOwn)
  return consequence === null ? null : { title: `Make ${name} ${rolePhrase(to)}?`, consequence }
}

function consequenceOf(from: Role, to: Role, supervised: number, isOwn: boolean): string | null {
  if (isOwn) return 'This is your own role. You may not be able to undo this yourself.'
  if (to === 'owner') return 'An owner can do everything in the organization, and cannot be removed.'
  if (from === 'owner')
    return to === 'admin'
      ? 'They can no longer change owners, and can be removed.'
      : 'They can no longer administer the organization, and can be removed.'
  if (supervised === 0) return null
  return supervised === 1
    ? 'The therapist they supervise will have no supervisor.'
    : `The ${supervised} therapists they supervise will have no supervisor.`
}

/** A role with its article. */
export function rolePhrase(role: Role): string {
  return role === 'owner' || role === 'admin' ? `an ${role}` : `a ${role}`
}
