import * as z from 'zod'
import { invitedRoles } from '#shared/rules/roles.ts'
import { endpoint } from './endpoint.ts'
import { InvitationId, UserId } from './ids.ts'

export const InvitedRole = z.enum(invitedRoles)
export type InvitedRole = z.infer<typeof InvitedRole>

/** A row of Pending Invitations. */
export const Invitation = z.object({
  /** Given to owner and admin only, null to other members, who can neither cancel nor send again. */
  id: InvitationId.nullable(),
  email: z.string(),
  role: InvitedRole,
  /** Shown as 'Sent' when sent, otherwise 'Pending'. Others are not listed. */
  status: z.enum(['pending', 'sent']),
  /** 'A team member' when the name is not known. */
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Seven days after it was sent last. Not listed from then on. */
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

/** What came of sending. The invitation stands in any case, and its link works. */
export const SentInvitation = z.object({
  invitation: Invitation,
  /**
   * For the 'Invitation link:' box. Its secret is another one than that of the mail: as whoever invites sees it, it does not prove that
   * the invited person reads the address.
   */
  link: z.string(),
  /** 'Failed to send invitation: …' when the mail did not go out; the invitation is then kept as pending. */
  failure: z.string().nullable(),
})
export type SentInvitation = z.infer<typeof SentInvitation>

/** What the accept page says before anybody has signed in. */
export const InvitationOffer = z.object({
  /** Read-only on the page: the invitation is bound to it. */
  email: z.string(),
  /** 'Organization' when it has no name. */
  organizationName: z.string(),
  /** 'A team member' when the name is not known. */
  inviterName: z.string(),
  role: InvitedRole,
  expiresAt: z.iso.datetime(),
  /** Whether the link is that of the mail, which proves the address. Otherwise the address is confirmed by a code before joining. */
  isMailed: z.boolean(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

const byInvitation = z.object({ invitationId: InvitationId })

/** The secret of a link, which travels in bodies and fragments only: addresses are logged. */
const bySecret = z.object({ secret: z.string().max(200) })

/**
 * Invitations to the organization the caller acts in. Nothing here says whether an address has an account.
 *
 * `look`, `accept` and `join` answer, each with the sentence of the specification:
 * `invitation_missing` without a secret or for an unknown one, `invitation_format` for an ill-formed one,
 * `invitation_over` '…no longer valid (status: …)' for expired and accepted ones.
 */
export const invitations = {
  /** For every member, newest first: pending and sent ones that have not run out. Empty for whoever is in no organization. */
  list: endpoint({ method: 'GET', path: '/invitations', summary: 'Invitations that can still be accepted' }).output(
    z.array(Invitation),
  ),
  /**
   * For owner and admin (`not_allowed`), roles by `rolesToInvite` (`role_above`). `invitation_duplicate` 'An invitation has
   * already been sent to this email', `member_already`, `invitations_too_many`, `demo_fixed`, `email_unverified`.
   */
  send: endpoint({ method: 'POST', path: '/invitations', summary: 'Invite somebody to the organization' })
    .input(
      z.object({
        email: z.email('Enter a valid email address.').max(254),
        role: InvitedRole.default('therapist'),
        /** For a supervisor: `userId` of the therapists they will supervise once they join. */
        therapistIds: z.array(UserId).max(500).default([]),
      }),
    )
    .output(SentInvitation),
  /** Sends the mail once more, seven days from now. `invitation_gone` for one that is not listed any more. */
  sendAgain: endpoint({ method: 'POST', path: '/invitations/{invitationId}/send', summary: 'Send an invitation again' })
    .input(byInvitation)
    .output(SentInvitation),
  /** A link to hand over; the one shown before stops working. `invitation_gone` for one that is not listed any more. */
  newLink: endpoint({
    method: 'POST',
    path: '/invitations/{invitationId}/link',
    summary: 'A new link to an invitation',
  })
    .input(byInvitation)
    .output(z.object({ link: z.string() })),
  /** `invitation_gone` for one that is not listed any more. Answers the list as it stands then. */
  cancel: endpoint({ method: 'POST', path: '/invitations/{invitationId}/cancel', summary: 'Cancel an invitation' })
    .input(byInvitation)
    .output(z.array(Invitation)),
  /** For anybody who has the link, signed in or not. */
  look: endpoint({
    method: 'POST',
    path: '/invitations/look',
    summary: 'What an invitation offers',
    whileViewing: true,
  })
    .input(bySecret)
    .output(InvitationOffer),
  /**
   * Makes an account for the invited address, signs it in (cookie) and joins; go to `/` then. Passwords are refused as at
   * sign-up (`password_short`, `password_weak`). `invitation_not_accepted` when no account could be made, as for an address
   * that has one: offer to sign in and `join`. With a link that was not mailed the account is made and signed in, and
   * `organizationId` is null: `accounts.confirmEmail`, then `join` and `accounts.update`.
   */
  accept: endpoint({
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Accept an invitation with a new account',
  })
    .input(
      bySecret.extend({
        password: z.string().max(1024),
        firstName: z.string().trim().min(1, 'First name is required.').max(100),
        lastName: z.string().trim().min(1, 'Last name is required.').max(100),
        /** The browser's IANA zone, as at sign-up. */
        timeZone: z.string().max(100).optional(),
      }),
    )
    .output(z.object({ organizationId: z.string().nullable() })),
  /**
   * Accepts for the account that is signed in, which then acts in the new organization: wipe the caches and go to `/`.
   * `invitation_other_address` when the invitation is for another address, `email_unverified` with a link that was not mailed.
   */
  join: endpoint({
    method: 'POST',
    path: '/invitations/join',
    summary: 'Accept an invitation with the account that is signed in',
  })
    .input(bySecret)
    .output(z.object({ organizationId: z.string() })),
}
