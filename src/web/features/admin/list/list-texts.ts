/**
 * Texts of the lists of the admin panel. Those of the first four are verbatim from spec admin §2 and §8, except
 * `noneYet`.
 */
export const listTexts = {
  users: {
    title: 'Users',
    search: 'Search by email, name or clinic...',
    failure: 'Error loading users: ',
    none: 'No users',
    noneYet: 'Everyone who signs up or accepts an invitation is listed here.',
    noMatch: 'No matching users',
  },
  organizations: {
    title: 'Organizations',
    search: 'Search by name...',
    failure: 'Error loading organizations: ',
    none: 'No organizations',
    noneYet: 'Every practice that signs up is listed here.',
    noMatch: 'No matching organizations',
  },
  clients: {
    title: 'Clients',
    search: 'Search by client or therapist...',
    failure: 'Error loading clients: ',
    none: 'No clients',
    noneYet: 'The clients of all therapists are listed here.',
    noMatch: 'No matching clients',
  },
  sessions: {
    title: 'Sessions',
    search: 'Search by client, therapist or session ID...',
    failure: 'Error loading sessions: ',
    none: 'No sessions',
    noneYet: 'The sessions of all therapists are listed here.',
    noMatch: 'No matching sessions',
  },
  accessReasons: {
    title: 'Access Reasons',
    search: 'Search by reason, admin, client or organization...',
    failure: 'Error loading access reasons: ',
    none: 'No access reasons',
    noneYet: 'Reasons that admins give for opening a client or a session are listed here.',
    noMatch: 'No matching access reasons',
  },
} as const

export type ListName = keyof typeof listTexts
