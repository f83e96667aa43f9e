import type { Payments } from './port.ts'
import { createSandboxPayments } from './sandbox/payments.ts'
import type { SandboxConfig } from './sandbox/sandbox.ts'
import type { StripeConfig } from './stripe/payments.ts'

export interface PaymentsConfig extends SandboxConfig {
  /** Undefined when the installation takes no money. */
  stripe?: Omit<StripeConfig, 'clock'> | undefined
}

/** Stripe if it is configured, else the built-in sandbox, which moves no money. */
export async function createPayments({ stripe, ...config }: PaymentsConfig): Promise<Payments> {
  if (!stripe) return createSandboxPayments(config)
  // Loaded on demand: the Stripe library takes 30 MB of memory.
  const { createStripePayments } = await import('./stripe/payments.ts')
  return createStripePayments({ ...stripe, clock: config.clock })
}
