/**
 * Data of a page that is refetched whenever it is opened stay fresh this long, because its loader has just requested
 * what its components request. A slow phone needs some seconds from one to the other.
 */
export const justLoadedMs = 5000
