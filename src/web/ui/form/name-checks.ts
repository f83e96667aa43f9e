import { visibleName } from '#shared/rules/visible.ts'

/** Rejects a name that is empty once invisible characters are removed, as the server does. */
function required(what: string) {
  return (name: string) => (visibleName(name) === '' ? `${what} is required.` : null)
}

export const nameChecks = { firstName: required('First name'), lastName: required('Last name') }
export const organizationNameCheck = required('Organization name')
