/** Bytes as decimal gigabytes, e.g. `4.6 GB`. */
export const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
