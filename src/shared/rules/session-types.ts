/** Session types that forms offer. Therapists may also name others. */
export const sessionTypes: readonly string[] = ['Individual', 'Couple', 'Family', 'Group']
