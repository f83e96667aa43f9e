import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createProviders } from '../providers.ts'

const settings = { APP_SECRET: 'a secret of thirty-two characters', LOG_LEVEL: 'silent' }
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const nowhere = 'postgres://nobody@127.0.0.1:9/nothing'

async function kindOf(given: Record<string, string>) {
  const payments = await createProviders(readConfig({ ...settings, ...given })).openPayments(nowhere)
  await payments.close()
  return [payments.kind, payments.publishableKey]
}

test('without keys no money moves', async () => {
  expect(await kindOf({})).toEqual(['test', null])
})

test('with its keys, Stripe takes the money', async () => {
  expect(await kindOf(stripe)).toEqual(['stripe', 'pk_test_1'])
})

test.each(['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])('Stripe without %s is no start', (name) => {
  expect(() => createProviders(readConfig({ ...settings, ...stripe, [name]: '' }))).toThrow(name)
})
