import { expect, test } from 'vitest'
import { api } from '#web/api/client.ts'
import { owner } from './account.ts'
import { badGateway, fail, offline } from './fake-server.ts'
import { server } from './open-page.tsx'

/** Returns the faults that were found, and removes them so that they do not fail the test. */
const faults = () => server.faults.splice(0).join()

test('the fake server accepts a reply that the contract allows', async () => {
  server.reply({ accounts: { me: () => owner } })
  expect(await api.accounts.me({})).toEqual(owner)
  expect(server.calls).toEqual(['accounts.me'])
})

test('for the fake server, a reply that the contract does not allow is a fault', async () => {
  server.reply({ accounts: { me: () => ({ ...owner, timeZone: Reflect.get(owner, 'zone') }) } })
  await expect(api.accounts.me({})).rejects.toThrow('Output validation failed')
  expect(faults()).toMatch(/timeZone/)
})

test('for the fake server, a request that the contract does not allow is a fault', async () => {
  server.reply({ accounts: { update: () => owner } })
  await expect(api.accounts.update({ firstName: '' })).rejects.toThrow('Input validation failed')
  expect(faults()).toMatch(/First name is required\./)
})

test('for the fake server, a call without a reply is a fault, also of a route outside the contract', async () => {
  await expect(api.billing.plans({})).rejects.toThrow('This page does not exist.')
  expect((await fetch('/api/auth/sign-out', { method: 'POST' })).status).toBe(404)
  expect(faults()).toBe('no reply to billing.plans,no reply to POST /api/auth/sign-out')
})

test('replies of the fake server can be errors of the catalog, responses of a proxy, or a lost network', async () => {
  server.reply({
    billing: { plans: () => fail('billing_busy'), state: badGateway, paymentMethods: offline },
  })
  await expect(api.billing.plans({})).rejects.toMatchObject({ code: 'billing_busy', status: 409 })
  await expect(api.billing.state({})).rejects.toMatchObject({ status: 502 })
  await expect(api.billing.paymentMethods({})).rejects.toThrow(TypeError)
  expect(faults()).toBe('')
})
