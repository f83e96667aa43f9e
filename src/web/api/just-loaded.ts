/**
 * Data of a page that is refetched whenever it is opened stay fresh this long, because its loader has just requested
 * what its components request.
 */
export const justLoadedMs = 1000
