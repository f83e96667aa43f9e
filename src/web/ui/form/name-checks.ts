import { visibleName } from '#shared/rules/visible.ts'

/** Checks that a name is left when the server has removed invisible characters. */
function required(what: string) {
  return (name: string) => (visibleName(name) === '' ? `${what} is required.` : null)
}

export const nameChecks = { firstName: required('First name'), lastName: required('Last name') }
export const organizationNameCheck = required('Organization name')
