import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createProviders } from '../providers.ts'

const settings = { APP_SECRET: 'a secret of thirty-two characters', LOG_LEVEL: 'silent' }
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const unreachable = 'postgres://nobody@127.0.0.1:9/none'

async function kindOf(given: Record<string, string>) {
  const payments = await createProviders(readConfig({ ...settings, ...given })).openPayments(unreachable)
  await payments.close()
  return [payments.kind, payments.publishableKey]
}

test('payments use the sandbox without Stripe keys', async () => {
  expect(await kindOf({})).toEqual(['test', null])
})

test('payments use Stripe if its keys are set', async () => {
  expect(await kindOf(stripe)).toEqual(['stripe', 'pk_test_1'])
})

test.each(['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])(
  'createProviders rejects a Stripe secret key without %s',
  (name) => {
    expect(() => createProviders(readConfig({ ...settings, ...stripe, [name]: '' }))).toThrow(name)
  },
)
