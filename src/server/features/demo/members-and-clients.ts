import type { LicenseType, OrganizationRole } from '#shared/contract/accounts.ts'
import type { Pronouns } from '#shared/contract/clients.ts'
import type { NoteType } from '#shared/contract/notes.ts'
import type { Theme } from './themes.ts'

/** Time zone of everyone in the demo practice, because visitors have no profile. */
export const demoTimeZone = 'America/New_York'

export const demoPractice = { id: 'de300000-0000-8000-8000-000000000000', name: 'Harbour Street Practice' }

interface Member {
  /** Fixed ids, so that repeated preparation finds the existing rows. */
  id: string
  firstName: string
  lastName: string
  email: string
  role: OrganizationRole
  licenseType: LicenseType
  credentials: string
  /** True if a supervisor co-signs the notes. */
  isPrelicensed?: boolean
  defaultNoteType: NoteType
  managedBy?: string
}

const supervisorId = 'de300000-0000-8000-8000-000000000003'

export const team = {
  maya: {
    id: 'de300000-0000-8000-8000-000000000001',
    firstName: 'Maya',
    lastName: 'Ellison',
    email: 'maya.ellison@harbourstreet.example',
    role: 'owner',
    licenseType: 'Doctoral',
    credentials: 'PsyD',
    defaultNoteType: 'SOAP',
  },
  jordan: {
    id: 'de300000-0000-8000-8000-000000000002',
    firstName: 'Jordan',
    lastName: 'Pikewell',
    email: 'jordan.pikewell@harbourstreet.example',
    role: 'admin',
    licenseType: 'Masters',
    credentials: 'LMFT',
    defaultNoteType: 'Case Management',
  },
  theo: {
    id: supervisorId,
    firstName: 'Theo',
    lastName: 'Marchbanks',
    email: 'theo.marchbanks@harbourstreet.example',
    role: 'supervisor',
    licenseType: 'Doctoral',
    credentials: 'PhD',
    defaultNoteType: 'DAP',
  },
  amara: {
    id: 'de300000-0000-8000-8000-000000000004',
    firstName: 'Amara',
    lastName: 'Osei-Lind',
    email: 'amara.osei-lind@harbourstreet.example',
    role: 'therapist',
    licenseType: 'Masters',
    credentials: 'LCSW',
    defaultNoteType: 'BIRP',
    managedBy: supervisorId,
  },
  wen: {
    id: 'de300000-0000-8000-8000-000000000005',
    firstName: 'Wen',
    lastName: 'Castellane',
    email: 'wen.castellane@harbourstreet.example',
    role: 'therapist',
    licenseType: 'Non-licensed Intern',
    credentials: 'MA',
    isPrelicensed: true,
    defaultNoteType: 'PIRP',
    managedBy: supervisorId,
  },
} as const satisfies Record<string, Member>

export type MemberKey = keyof typeof team

/** A later change of the note of a client's long session. */
export type FollowUpChange =
  | { kind: 'edited'; sentence: string }
  | { kind: 'enhanced'; instructions: string }
  | { kind: 'type changed'; to: NoteType }

export interface DemoClient {
  therapist: MemberKey
  firstName: string
  lastName: string
  pronouns: Pronouns
  theme: Theme
  everyWeeks: 1 | 2
  /** Weeks before today in which therapy started (at most the three months shown) and, for archived clients, ended. */
  weeks: readonly [started: number, ended?: number]
  /** Variant of the theme's long dialogue used for this client, if any. */
  long?: 0 | 1
  followUpChange?: FollowUpChange
  /** True if the spoken recording belongs to this client. */
  isRecorded?: boolean
}

type Row = readonly [
  therapist: MemberKey,
  firstName: string,
  lastName: string,
  pronouns: Pronouns,
  theme: Theme,
  everyWeeks: 1 | 2,
  weeks: readonly [number, number?],
  more?: Pick<DemoClient, 'long' | 'followUpChange' | 'isRecorded'>,
]

