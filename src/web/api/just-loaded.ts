/**
 * Stale time for data that is refetched whenever its page is opened. The loader of the page has just requested the data
 * that the page's components request; on a slow phone, some seconds pass in between.
 */
export const justLoadedMs = 5000
