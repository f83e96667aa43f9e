import type { Services } from '#server/context.ts'
import { Failure } from '#server/fail.ts'
import { PaymentFailure } from '#server/providers/payments/port.ts'

/** Asks the payment provider for something. What it refuses is told by its code. */
export async function askProvider<T>({ log }: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error
    // Somebody has to look at the keys of this installation.
    if (error.code === 'payments_unauthorized')
      log.error({ err: error }, 'the payment provider refused this installation')
    else log.info({ err: error }, 'the payment provider did not do what it was asked')
    throw new Failure(error.code)
  }
}
