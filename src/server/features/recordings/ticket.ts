import { createHmac, timingSafeEqual } from 'node:crypto'

/** Minutes for which a link to the audio is valid. */
export const ticketMinutes = 10

const idBytes = 16
const contentBytes = idBytes + 8

interface Ticket {
  sessionId: string
  /** Milliseconds since 1970. */
  expires: number
}

/** Returns a ticket for the audio of one session and one sign-in. The server does not store the signed ticket. */
export function writeTicket(key: Buffer, signIn: string, ticket: Ticket): string {
  const content = Buffer.alloc(contentBytes)
  content.write(ticket.sessionId.replaceAll('-', ''), 'hex')
  content.writeBigUInt64BE(BigInt(ticket.expires), idBytes)
  return Buffer.concat([content, signature(key, signIn, content)]).toString('base64url')
}

/** Returns the session of a ticket. Returns null if the ticket is forged, damaged, expired or from another sign-in. */
export function readTicket(key: Buffer, signIn: string, text: string, now: number): string | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== contentBytes + 32) return null
  const content = bytes.subarray(0, contentBytes)
  if (!timingSafeEqual(signature(key, signIn, content), bytes.subarray(contentBytes))) return null
  if (Number(content.readBigUInt64BE(idBytes)) <= now) return null
  const hex = content.toString('hex', 0, idBytes)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function signature(key: Buffer, signIn: string, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).update(signIn).digest()
}
