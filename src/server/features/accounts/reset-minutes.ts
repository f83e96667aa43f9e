/** How long a link that sets a new password lasts. */
export const resetMinutes = 10
