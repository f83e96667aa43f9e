/** The option that shows the clients of all therapists. */
export const everybody = { value: 'everybody', label: 'All therapists' } as const
