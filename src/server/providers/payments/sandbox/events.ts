import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { PaymentEvent } from '../port.ts'
import type { StoredEvent } from './objects.ts'

const toleranceSeconds = 300

const Delivered = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.object({ customer: z.string().nullable() }) }),
})

/** An event as it is delivered, signed as Stripe signs its own: HMAC-SHA256 over time and body. */
export function signEvent(
  key: Buffer,
  now: Date,
  delivery: { event: StoredEvent; customerId: string },
): { body: Buffer; signature: string } {
  const { id, type, created } = delivery.event
  const body = Buffer.from(JSON.stringify({ id, type, created, data: { object: { customer: delivery.customerId } } }))
  const time = Math.floor(now.getTime() / 1000)
  return { body, signature: `t=${time},v1=${digest(key, time, body).toString('hex')}` }
}

/** Null when the signature is not ours, or more than five minutes away from now. */
export function readEvent(key: Buffer, now: Date, body: Buffer, signature: string): PaymentEvent | null {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature)
  if (!parts) return null
  const [, time = '', hex = ''] = parts
  const isTimely = Math.abs(now.getTime() / 1000 - Number(time)) <= toleranceSeconds
  if (!isTimely || !timingSafeEqual(digest(key, Number(time), body), Buffer.from(hex, 'hex'))) return null
  const { id, type, data } = Delivered.parse(JSON.parse(body.toString('utf8')))
  return { id, type, customerId: data.object.customer }
}

function digest(key: Buffer, time: number, body: Buffer): Buffer {
  return createHmac('sha256', key).update(`${time}.`).update(body).digest()
}
