import type { Services } from '#server/context.ts'
import { isSandbox } from '#server/providers/payments/port.ts'
import { receiveEvent } from './receive-event.ts'

/**
 * With the built-in provider: ends trials, renews periods, and delivers its events as another provider's would come. Nothing to do
 * with any other.
 */
export async function advanceTestPayments(services: Services): Promise<void> {
  const { payments, log } = services
  if (!isSandbox(payments)) return
  await payments.advance()
  const deliver = async (event: { body: Buffer; signature: string }) => {
    if (!(await receiveEvent(services, event))) log.error('an event of the built-in payment provider was not its own')
  }
  while ((await payments.deliverEvents(deliver)) > 0);
}
