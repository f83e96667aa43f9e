/** Lifetime of a reset link. */
export const resetMinutes = 10
