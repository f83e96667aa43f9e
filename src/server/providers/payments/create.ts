import type { Payments } from './port.ts'
import { createTestPayments, type TestPaymentsConfig } from './test/payments.ts'

export type PaymentsConfig = TestPaymentsConfig

/** Who takes this installation's money: the built-in provider, with which none moves. */
export function createPayments(config: PaymentsConfig): Payments {
  return createTestPayments(config)
}