/** All people are invented. */
const rows: readonly Row[] = [
  ['maya', 'Juniper', 'Valecroft', 'She/Her', 'work-stress', 1, [13], { isRecorded: true }],
  [
    'maya',
    'Tobias',
    'Fennimore',
    'He/Him',
    'sleep',
    1,
    [9],
    {
      long: 0,
      followUpChange: {
        kind: 'edited',
        sentence: 'Sleepiness and driving were reviewed; written sleep window handed over.',
      },
    },
  ],
  ['maya', 'Leilani', 'Quickwater', 'She/Her', 'panic', 1, [12], { long: 0 }],
  ['maya', 'Osgood', 'Bramblewick', 'He/Him', 'grief', 2, [13], { long: 0 }],
  [
    'maya',
    'Ravi',
    'Thistlewood',
    'He/Him',
    'couples',
    2,
    [11],
    { long: 0, followUpChange: { kind: 'type changed', to: 'DAP' } },
  ],
  ['maya', 'Callum', 'Okonedo-Frost', 'He/Him', 'alcohol', 1, [13], { long: 0 }],
  [
    'maya',
    'Mireille',
    'Sandoval-Pike',
    'She/Her',
    'work-stress',
    2,
    [13],
    {
      long: 1,
      followUpChange: { kind: 'enhanced', instructions: 'Make it shorter and focus on sleep, headaches and the plan.' },
    },
  ],
  ['maya', 'Piper', 'Lanternway', 'She/Her', 'teen-anxiety', 1, [10], { long: 0 }],
  ['maya', 'Xiomara', 'Weatherby', 'She/Her', 'trauma', 1, [8], { long: 0 }],
  ['maya', 'Ash', 'Moonridge', 'They/Them', 'parts', 1, [12], { long: 0 }],
  ['maya', 'Desmond', 'Applegarth', 'He/Him', 'housing', 1, [6], { long: 0 }],
  ['maya', 'Noor', 'Hollowell', 'She/Her', 'intake', 1, [1], { long: 0 }],
  [
    'maya',
    'Emeka',
    'Starling',
    'He/Him',
    'low-mood',
    1,
    [10],
    {
      long: 0,
      followUpChange: {
        kind: 'edited',
        sentence: 'Safety plan completed together in session; copy kept in the chart.',
      },
    },
  ],
  ['maya', 'Greta', 'Underhill', 'She/Her', 'sleep', 2, [13, 4], {}],
  ['maya', 'Marisol', 'Ivywood', 'She/Her', 'panic', 2, [13, 3], {}],
  ['maya', 'Bao', 'Kestrelton', 'He/Him', 'low-mood', 2, [13], {}],
  ['maya', 'Wilhelmina', 'Driftmoor', 'She/Her', 'grief', 2, [13, 5], {}],
  ['jordan', 'Ezekiel', 'Copperfern', 'He/Him', 'housing', 1, [9], { long: 1 }],
  ['jordan', 'Solveig', 'Marshlight', 'She/Her', 'housing', 2, [13], {}],
  ['jordan', 'Rosalba', 'Tinderbox-Lee', 'She/Her', 'alcohol', 2, [13, 2], {}],
  ['theo', 'Ignatius', 'Plumtree', 'He/Him', 'couples', 1, [8], { long: 1 }],
  ['theo', 'Yasmin', 'Cloudesley', 'She/Her', 'trauma', 1, [11], { long: 1 }],
  ['theo', 'Kit', 'Everdale', 'They/Them', 'parts', 2, [13], { long: 1 }],
  ['theo', 'Anselm', 'Rookwater', 'He/Him', 'intake', 1, [1], { long: 1 }],
  ['amara', 'Fatou', 'Silverbirch', 'She/Her', 'grief', 1, [9], { long: 1 }],
  ['amara', 'Dmitri', 'Honeyfield', 'He/Him', 'panic', 1, [7], { long: 1 }],
  ['amara', 'Luz', 'Pennyfeather', 'She/Her', 'teen-anxiety', 1, [11], { long: 1 }],
  ['amara', 'Hyun-woo', 'Larkspur', 'He/Him', 'work-stress', 2, [13], {}],
  ['amara', 'Beatrix', 'Stonebridge-Ali', 'She/Her', 'couples', 2, [13, 6], {}],
  ['amara', 'Omar', 'Greenshaw', 'He/Him', 'alcohol', 1, [8], { long: 1 }],
  ['wen', 'Saoirse', 'Blackwater', 'She/Her', 'low-mood', 1, [6], { long: 1 }],
  ['wen', 'Kofi', 'Meadowes', 'He/Him', 'sleep', 1, [10], { long: 1 }],
  ['wen', 'River', 'Ashgrove', 'They/Them', 'teen-anxiety', 2, [13], {}],
  ['wen', 'Priscilla', 'Oakhollow', 'She/Her', 'parts', 2, [13], {}],
  ['wen', 'Teodor', 'Windermaul', 'He/Him', 'trauma', 2, [12, 3], {}],
  ['wen', 'Aiyana', 'Brookhaven', 'N/A', 'low-mood', 2, [9], {}],
]

export const demoClients: readonly DemoClient[] = rows.map(
  ([therapist, firstName, lastName, pronouns, theme, everyWeeks, weeks, more]) => ({
    therapist,
    firstName,
    lastName,
    pronouns,
    theme,
    everyWeeks,
    weeks,
    ...more,
  }),
)
