import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInCharge, mayRemove, organizationRoles, rolesToGive, rolesToInvite } from './roles.ts'

const role = fc.constantFrom(...organizationRoles)
const rank = (name: (typeof organizationRoles)[number]) => organizationRoles.indexOf(name)

describe('roles', () => {
  test('are given by nobody above their own, and to nobody above it', () => {
    fc.assert(
      fc.property(role, role, (own, present) => {
        const given = rolesToGive(own, present)
        expect(given.every((name) => rank(name) <= rank(own))).toBe(true)
        expect(rank(present) <= rank(own) || given.length === 0).toBe(true)
      }),
    )
  })

  test('are given by owner and admin only, the present one among them', () => {
    fc.assert(
      fc.property(role, role, (own, present) => {
        const given = rolesToGive(own, present)
        expect(given.length > 0).toBe(isInCharge(own) && rank(present) <= rank(own))
        expect(given.length === 0 || given.includes(present)).toBe(true)
      }),
    )
  })

  test('however often they are given on, nobody gets above who began', () => {
    fc.assert(
      fc.property(role, fc.array(role, { maxLength: 8 }), (first, wishes) => {
        let highest = first
        for (const wish of wishes)
          if (rolesToGive(highest, 'therapist').includes(wish) && rank(wish) > rank(highest)) highest = wish
        expect(highest).toBe(first)
      }),
    )
  })

  test('of invitations are never the owner’s', () => {
    expect(rolesToInvite('owner')).toEqual(['therapist', 'supervisor', 'admin'])
    expect(rolesToInvite('admin')).toEqual(['therapist', 'supervisor', 'admin'])
    for (const own of ['supervisor', 'therapist', null] as const) expect(rolesToInvite(own)).toEqual([])
  })

  test('owners stay', () => {
    for (const own of organizationRoles) expect(mayRemove(own, 'owner')).toBe(false)
    expect(mayRemove('admin', 'admin')).toBe(true)
    expect(mayRemove('supervisor', 'therapist')).toBe(false)
    expect(mayRemove(null, 'therapist')).toBe(false)
  })
})
