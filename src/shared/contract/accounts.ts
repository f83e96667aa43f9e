import * as z from 'zod'
import { licenseTypes } from '#shared/rules/license-types.ts'
import { organizationRoles } from '#shared/rules/roles.ts'
import { endpoint } from './endpoint.ts'
import { NoteType } from './notes.ts'
import { FirstName, LastName, NameText } from './names.ts'

export const LicenseType = z.enum(licenseTypes)
export type LicenseType = z.infer<typeof LicenseType>

export const OrganizationRole = z.enum(organizationRoles)
export type OrganizationRole = z.infer<typeof OrganizationRole>

/** The notices that an account wants to get. */
export const NotificationSettings = z.object({
  lowSessionsRemaining: z.boolean(),
  homeworkCompleted: z.boolean(),
  clientTransferred: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** A viewing in progress. */
export const ViewingState = z.object({
  /** The viewed user, shown as 'Viewing data as {name}'. */
  name: z.string(),
  /** The user who is viewing. */
  viewerName: z.string(),
  endsAt: z.iso.datetime({ offset: true }),
  /** End by the server clock; a browser clock may be wrong. */
  secondsLeft: z.int(),
})
export type ViewingState = z.infer<typeof ViewingState>

/** The caller's account. While the caller views as another user, that user's account. */
export const Account = z.object({
  id: z.string(),
  email: z.string(),
  /**
   * An account without a confirmed address cannot add passkeys or authenticators, send invitations or join
   * organizations.
   */
  emailVerified: z.boolean(),
  /** Platform role: `admin` may open the admin panel. */
  role: z.enum(['user', 'admin']),
  firstName: z.string(),
  lastName: z.string(),
  clinicName: z.string(),
  phoneNumber: z.string(),
  licenseType: LicenseType,
  /** Letters after the name, e.g. 'LCSW'; needed for signing. */
  credentials: z.string(),
  licenseNumber: z.string(),
  licenseState: z.string(),
  /** National Provider Identifier: ten digits, or empty. */
  npi: z.string(),
  /** True if the user says that a supervisor has to co-sign the notes. */
  isPrelicensed: z.boolean(),
  defaultNoteType: NoteType,
  notificationSettings: NotificationSettings,
  welcomeVideoSeen: z.boolean(),
  /** IANA zone, e.g. `Europe/Berlin`. It decides what 'today' means for the user. */
  timeZone: z.string(),
  organization: z
    .object({
      id: z.string(),
      name: z.string(),
      role: OrganizationRole,
      /** Set by an owner or admin; the user cannot change it. */
      isPrelicensed: z.boolean(),
    })
    .nullable(),
  viewing: ViewingState.nullable(),
  /** False for visitors of a public demo practice: they can neither record nor upload. */
  canUpload: z.boolean(),
  /** True for platform admins, and for the first account of a local installation. */
  canManageEngines: z.boolean(),
  /**
   * Name of the organization whose data is closed because this sign-in lacks the second factor that it requires.
   */
  closedOrganization: z.string().nullable(),
})
export type Account = z.infer<typeof Account>

/** Features of this installation, for signed-in and anonymous callers. */
export const Setup = z.object({
  offersDemo: z.boolean(),
  uploadMaxMb: z.number(),
  /** True if the outbox page shows mails because no mail server is set up. */
  hasOutbox: z.boolean(),
  /** External video player in the welcome dialog. Null shows a short tour. */
  welcomeVideoUrl: z.string().nullable(),
  /** Sentry project for errors of this browser. Null sends no reports. */
  errorReportsDsn: z.string().nullable(),
})
export type Setup = z.infer<typeof Setup>

/** Sign-in methods of an account in addition to its password. */
export const SecondFactor = z.object({
  /** False for accounts without a password: the shared ones of the demo practice. */
  canChange: z.boolean(),
  /** Platform admins need a second factor. */
  isRequired: z.boolean(),
  /** True if a second factor was given in this sign-in. */
  isGiven: z.boolean(),
  /** Names of the caller's organizations that require a second factor. */
  requiredBy: z.array(z.string()),
  /** Number of unused recovery codes. Null while no authenticator app is set up. */
  recoveryCodesLeft: z.number().int().nullable(),
  /** Null if the password was never changed. */
  passwordChangedAt: z.iso.datetime().nullable(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** True if a password manager syncs the passkey to other devices. */
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
  /** Rejected before the password check, because of too many attempts. */
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
/** A sign-in of the caller, with the browser and device that it was made on. */
export const SignIn = z.object({
  id: z.string(),
  /** True for this sign-in, which is listed first. The others follow by last use. */
  isCurrent: z.boolean(),
  /** 'Chrome on macOS', from the user agent. */
  device: z.string(),
  /** IP address of the last use. */
  ipAddress: z.string().nullable(),
  /** Null for sign-ins from before the method was stored. */
  method: z.enum(['password', 'authenticator', 'recovery code', 'passkey', 'demo']).nullable(),
  signedInAt: z.iso.datetime(),
  /** Rounded to a quarter of an hour. */
  lastUsedAt: z.iso.datetime(),
})
export type SignIn = z.infer<typeof SignIn>

export const SignInList = z.object({
  items: z.array(SignIn),
  /** Days after which a sign-in ends, even if it is in use. */
  maxDays: z.int(),
})
export type SignInList = z.infer<typeof SignInList>

/**
 * Sign-in, sign-up, sign-out, password reset and changes of the second factor are better-auth's own routes below `/api/auth`; `web/api/auth.ts` calls them.
 */
export const accounts = {
  setup: endpoint({ method: 'GET', path: '/setup', summary: 'Capabilities of this installation' }).output(Setup),
  secondFactor: endpoint({
    method: 'GET',
    path: '/me/second-factor',
    withoutSecondFactor: true,
    summary: "The caller's authenticator app, recovery codes and passkeys",
  }).output(SecondFactor),
  /** At most 20 per hour are recorded. Empty while the caller views as another user. */
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
    summary: "The caller's active sign-ins",
  }).output(SignInList),
  /** @throws sign_in_missing for an ended sign-in and for the caller's own */
  signOutDevice: endpoint({
    method: 'DELETE',
    path: '/me/sign-ins/{signInId}',
    withoutSecondFactor: true,
    summary: 'End one of the other sign-ins of the caller',
  })
    // The lookup returns 404 for a malformed id.
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
   * Mails a new code, at most one per minute and five per hour (`address_code_soon`). Does nothing if the address is
   * confirmed.
   */
  sendEmailCode: endpoint({
    method: 'POST',
    path: '/me/email-code',
    withoutSecondFactor: true,
    summary: 'Send the caller a code that confirms their email address',
  }),
  /**
   * Takes the code that was mailed at sign-up or by `sendEmailCode`. It is valid for an hour and allows ten tries.
   * Removes earlier passkeys, authenticators and sign-ins, except the caller's.
   * @throws address_code_wrong, address_code_expired
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
        firstName: FirstName.optional(),
        lastName: LastName.optional(),
        clinicName: NameText.max(200).optional(),
        phoneNumber: z.string().trim().max(40).optional(),
        licenseType: LicenseType.optional(),
        credentials: NameText.max(60).optional(),
        licenseNumber: z.string().trim().max(60).optional(),
        licenseState: z.string().trim().max(60).optional(),
        npi: z
          .string()
          .trim()
          .regex(/^(\d{10})?$/, 'An NPI has ten digits.')
          .optional(),
        isPrelicensed: z.boolean().optional(),
        defaultNoteType: NoteType.optional(),
        notificationSettings: NotificationSettings.partial().optional(),
        welcomeVideoSeen: z.boolean().optional(),
        timeZone: z.string().max(100).optional(),
      }),
    )
    .output(Account),
}
