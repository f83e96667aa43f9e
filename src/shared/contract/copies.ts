import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { SessionId } from './ids.ts'

/** Facts about the session that a copy can begin with, in this order. */
export const HeaderField = z.enum(['client', 'date', 'time', 'duration', 'setting', 'note type', 'author'])
export type HeaderField = z.infer<typeof HeaderField>

/** How lines of a list begin in the copy. */
export const BulletStyle = z.enum(['•', '-', 'none'])
export type BulletStyle = z.infer<typeof BulletStyle>

const name = (message: string, longest: number) => z.string().trim().min(1, message).max(longest)

/** Sends the text of a section to a field of the EHR. Sections with the same label are joined. */
export const FieldMapping = z.object({
  section: name('Section is required.', 200),
  label: name('Field label is required.', 200),
})
export type FieldMapping = z.infer<typeof FieldMapping>

/** Input of the form of a profile. The form fields show these sentences. */
export const CopyProfileDetails = z.object({
  name: name('Name is required.', 60),
  /** Sections without a mapping keep their title. */
  mapping: z
    .array(FieldMapping)
    .max(50)
    .refine((all) => new Set(all.map(({ section }) => section.toLowerCase())).size === all.length, {
      error: 'Each section can be mapped only once.',
    }),
  header: z.array(HeaderField).max(HeaderField.options.length),
  bullets: BulletStyle,
  /** False joins paragraphs without an empty line between them. */
  blankLines: z.boolean(),
  /** Maximum number of characters of one field. Null without a limit. A longer text is rejected, never cut. */
  maxChars: z
    .int('Enter a whole number.')
    .min(100, 'Enter at least 100.')
    .max(1_000_000, 'Enter at most 1,000,000.')
    .nullable(),
  /** For fields without typographic characters: quotes and dashes are replaced, all other characters are rejected. */
  asciiOnly: z.boolean(),
  /** Also copies formatted text, for fields that accept it. */
  html: z.boolean(),
})
export type CopyProfileDetails = z.infer<typeof CopyProfileDetails>

/** How a note is copied to one EHR. */
export const CopyProfile = CopyProfileDetails.extend({
  id: z.string(),
  /** Built-in profiles are read-only. */
  isBuiltIn: z.boolean(),
})
export type CopyProfile = z.infer<typeof CopyProfile>

/** Text for the clipboard. */
export const CopiedText = z.object({
  text: z.string(),
  /** Null if the profile copies plain text only. */
  html: z.string().nullable(),
  /** Why this text cannot be copied with the profile: a sentence for the user. */
  problem: z.string().nullable(),
})
export type CopiedText = z.infer<typeof CopiedText>

export const CopyField = CopiedText.extend({ name: z.string() })
export type CopyField = z.infer<typeof CopyField>

/** A note as a profile copies it. */
export const PreparedCopy = z.object({
  /** The version of the note. */
  version: z.int(),
  profile: CopyProfile,
  /** True until the note is signed and co-signed: its copy begins with a line that says so. */
  isDraft: z.boolean(),
  /** The fields with text, in order. The first one may be the header. */
  fields: z.array(CopyField),
  /** All fields with their labels. */
  whole: CopiedText,
})
export type PreparedCopy = z.infer<typeof PreparedCopy>

/** The last copy of a note that was recorded. */
export const LastCopy = z.object({
  version: z.int(),
  /** Name of the profile. */
  profile: z.string(),
  at: z.iso.datetime({ offset: true }),
  /** Name of the member who copied the note. Null for the caller. */
  copiedBy: z.string().nullable(),
  /** True if the text of the note differs from that of the copied version. */
  isChanged: z.boolean(),
  /** True if the note was copied as signed, and that signature no longer applies. */
  isSuperseded: z.boolean(),
  /** Number of addenda since then, which a copy does not contain. */
  addendaSince: z.int(),
})
export type LastCopy = z.infer<typeof LastCopy>

const bySession = z.object({ sessionId: SessionId })
// The lookup returns 404 for a malformed id.
const byProfile = z.object({ profileId: z.string().max(100) })

export const copies = {
  profiles: endpoint({
    method: 'GET',
    path: '/copy-profiles',
    summary: 'Built-in copy profiles, then those of the caller',
  }).output(
    z.object({
      items: z.array(CopyProfile),
      /** The profile of the caller's last copy, else the first one. */
      suggestedId: z.string(),
    }),
  ),
  addProfile: endpoint({ method: 'POST', path: '/copy-profiles', summary: 'Add a copy profile for the caller' })
    .input(CopyProfileDetails)
    .output(CopyProfile),
  changeProfile: endpoint({
    method: 'PUT',
    path: '/copy-profiles/{profileId}',
    summary: "Change one of the caller's copy profiles",
  })
    .input(byProfile.extend(CopyProfileDetails.shape))
    .output(CopyProfile),
  deleteProfile: endpoint({
    method: 'DELETE',
    path: '/copy-profiles/{profileId}',
    summary: "Delete one of the caller's copy profiles",
  }).input(byProfile),
  prepare: endpoint({
    method: 'GET',
    path: '/notes/{sessionId}/copies/{profileId}',
    summary: 'The note, field by field, as a profile copies it',
  })
    .input(bySession.extend(byProfile.shape))
    .output(PreparedCopy),
  record: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/copies',
    summary: 'Record that a version of the note was copied',
  })
    .input(bySession.extend({ ...byProfile.shape, version: z.int32() }))
    .output(LastCopy),
  last: endpoint({
    method: 'GET',
    path: '/notes/{sessionId}/copies',
    summary: 'The last recorded copy of the note',
  })
    .input(bySession)
    .output(LastCopy.nullable()),
}
