import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOrganizationAdmin, mayRemove, organizationRoles, rolesToGive, rolesToInvite } from './roles.ts'

const role = fc.constantFrom(...organizationRoles)
const rank = (name: (typeof organizationRoles)[number]) => organizationRoles.indexOf(name)

describe('roles', () => {
  test('roles cannot be granted above the granter, or to members above the granter', () => {
    fc.assert(
      fc.property(role, role, (own, present) => {
        const given = rolesToGive(own, present)
        expect(given.every((name) => rank(name) <= rank(own))).toBe(true)
        expect(rank(present) <= rank(own) || given.length === 0).toBe(true)
      }),
    )
  })

  test('only owner and admin grant roles, and the choice includes the member’s current role', () => {
    fc.assert(
      fc.property(role, role, (own, present) => {
        const given = rolesToGive(own, present)
        expect(given.length > 0).toBe(isOrganizationAdmin(own) && rank(present) <= rank(own))
        expect(given.length === 0 || given.includes(present)).toBe(true)
      }),
    )
  })

  test('chained grants never exceed the rank of the first granter', () => {
    fc.assert(
      fc.property(role, fc.array(role, { maxLength: 8 }), (first, wishes) => {
        let highest = first
        for (const wish of wishes)
          if (rolesToGive(highest, 'therapist').includes(wish) && rank(wish) > rank(highest)) highest = wish
        expect(highest).toBe(first)
      }),
    )
  })

  test('only owner and admin choose roles of invitations, which never include owner', () => {
    expect(rolesToInvite('owner')).toEqual(['therapist', 'supervisor', 'admin'])
    expect(rolesToInvite('admin')).toEqual(['therapist', 'supervisor', 'admin'])
    for (const ownRole of ['supervisor', 'therapist', null] as const) expect(rolesToInvite(ownRole)).toEqual([])
  })

  test('owners cannot be removed, and only owner and admin remove members', () => {
    for (const ownRole of organizationRoles) expect(mayRemove(ownRole, 'owner')).toBe(false)
    expect(mayRemove('admin', 'admin')).toBe(true)
    expect(mayRemove('supervisor', 'therapist')).toBe(false)
    expect(mayRemove(null, 'therapist')).toBe(false)
  })
})
