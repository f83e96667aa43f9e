/** The option that shows the clients of all therapists. */
export const allTherapists = { value: 'everybody', label: 'All therapists' } as const
