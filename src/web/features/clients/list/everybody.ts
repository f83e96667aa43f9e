/** The choice of all therapists. */
export const everybody = { value: 'everybody', label: 'All therapists' } as const
