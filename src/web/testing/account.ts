import type { InferContractRouterInputs } from '@orpc/contract'
import type { Account, accounts, Setup, SecondFactor } from '#shared/contract/accounts.ts'

/** The owner of a practice, for whom most tests open pages. */
export const owner: Account = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d1c01',
  email: 'robin@example.test',
  emailVerified: true,
  role: 'user',
  firstName: 'Robin',
  lastName: 'Hale',
  clinicName: '',
  phoneNumber: '',
  licenseType: 'Other',
  credentials: 'LCSW',
  licenseNumber: 'LC-20417',
  licenseState: 'Oregon',
  npi: '',
  isPrelicensed: false,
  defaultNoteType: 'SOAP',
  notificationSettings: { lowSessionsRemaining: true, homeworkCompleted: true, clientTransferred: true },
  welcomeVideoSeen: true,
  timeZone: 'Europe/Berlin',
  organization: {
    id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d1c02',
    name: "Robin Hale's Practice",
    role: 'owner',
    isPrelicensed: false,
  },
  viewing: null,
  canUpload: true,
  canManageEngines: false,
  closedOrganization: null,
}

type Changes = InferContractRouterInputs<{ accounts: typeof accounts }>['accounts']['update']

/** The account after a change of some fields. */
export function changedAccount(account: Account, { notificationSettings, ...changes }: Changes): Account {
  return {
    ...account,
    ...changes,
    notificationSettings: { ...account.notificationSettings, ...notificationSettings },
  }
}

/** The public settings of an installation with the built-in services. */
export const setup: Setup = {
  offersDemo: true,
  uploadMaxMb: 25,
  hasOutbox: true,
  welcomeVideoUrl: null,
  errorReportsDsn: null,
}

/** The factors of an account without authenticator app and passkeys. */
export const passwordOnly: SecondFactor = {
  canChange: true,
  isRequired: false,
  isGiven: false,
  requiredBy: [],
  recoveryCodesLeft: null,
  passwordChangedAt: null,
  passkeys: [],
}
