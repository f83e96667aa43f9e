import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A passkey authenticator in software (WebAuthn level 2: ES256, no attestation) that can respond to any challenge. */
export interface AuthenticatorKey {
  id: string
  /** The response to `generate-register-options`. */
  register(challenge: string): object
  /** The response to `generate-authenticate-options`. */
  authenticate(challenge: string): object
}

interface Setting {
  origin: string
  /** Domain of the signatures; by default the origin's. */
  rpId?: string
  /** True if the authenticator verifies the user by finger, face or PIN. */
  isVerified?: boolean
}

const userPresent = 0x01
const userVerified = 0x04
const attested = 0x40

export function createAuthenticatorKey({ origin, rpId, isVerified = true }: Setting): AuthenticatorKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const flags = userPresent | (isVerified ? userVerified : 0)
  let count = 0

  const authenticatorData = (more: number, ...rest: Buffer[]) => {
    const domain = createHash('sha256')
      .update(rpId ?? new URL(origin).hostname)
      .digest()
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count++)
    return Buffer.concat([domain, Buffer.from([flags | more]), counter, ...rest])
  }
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }

  return {
    id,
    register(challenge) {
      const lengthBytes = Buffer.from([0, rawId.length])
      const data = authenticatorData(attested, Buffer.alloc(16), lengthBytes, rawId, coseKey(publicKey))
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ])
      const clientDataJSON = clientData('webauthn.create', challenge).toString('base64url')
      return { ...credential, response: { clientDataJSON, attestationObject: attestationObject.toString('base64url') } }
    },
    authenticate(challenge) {
      const data = authenticatorData(0)
      const client = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
      return { ...credential, response }
    },
  }
}

/** COSE key: kty EC2, alg ES256, curve P-256, x, y (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ])
}

// CBOR (RFC 8949): strings shorter than 24, byte strings shorter than 65536.
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  const isLong = value.length > 255
  const head = isLong ? [0x59, value.length >> 8, value.length & 255] : [0x58, value.length]
  return Buffer.concat([Buffer.from(head), value])
}
