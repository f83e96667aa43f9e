import type { Payments } from './port.ts'
import type { StripeConfig } from './stripe/payments.ts'
import { createTestPayments, type TestPaymentsConfig } from './sandbox/payments.ts'

export interface PaymentsConfig extends TestPaymentsConfig {
  /** Undefined where no money is taken. */
  stripe?: Omit<StripeConfig, 'clock'> | undefined
}

/** Who takes this installation's money: Stripe, or the built-in provider, with which none moves. */
export async function createPayments({ stripe, ...config }: PaymentsConfig): Promise<Payments> {
  if (!stripe) return createTestPayments(config)
  // Its library takes 30 MB, which nobody else pays for.
  const { createStripePayments } = await import('./stripe/payments.ts')
  return createStripePayments({ ...stripe, clock: config.clock })
}
