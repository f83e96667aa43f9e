import type { Payments } from './port.ts'
import { createStripePayments, type StripeConfig } from './stripe/payments.ts'
import { createTestPayments, type TestPaymentsConfig } from './test/payments.ts'

export interface PaymentsConfig extends TestPaymentsConfig {
  /** Undefined where no money is taken. */
  stripe?: Omit<StripeConfig, 'clock'> | undefined
}

/** Who takes this installation's money: Stripe, or the built-in provider, with which none moves. */
export function createPayments({ stripe, ...config }: PaymentsConfig): Payments {
  return stripe ? createStripePayments({ ...stripe, clock: config.clock }) : createTestPayments(config)
}
