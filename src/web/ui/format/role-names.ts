import type { Role } from '#shared/rules/roles.ts'

/** Roles as people read them. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  supervisor: 'Supervisor',
  therapist: 'Therapist',
}
