import { buildMember, buildOrganization, buildUser } from '#test/build.ts'
import type { World } from '#test/world.ts'

/**
 * Everybody who may ask. One clinic with all its roles, another clinic, and people in none: of platform admins one has no second
 * factor, the other gave it in every session of theirs.
 */
export const principals = [
  'anonymous',
  'noOrganization',
  'therapist',
  'colleague',
  'supervisor',
  'otherSupervisor',
  'admin',
  'owner',
  'otherOwner',
  'platformAdmin',
  'verifiedAdmin',
  'deactivated',
] as const
export type Principal = (typeof principals)[number]

/** People with an account. */
export type Person = Exclude<Principal, 'anonymous'>

/** Records of clients, by whose they are, and ids that name no record. */
export const kinds = [
  'own',
  'supervised',
  'colleagues',
  'otherClinics',
  'withoutOrganization',
  'nonExistent',
  'malformed',
] as const
export type Kind = (typeof kinds)[number]

/** What somebody is to a record. */
export type Relation = 'own' | 'supervises' | 'administers' | 'hidden'

type Relations = Record<Kind, Relation>

const stranger: Relations = {
  own: 'own',
  supervised: 'hidden',
  colleagues: 'hidden',
  otherClinics: 'hidden',
  withoutOrganization: 'hidden',
  nonExistent: 'hidden',
  malformed: 'hidden',
}
const nobody: Relations = { ...stranger, own: 'hidden' }

/**
 * Who is what to which record (spec core §6). The supervised record is the therapist's; so is the one
 * without organization, which the clinic's owner and admin therefore do not see.
 */
export const relations: Record<Principal, Relations> = {
  anonymous: nobody,
  noOrganization: stranger,
  therapist: { ...stranger, supervised: 'own', withoutOrganization: 'own' },
  colleague: { ...stranger, colleagues: 'own' },
  supervisor: { ...stranger, supervised: 'supervises', withoutOrganization: 'supervises' },
  otherSupervisor: { ...stranger, colleagues: 'supervises' },
  admin: { ...stranger, supervised: 'administers', colleagues: 'administers' },
  owner: { ...stranger, supervised: 'administers', colleagues: 'administers' },
  otherOwner: { ...stranger, otherClinics: 'administers' },
  platformAdmin: stranger,
  verifiedAdmin: stranger,
  deactivated: nobody,
}

export interface Cast {
  ids: Record<Person, string>
  otherTherapist: string
  organizationId: string
  otherOrganizationId: string
}

/** Puts everybody into a world. */
export async function buildCast(world: World): Promise<Cast> {
  const organization = await buildOrganization(world)
  const other = await buildOrganization(world, { name: 'Southside Clinic' })
  const organizationId = organization.id
  const member = async (role: 'therapist' | 'supervisor' | 'admin', managedBy?: string) => {
    const values = managedBy === undefined ? { organizationId, role } : { organizationId, role, managedBy }
    return (await buildMember(world, values)).userId
  }
  const supervisor = await member('supervisor')
  const otherSupervisor = await member('supervisor')
  const deactivated = await member('admin')
  await world.db.updateTable('users').set({ is_active: false }).where('id', '=', deactivated).execute()
  const verifiedAdmin = await buildUser(world, { role: 'admin', firstName: '', lastName: '' })
  const passkey = { name: 'Key', public_key: '', credential_id: verifiedAdmin, device_type: 'singleDevice' }
  await world.db
    .insertInto('auth_passkeys')
    .values({ ...passkey, user_id: verifiedAdmin, counter: 0, backed_up: false })
    .execute()
  return {
    ids: {
      noOrganization: await buildUser(world, { firstName: '', lastName: '' }),
      therapist: await member('therapist', supervisor),
      colleague: await member('therapist', otherSupervisor),
      supervisor,
      otherSupervisor,
      admin: await member('admin'),
      owner: organization.ownerId,
      otherOwner: other.ownerId,
      platformAdmin: await buildUser(world, { role: 'admin', firstName: '', lastName: '' }),
      verifiedAdmin,
      deactivated,
    },
    otherTherapist: (await buildMember(world, { organizationId: other.id })).userId,
    organizationId,
    otherOrganizationId: other.id,
  }
}

export interface Holder {
  therapistId: string
  organizationId: string | null
}

/** The clinic a person belongs to. */
function organizationOf(cast: Cast, person: Person): string | null {
  if (person === 'noOrganization' || person === 'platformAdmin' || person === 'verifiedAdmin') return null
  return person === 'otherOwner' ? cast.otherOrganizationId : cast.organizationId
}

/** Whose the record of a kind is, for one who asks. Null for ids that name nothing. */
export function holderOf(cast: Cast, kind: Kind, principal: Principal): Holder | null {
  const { ids, organizationId, otherOrganizationId } = cast
  const person = principal === 'anonymous' ? 'therapist' : principal
  const holders: Record<Kind, Holder | null> = {
    own: { therapistId: ids[person], organizationId: organizationOf(cast, person) },
    supervised: { therapistId: ids.therapist, organizationId },
    colleagues: { therapistId: ids.colleague, organizationId },
    otherClinics: { therapistId: cast.otherTherapist, organizationId: otherOrganizationId },
    withoutOrganization: { therapistId: ids.therapist, organizationId: null },
    nonExistent: null,
    malformed: null,
  }
  return holders[kind]
}
