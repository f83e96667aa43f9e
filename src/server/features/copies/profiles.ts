import { isDeepStrictEqual } from 'node:util'
import type { CopyProfile, CopyProfileDetails } from '#shared/contract/copies.ts'
import type { Context } from '#server/context.ts'
import { audit } from '#server/audit.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { builtInProfiles } from './built-in-profiles.ts'
import {
  findLastProfileId,
  findOwnProfile,
  insertProfile,
  listOwnProfiles,
  removeProfile,
  updateProfile,
} from './store.ts'

/** Maximum number of profiles of one user. */
const limit = 20

/** Lists the built-in profiles, then the caller's own. */
export async function listProfiles({ db, actor }: Context): Promise<{ items: CopyProfile[]; suggestedId: string }> {
  const [own, lastId] = await Promise.all([listOwnProfiles(db, actor.userId), findLastProfileId(db, actor.userId)])
  const items = [...builtInProfiles, ...own]
  const suggested = items.find(({ id }) => id === lastId) ?? items[0]
  return { items, suggestedId: suggested?.id ?? '' }
}

/** @throws copy_profile_missing also for a profile of another user */
export async function findProfile({ db, actor }: Context, profileId: string): Promise<CopyProfile> {
  const builtIn = builtInProfiles.find(({ id }) => id === profileId)
  if (builtIn) return builtIn
  const id = rowId(profileId, 'copy_profile_missing')
  return (await findOwnProfile(db, actor.userId, id)) ?? fail('copy_profile_missing')
}

/**
 * Adds a profile. A repeated request returns the profile of the first.
 * @throws copy_profiles_too_many, copy_profile_name_taken
 */
export async function addProfile(context: Context, details: CopyProfileDetails): Promise<CopyProfile> {
  const { db, actor } = context
  const own = await listOwnProfiles(db, actor.userId)
  const same = own.find((other) => isDeepStrictEqual(other, { ...details, id: other.id, isBuiltIn: false }))
  if (same) return same
  if (own.length >= limit) fail('copy_profiles_too_many', { limit })
  requireFreeName(own, details.name)
  const id = await insertProfile(db, actor.userId, details)
  auditProfile(context, 'copy_profile.added', id)
  return { ...details, id, isBuiltIn: false }
}

/** @throws copy_profile_missing also for a built-in profile; copy_profile_name_taken */
export async function changeProfile(
  context: Context,
  { profileId, ...details }: { profileId: string } & CopyProfileDetails,
): Promise<CopyProfile> {
  const { db, actor } = context
  const id = rowId(profileId, 'copy_profile_missing')
  const others = (await listOwnProfiles(db, actor.userId)).filter((own) => own.id !== id)
  requireFreeName(others, details.name)
  if (!(await updateProfile(db, actor.userId, id, details))) fail('copy_profile_missing')
  auditProfile(context, 'copy_profile.changed', id)
  return { ...details, id, isBuiltIn: false }
}

/** @throws copy_profile_missing also for a built-in profile */
export async function deleteProfile(context: Context, { profileId }: { profileId: string }): Promise<void> {
  const { db, actor } = context
  const id = rowId(profileId, 'copy_profile_missing')
  if (!(await removeProfile(db, actor.userId, id))) fail('copy_profile_missing')
  auditProfile(context, 'copy_profile.deleted', id)
}

function requireFreeName(own: readonly CopyProfile[], name: string): void {
  const isTaken = [...builtInProfiles, ...own].some((other) => other.name.toLowerCase() === name.toLowerCase())
  if (isTaken) fail('copy_profile_name_taken')
}

function auditProfile(context: Context, action: string, resourceId: string): void {
  audit(context, { action, resourceType: 'account', resourceId })
}
