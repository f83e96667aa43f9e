import type { Role } from '#shared/rules/roles.ts'

/** Display names of roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  supervisor: 'Supervisor',
  therapist: 'Therapist',
}
