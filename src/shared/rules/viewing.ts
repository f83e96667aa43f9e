/** Header of every answer of the API that was given to somebody signed in: the id of their account. */
export const accountHeader = 'x-account'

/** Header of the same answers: as whom. */
export const viewingHeader = 'x-viewing-as'

/** What the header says while the caller sees their own data; otherwise it is the id of the viewed person. */
export const nobodyViewed = 'nobody'

/** Header of the same answers: the organization that the person acts in. */
export const organizationHeader = 'x-organization'

/** What it says for whoever is in none. */
export const noOrganization = 'none'
