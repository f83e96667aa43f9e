import { buildMember, buildOrganization, buildPasskey, buildUser } from '#test/build.ts'
import type { World } from '#test/world.ts'

/**
 * Every kind of caller: one organization with all roles, another organization, and users without one. Of the platform admins,
 * `platformAdmin` has no second factor, and `verifiedAdmin` has a passkey.
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

/** Principals with an account. */
export type Person = Exclude<Principal, 'anonymous'>

/** Kinds of client records, by owner, and ids without a record. */
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

/** The relation of a principal to a record. */
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
const signedOut: Relations = { ...stranger, own: 'hidden' }

/**
 * The relation of each principal to each kind of record (spec core §6). The therapist owns the supervised record and the one
 * without organization, which owner and admin therefore do not see.
 */
export const relations: Record<Principal, Relations> = {
  anonymous: signedOut,
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
  deactivated: signedOut,
}

export interface Personas {
  ids: Record<Person, string>
  otherTherapist: string
  organizationId: string
  otherOrganizationId: string
}

/** Creates all principals with an account in a world. */
export async function buildPersonas(world: World): Promise<Personas> {
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
  await buildPasskey(world, verifiedAdmin)
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

/** The organization that a person belongs to. */
function organizationOf(personas: Personas, person: Person): string | null {
  if (person === 'noOrganization' || person === 'platformAdmin' || person === 'verifiedAdmin') return null
  return person === 'otherOwner' ? personas.otherOrganizationId : personas.organizationId
}

/** The therapist and organization of the record of a kind. Null for ids without a record. */
export function holderOf(personas: Personas, kind: Kind, principal: Principal): Holder | null {
  const { ids, organizationId, otherOrganizationId } = personas
  const person = principal === 'anonymous' ? 'therapist' : principal
  const holders: Record<Kind, Holder | null> = {
    own: { therapistId: ids[person], organizationId: organizationOf(personas, person) },
    supervised: { therapistId: ids.therapist, organizationId },
    colleagues: { therapistId: ids.colleague, organizationId },
    otherClinics: { therapistId: personas.otherTherapist, organizationId: otherOrganizationId },
    withoutOrganization: { therapistId: ids.therapist, organizationId: null },
    nonExistent: null,
    malformed: null,
  }
  return holders[kind]
}
