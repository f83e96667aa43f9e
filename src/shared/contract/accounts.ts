import * as z from 'zod'
import { licenseTypes } from '#shared/rules/license-types.ts'
import { organizationRoles } from '#shared/rules/roles.ts'
import { endpoint } from './endpoint.ts'
import { NoteType } from './notes.ts'

export const LicenseType = z.enum(licenseTypes)
export type LicenseType = z.infer<typeof LicenseType>

export const OrganizationRole = z.enum(organizationRoles)
export type OrganizationRole = z.infer<typeof OrganizationRole>

/** Which notices somebody wishes to get. */
export const NotificationSettings = z.object({
  lowSessionsRemaining: z.boolean(),
  homeworkCompleted: z.boolean(),
  clientTransferred: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** What stands while somebody views data as another person. */
export const ViewingState = z.object({
  /** Whose data is shown: 'Viewing data as {name}'. */
  name: z.string(),
  /** Who is looking. */
  viewerName: z.string(),
  endsAt: z.iso.datetime({ offset: true }),
  /** Until then, by the server's clock: that of a browser may be wrong. */
  secondsLeft: z.int(),
})
export type ViewingState = z.infer<typeof ViewingState>

/** The caller's account; while they view data as somebody else, that person's. */
export const Account = z.object({
  id: z.string(),
  email: z.string(),
  /** Until the address is confirmed there are no passkeys, authenticators, invitations and other organizations. */
  emailVerified: z.boolean(),
  /** Platform role: `admin` may open the admin panel. */
  role: z.enum(['user', 'admin']),
  firstName: z.string(),
  lastName: z.string(),
  clinicName: z.string(),
  phoneNumber: z.string(),
  licenseType: LicenseType,
  defaultNoteType: NoteType,
  notificationSettings: NotificationSettings,
  welcomeVideoSeen: z.boolean(),
  /** IANA zone, e.g. `Europe/Berlin`: what 'today' means for this person. */
  timeZone: z.string(),
  organization: z.object({ id: z.string(), name: z.string(), role: OrganizationRole }).nullable(),
  viewing: ViewingState.nullable(),
  /** False for visitors of a demo practice that is open to everybody: they neither record nor upload. */
  canHandIn: z.boolean(),
  /**
   * Name of the organization that is closed to this sign-in, because it requires a second factor and none was given; null where
   * everything can be reached.
   */
  closedOrganization: z.string().nullable(),
})
export type Account = z.infer<typeof Account>

/** What the product is set up to do, for everyone, signed in or not. */
export const Setup = z.object({
  offersDemo: z.boolean(),
  uploadMaxMb: z.number(),
  /** Whether mails are read in the outbox page, because no mail server is set up. */
  hasOutbox: z.boolean(),
  /** A player of another site, framed in the welcome of first-time users; null where a short tour stands instead. */
  welcomeVideoUrl: z.string().nullable(),
  /** Sentry project that this browser reports errors to; null where nothing is reported. */
  errorReportsDsn: z.string().nullable(),
})
export type Setup = z.infer<typeof Setup>

/** How an account signs in beside its password. */
export const SecondFactor = z.object({
  /** False for accounts without a password: the shared ones of the demo practice. */
  canChange: z.boolean(),
  /** Whether the account administers the platform, for which a second factor is needed. */
  isRequired: z.boolean(),
  /** Recovery codes that were not used yet. Null while no authenticator app is set up. */
  recoveryCodesLeft: z.number().int().nullable(),
  /** Null while the password is the first one. */
  passwordChangedAt: z.iso.datetime().nullable(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Kept by a password manager, on more than one device. */
      isSynced: z.boolean(),
      addedAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const FailedSignInReason = z.enum([
  'password',
  'code',
  'recovery_code',
  'passkey',
  /** Refused before the password was checked: too many attempts. */
  'too_many',
  /** The account is deactivated. */
  'deactivated',
])
export type FailedSignInReason = z.infer<typeof FailedSignInReason>

/** A failed sign-in to the caller's account. */
export const FailedSignIn = z.object({
  at: z.iso.datetime(),
  reason: FailedSignInReason,
  /** 'Chrome on macOS', from the user agent. */
  device: z.string(),
  ipAddress: z.string().nullable(),
})
export type FailedSignIn = z.infer<typeof FailedSignIn>
/** A device, by its browser, on which the caller is signed in. */
export const SignIn = z.object({
  id: z.string(),
  /** This sign-in, listed first. The others follow by last use. */
  isCurrent: z.boolean(),
  /** 'Chrome on macOS', from the user agent. */
  device: z.string(),
  /** Where it was used last. */
  ipAddress: z.string().nullable(),
  /** Null for sign-ins from before this was stored. */
  method: z.enum(['password', 'authenticator', 'recovery code', 'passkey', 'demo']).nullable(),
  signedInAt: z.iso.datetime(),
  /** To a quarter of an hour. */
  lastUsedAt: z.iso.datetime(),
})
export type SignIn = z.infer<typeof SignIn>

export const SignInList = z.object({
  items: z.array(SignIn),
  /** Days after which each sign-in ends, however much it is used. */
  maxDays: z.int(),
})
export type SignInList = z.infer<typeof SignInList>

/**
 * Sign-in, sign-up, sign-out, password reset and changes of the second factor are better-auth's own routes below `/api/auth`; `web/api/auth.ts` calls them.
 */
export const accounts = {
  setup: endpoint({ method: 'GET', path: '/setup', summary: 'What this installation offers' }).output(Setup),
  secondFactor: endpoint({
    method: 'GET',
    path: '/me/second-factor',
    withoutSecondFactor: true,
    summary: "The caller's authenticator app, recovery codes and passkeys",
  }).output(SecondFactor),
  /** Rate limited: at most 20 per hour are recorded. Empty while the caller views data as somebody else. */
  listFailedSignIns: endpoint({
    method: 'GET',
    path: '/me/failed-sign-ins',
    withoutSecondFactor: true,
    summary: "Failed sign-ins to the caller's account in the last 90 days, newest first, 100 at most",
  }).output(z.array(FailedSignIn)),
  signIns: endpoint({
    method: 'GET',
    path: '/me/sign-ins',
    withoutSecondFactor: true,
    summary: 'Where the caller is signed in',
  }).output(SignInList),
  /** `sign_in_missing` for an ended sign-in and for the caller's own. */
  signOutDevice: endpoint({
    method: 'DELETE',
    path: '/me/sign-ins/{signInId}',
    withoutSecondFactor: true,
    summary: 'End one of the other sign-ins of the caller',
  })
    // A badly formed id names nothing, so it is left to the look-up to answer 404.
    .input(z.object({ signInId: z.string() }))
    .output(SignInList),
  signOutElsewhere: endpoint({
    method: 'POST',
    path: '/me/sign-ins/end-others',
    withoutSecondFactor: true,
    summary: 'End all other sign-ins of the caller',
  }).output(z.object({ ended: z.int() })),
  me: endpoint({
    method: 'GET',
    path: '/me',
    withoutSecondFactor: true,
    summary: "The caller's account",
  }).output(Account),
  /**
   * Mails a new code, at most one per minute and five per hour (`address_code_soon`). Nothing happens once the address is confirmed.
   */
  sendEmailCode: endpoint({
    method: 'POST',
    path: '/me/email-code',
    withoutSecondFactor: true,
    summary: 'Mail the caller a code that confirms their email address',
  }),
  /**
   * With the code that was mailed: at sign-up, or by `sendEmailCode`. It is valid for an hour and allows ten tries. Passkeys,
   * authenticator and sign-ins from before are removed, save the one that asks. `address_code_wrong`, `address_code_expired`.
   */
  confirmEmail: endpoint({
    method: 'POST',
    path: '/me/email',
    withoutSecondFactor: true,
    summary: "Confirm the caller's email address",
  })
    .input(z.object({ code: z.string().trim().min(1, 'Enter the code.').max(20) }))
    .output(Account),
  update: endpoint({ method: 'PATCH', path: '/me', summary: "Change the caller's account" })
    .input(
      z.object({
        firstName: z.string().trim().min(1, 'First name is required.').max(100).optional(),
        lastName: z.string().trim().min(1, 'Last name is required.').max(100).optional(),
        clinicName: z.string().trim().max(200).optional(),
        phoneNumber: z.string().trim().max(40).optional(),
        licenseType: LicenseType.optional(),
        defaultNoteType: NoteType.optional(),
        notificationSettings: NotificationSettings.optional(),
        welcomeVideoSeen: z.boolean().optional(),
        timeZone: z.string().max(100).optional(),
      }),
    )
    .output(Account),
}
