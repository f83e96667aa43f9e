import type { Services } from '#server/context.ts'
import { isSandbox } from '#server/providers/payments/port.ts'
import { receiveEvent } from './receive-event.ts'

/** Ends trials, renews periods and delivers events of the built-in sandbox. Does nothing with another provider. */
export async function advanceSandbox(services: Services): Promise<void> {
  const { payments, log } = services
  if (!isSandbox(payments)) return
  await payments.advance()
  const deliver = async (event: { body: Buffer; signature: string }) => {
    if (!(await receiveEvent(services, event))) log.error('an event of the payments sandbox has an invalid signature')
  }
  while ((await payments.deliverEvents(deliver)) > 0);
}
