import { sql } from 'kysely'
import * as z from 'zod'
import {
  BulletStyle,
  type CopyProfile,
  type CopyProfileDetails,
  FieldMapping,
  HeaderField,
} from '#shared/contract/copies.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'
import { unlessGone } from '#server/db/unless-gone.ts'

const Row = z.object({
  id: z.string(),
  name: z.string(),
  mapping: z.array(FieldMapping),
  header: z.array(HeaderField),
  bullets: BulletStyle,
  blankLines: z.boolean(),
  maxChars: z.int().nullable(),
  asciiOnly: z.boolean(),
  html: z.boolean(),
})

function profiles(db: Db, userId: string) {
  return db
    .selectFrom('copy_profiles')
    .where('user_id', '=', userId)
    .select([
      'id',
      'name',
      'mapping',
      'header',
      'bullets',
      'blank_lines as blankLines',
      'max_chars as maxChars',
      'ascii_only as asciiOnly',
      'html',
    ])
}

const toProfile = (row: object): CopyProfile => ({ ...Row.parse(row), isBuiltIn: false })

/** Lists the user's own profiles, by name. */
export async function listOwnProfiles(db: Db, userId: string): Promise<CopyProfile[]> {
  const rows = await profiles(db, userId).orderBy('name').execute()
  return rows.map(toProfile)
}

export async function findOwnProfile(db: Db, userId: string, id: string): Promise<CopyProfile | undefined> {
  const row = await profiles(db, userId).where('id', '=', id).executeTakeFirst()
  return row && toProfile(row)
}

const columnsOf = ({ name, mapping, header, bullets, blankLines, maxChars, asciiOnly, html }: CopyProfileDetails) => ({
  name,
  mapping: storableJson(mapping),
  header: JSON.stringify(header),
  bullets,
  blank_lines: blankLines,
  max_chars: maxChars,
  ascii_only: asciiOnly,
  html,
})

export async function insertProfile(db: Db, userId: string, details: CopyProfileDetails): Promise<string> {
  const { id } = await db
    .insertInto('copy_profiles')
    .values({ user_id: userId, ...columnsOf(details) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if the profile does not exist. */
export async function updateProfile(db: Db, userId: string, id: string, details: CopyProfileDetails): Promise<boolean> {
  const changed = db.updateTable('copy_profiles').set(columnsOf(details))
  const result = await changed.where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns false if the profile does not exist. */
export async function removeProfile(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = db.deleteFrom('copy_profiles').where('user_id', '=', userId).where('id', '=', id)
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

/** Finds the id of the profile that the user copied with last. */
export async function findLastProfileId(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('note_copies')
    .where('copied_by', '=', userId)
    .orderBy('copied_at', 'desc')
    .limit(1)
    .select('profile_id')
    .executeTakeFirst()
  return row?.profile_id
}

export interface NewCopy {
  sessionId: string
  version: number
  profile: CopyProfile
  isDraft: boolean
  sha256: Buffer
  copiedBy: string
}

/**
 * Inserts a copy, with the therapist and organization of the note. Undefined if the note was deleted in the meantime.
 */
export async function insertCopy(db: Db, copy: NewCopy): Promise<Date | undefined> {
  const inserted = db
    .insertInto('note_copies')
    .columns([
      'session_id',
      'therapist_id',
      'organization_id',
      'version',
      'profile',
      'profile_id',
      'is_draft',
      'sha256',
      'copied_by',
    ])
    .expression((from) =>
      from
        .selectFrom('notes')
        .where('session_id', '=', copy.sessionId)
        .select([
          'session_id',
          'therapist_id',
          'organization_id',
          sql<number>`${copy.version}::integer`.as('version'),
          sql<string>`${copy.profile.name}::text`.as('profile'),
          sql<string>`${copy.profile.id}::text`.as('profile_id'),
          sql<boolean>`${copy.isDraft}::boolean`.as('is_draft'),
          sql<Buffer>`${copy.sha256}::bytea`.as('sha256'),
          sql<string>`${copy.copiedBy}::uuid`.as('copied_by'),
        ]),
    )
    .returning('copied_at')
  return (await unlessGone(inserted.executeTakeFirst()))?.copied_at
}

/**
 * Finds name and credentials of the author as in the signature of this version, else of the therapist who held the
 * session: `Robin Hale, LCSW`.
 */
export async function findAuthor(db: Db, sessionId: string, version: number): Promise<string> {
  const signature = await db
    .selectFrom('note_signatures')
    .leftJoin('note_supersessions as end', 'end.signature_id', 'note_signatures.id')
    .where('note_signatures.session_id', '=', sessionId)
    .where('note_signatures.version', '=', version)
    .where('note_signatures.role', '=', 'author')
    .where('end.signature_id', 'is', null)
    .select(['signer_name', 'credentials'])
    .executeTakeFirst()
  if (signature) return withCredentials(signature.signer_name, signature.credentials)
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', (on) => on.fn.coalesce('sessions.rendered_by', 'sessions.therapist_id')),
    )
    .where('sessions.id', '=', sessionId)
    .select(['first_name', 'last_name', 'credentials'])
    .executeTakeFirst()
  if (!row) return 'A former member'
  return withCredentials(`${row.first_name} ${row.last_name}`, row.credentials)
}

const withCredentials = (name: string, credentials: string) => [name, credentials].filter(Boolean).join(', ')

const Sections = z.array(z.object({ title: z.string(), content: z.string() }))
export type CopiedSection = z.infer<typeof Sections>[number]

/** Finds the sections of a note's newest version. Undefined if the caller may not see the note. */
export async function findCurrentSections(db: Db, sessionId: string): Promise<CopiedSection[] | undefined> {
  const row = await db.selectFrom('notes').where('session_id', '=', sessionId).select('sections').executeTakeFirst()
  return row && Sections.parse(row.sections)
}

/** Finds the last copy of a note, with the sections that were copied and the name of the user who copied them. */
export async function findLastCopy(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('note_copies as copy')
    .innerJoin('note_versions as copied', (join) =>
      join.onRef('copied.session_id', '=', 'copy.session_id').onRef('copied.version', '=', 'copy.version'),
    )
    .leftJoin('users', 'users.id', 'copy.copied_by')
    .where('copy.session_id', '=', sessionId)
    .orderBy('copied_at', 'desc')
    .limit(1)
    .select([
      'copy.version',
      'copy.profile',
      'copy.copied_at as copiedAt',
      'copy.copied_by as copiedBy',
      'copied.sections as copiedSections',
      sql<boolean>`not copy.is_draft and exists (select from note_signatures s join note_supersessions x on x.signature_id = s.id
        where s.session_id = copy.session_id and s.version = copy.version and x.superseded_at > copy.copied_at)`.as(
        'isSuperseded',
      ),
      sql<number>`(select count(*)::int from note_addenda a
        where a.session_id = copy.session_id and a.signed_at > copy.copied_at)`.as('addendaSince'),
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('name'),
    ])
    .executeTakeFirst()
  return row && { ...row, copiedSections: Sections.parse(row.copiedSections) }
}
