import * as z from 'zod'
import { invitedRoles } from '#shared/rules/roles.ts'
import { endpoint } from './endpoint.ts'
import { InvitationId, UserId } from './ids.ts'
import { maxEmailLength } from './limits.ts'
import { FirstName, LastName, NameText } from './names.ts'

export const InvitedRole = z.enum(invitedRoles)
export type InvitedRole = z.infer<typeof InvitedRole>

/** A row of Pending Invitations. */
export const Invitation = z.object({
  /** For owner and admin. Null for other members, who can neither cancel nor resend. */
  id: InvitationId.nullable(),
  email: z.string(),
  role: InvitedRole,
  /** Shown as 'Sent' if sent, else 'Pending'. Other statuses are not listed. */
  status: z.enum(['pending', 'sent']),
  /** 'A team member' if the name is unknown. */
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Seven days after the invitation was last sent. It is not listed afterwards. */
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

/** The result of sending. The invitation exists in any case, and its link works. */
export const SentInvitation = z.object({
  invitation: Invitation,
  /**
   * For the 'Invitation link:' box. The mail has another secret. The inviter sees this one, so it does not prove that
   * the invited person reads the address.
   */
  link: z.string(),
  /** 'Failed to send invitation: …' if the mail was not sent. The invitation then stays pending. */
  failure: z.string().nullable(),
})
export type SentInvitation = z.infer<typeof SentInvitation>

/** The content of the accept page before sign-in. */
export const InvitationOffer = z.object({
  /** Read-only on the page: the invitation is bound to this address. */
  email: z.string(),
  /** 'Organization' if the organization has no name. */
  organizationName: z.string(),
  /** 'A team member' if the name is unknown. */
  inviterName: z.string(),
  role: InvitedRole,
  expiresAt: z.iso.datetime(),
  /** True for the mailed link, which proves the address. Else a code must confirm the address before joining. */
  isMailed: z.boolean(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

const byInvitation = z.object({ invitationId: InvitationId })

/** The secret of a link. It is sent only in bodies and fragments, because URLs are logged. */
const bySecret = z.object({ secret: z.string().max(200) })

/** The part of a new member's profile that is asked for with the invitation. */
export const MemberProfile = z.object({
  firstName: FirstName.optional(),
  lastName: LastName.optional(),
  /** Letters after the name, as in the profile. */
  credentials: NameText.max(60).optional(),
  isPrelicensed: z.boolean().optional(),
  /** The browser's IANA zone, as at sign-up. */
  timeZone: z.string().max(100).optional(),
})
export type MemberProfile = z.infer<typeof MemberProfile>

/**
 * Invitations to the caller's current organization. No response reveals whether an address has an account.
 *
 * `look`, `accept` and `join` fail with the specified sentences: `invitation_missing` for an unknown secret,
 * `invitation_format` (`look`) or `invitation_id_format` for a malformed one, `invitation_over` '…no longer valid
 * (status: …)' for an invitation that expired, was accepted or canceled.
 */
export const invitations = {
  /**
   * Pending and sent invitations that have not expired, newest first, for every member. Empty for users in no
   * organization.
   */
  list: endpoint({ method: 'GET', path: '/invitations', summary: 'Invitations that can still be accepted' }).output(
    z.array(Invitation),
  ),
  /**
   * For owner and admin (`not_allowed`), with roles of `rolesToInvite` (`role_above`). `invitation_duplicate` 'An
   * invitation has already been sent to this email', `member_already`, `invitations_too_many`, `demo_fixed`,
   * `email_unverified`.
   */
  send: endpoint({ method: 'POST', path: '/invitations', summary: 'Invite a person to the organization' })
    .input(
      z.object({
        email: z.email('Enter a valid email address.').max(maxEmailLength),
        role: InvitedRole.default('therapist'),
        /** For a supervisor: `userId` of the therapists to supervise after joining. */
        therapistIds: z.array(UserId).max(500).default([]),
      }),
    )
    .output(SentInvitation),
  /**
   * Sends the mail again, valid for seven more days.
   * @throws invitation_gone for an invitation that is no longer listed
   */
  sendAgain: endpoint({
    method: 'POST',
    path: '/invitations/{invitationId}/send',
    summary: 'Renew an invitation and send it again',
  })
    .input(byInvitation)
    .output(SentInvitation),
  /**
   * A new link to share. The one shown before stops working.
   * @throws invitation_gone for an invitation that is no longer listed
   */
  newLink: endpoint({
    method: 'POST',
    path: '/invitations/{invitationId}/link',
    summary: 'A new link to an invitation',
  })
    .input(byInvitation)
    .output(z.object({ link: z.string() })),
  /**
   * Returns the updated list.
   * @throws invitation_gone for an invitation that is no longer listed
   */
  cancel: endpoint({ method: 'POST', path: '/invitations/{invitationId}/cancel', summary: 'Cancel an invitation' })
    .input(byInvitation)
    .output(z.array(Invitation)),
  /** For anyone with the link, signed in or not. */
  look: endpoint({
    method: 'POST',
    path: '/invitations/look',
    summary: 'The organization and role of an invitation',
    whileViewing: true,
  })
    .input(bySecret)
    .output(InvitationOffer),
  /**
   * Creates an account for the invited address, signs it in (cookie) and joins; then go to `/`. Passwords are rejected
   * as at sign-up (`password_short`, `password_long`, `password_weak`). `invitation_not_accepted` if no account could be created, as for
   * an address that has one: offer to sign in and `join`. With a link that was not mailed, the account is created and
   * signed in, and `organizationId` is null: continue with `accounts.confirmEmail` and `join` with the profile.
   */
  accept: endpoint({
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Accept an invitation with a new account',
  })
    .input(
      bySecret.extend({
        ...MemberProfile.shape,
        password: z.string().max(1024),
        firstName: FirstName,
        lastName: LastName,
      }),
    )
    .output(z.object({ organizationId: z.string().nullable() })),
  /**
   * Accepts for the signed-in account, which then acts in the new organization: clear the caches and go to `/`. Saves
   * the profile if one is given: afterwards, an organization that requires a second factor may be closed to the caller.
   * `invitation_other_address` if the invitation is for another address, `email_unverified` with a link that was not
   * mailed.
   */
  join: endpoint({
    method: 'POST',
    path: '/invitations/join',
    summary: 'Accept an invitation with the signed-in account',
  })
    .input(bySecret.extend({ profile: MemberProfile.optional() }))
    .output(z.object({ organizationId: z.string() })),
}
