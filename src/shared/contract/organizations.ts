import * as z from 'zod'
import { OrganizationRole } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { OrganizationId } from './ids.ts'
import { vocabularyLimits as limits } from './limits.ts'
import { NameText } from './names.ts'

export const Organization = z.object({
  id: OrganizationId,
  name: z.string(),
  /** The caller's role. */
  role: OrganizationRole,
  /** True if members need a second factor to open the organization. */
  requiresSecondFactor: z.boolean(),
  counts: z.object({
    members: z.int(),
    owners: z.int(),
    admins: z.int(),
    supervisors: z.int(),
    therapists: z.int(),
    /** Number of invitations that can still be accepted. */
    pendingInvitations: z.int(),
  }),
  /** The shared demo practice: its name, members and invitations cannot be changed (`demo_fixed`). */
  isDemo: z.boolean(),
})
export type Organization = z.infer<typeof Organization>

/** A name, medication or place, of one or a few words. */
const VocabularyWord = z
  .string()
  .trim()
  .min(2, 'Enter words of 2 characters or more.')
  .max(limits.word, `A word may have ${limits.word} characters.`)
  // Other characters have a meaning in the prompts of engines.
  .regex(/^[\p{L}\p{M}\p{N} .'’-]+$/u, 'Use letters, digits, spaces, hyphens, periods and apostrophes.')

/** Words that the speech engine should know, without repetitions. */
export const Vocabulary = z.object({
  words: z
    .array(VocabularyWord)
    .max(limits.words, `Enter at most ${limits.words} words.`)
    .transform((words) => [...new Map(words.map((word) => [word.toLowerCase(), word])).values()])
    .refine(
      (words) => words.join('').length <= limits.all,
      `Together, the words may have ${limits.all} characters. Engines read no more.`,
    ),
})
export type Vocabulary = z.infer<typeof Vocabulary>

/** One of the user's organizations. */
export const Membership = z.object({
  organizationId: OrganizationId,
  name: z.string(),
  role: OrganizationRole,
  /** The user's current organization: new clients belong to it, and lists show its members. */
  isCurrent: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

export const organizations = {
  /** @throws no_organization for users in no organization */
  get: endpoint({ method: 'GET', path: '/organization', summary: "The caller's current organization" }).output(
    Organization,
  ),
  /** For owner and admin (`not_allowed`). */
  rename: endpoint({ method: 'PATCH', path: '/organization', summary: 'Rename the organization' })
    .input(z.object({ name: NameText.min(1, 'Organization name is required.').max(200) }))
    .output(Organization),
  /** For owner and admin who entered a second factor themselves (`not_allowed`, `second_factor_missing`). */
  requireSecondFactor: endpoint({
    method: 'PUT',
    path: '/organization/second-factor',
    summary: 'Require a second factor of all members, or stop requiring it',
  })
    .input(z.object({ isRequired: z.boolean() }))
    .output(Organization),
  /** For owner and admin (`not_allowed`). */
  vocabulary: endpoint({
    method: 'GET',
    path: '/organization/vocabulary',
    summary: 'Words that the speech engine should know',
  }).output(Vocabulary),
  /**
   * For owner and admin (`not_allowed`). Used from the next transcription on.
   * @throws vocabulary_changed if the stored words are not those that were changed
   */
  changeVocabulary: endpoint({
    method: 'PUT',
    path: '/organization/vocabulary',
    summary: 'Change the words that the speech engine should know',
  })
    .input(
      Vocabulary.extend({
        /** The stored words that the caller has changed. Pages of previous versions do not send them. */
        basedOn: z.array(z.string()).max(limits.words).optional(),
      }),
    )
    .output(Vocabulary),
  /** By name. Without organizations that are closed to this sign-in. Empty for users in no organization. */
  mine: endpoint({
    method: 'GET',
    path: '/organizations',
    withoutSecondFactor: true,
    summary: 'All organizations the caller is a member of',
  }).output(z.array(Membership)),
  /**
   * Clear the caches: from the next request on, `accounts.me` and every list return data of this organization.
   * @throws organization_unknown if the caller is not a member
   */
  switch: endpoint({
    method: 'POST',
    path: '/organizations/{organizationId}/switch',
    withoutSecondFactor: true,
    summary: "Switch the caller's current organization",
  })
    .input(z.object({ organizationId: OrganizationId }))
    .output(z.array(Membership)),
}
