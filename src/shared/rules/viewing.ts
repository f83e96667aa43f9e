/** Response header for signed-in callers: the id of their account. Pages send the account whose data they show. */
export const accountHeader = 'x-account'

/** Response header for signed-in callers: the viewed user. */
export const viewingHeader = 'x-viewing-as'

/** Value of the header while the caller sees their own data. Otherwise it is the id of the viewed user. */
export const notViewing = 'none'

/** Response header for signed-in callers: their current organization. Pages send the organization that they show. */
export const organizationHeader = 'x-organization'

/** Value of the header for users in no organization. */
export const noOrganization = 'none'
