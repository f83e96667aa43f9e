import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { PaymentEvent } from '../port.ts'
import type { StoredEvent } from './objects.ts'

const toleranceSeconds = 300

const Delivery = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.object({ id: z.string().optional(), customer: z.string().optional() }) }),
})

/** The event as Stripe would deliver and sign it: HMAC-SHA256 over time and body. */
export function signEvent(
  key: Buffer,
  now: Date,
  delivery: { event: StoredEvent; customerId: string },
): { body: Buffer; signature: string } {
  const { id, type, created } = delivery.event
  const kind = type.split('.').at(-2)
  const object = { object: kind, [kind === 'customer' ? 'id' : 'customer']: delivery.customerId }
  const event = { id, object: 'event', type, created: Date.parse(created) / 1000, data: { object } }
  const body = Buffer.from(JSON.stringify(event))
  const time = Math.floor(now.getTime() / 1000)
  return { body, signature: `t=${time},v1=${digest(key, time, body).toString('hex')}` }
}

/** Null when the signature is invalid, or its time differs from now by more than five minutes. */
export function readEvent(key: Buffer, now: Date, body: Buffer, signature: string): PaymentEvent | null {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature)
  if (!parts) return null
  const [, time = '', hex = ''] = parts
  const isTimely = Math.abs(now.getTime() / 1000 - Number(time)) <= toleranceSeconds
  if (!isTimely || !timingSafeEqual(digest(key, Number(time), body), Buffer.from(hex, 'hex'))) return null
  const { id, type, data } = Delivery.parse(JSON.parse(body.toString('utf8')))
  return { id, type, customerId: data.object.customer ?? data.object.id ?? null }
}

function digest(key: Buffer, time: number, body: Buffer): Buffer {
  return createHmac('sha256', key).update(`${time}.`).update(body).digest()
}
