import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { publicKeyFromHex, toPublicKey, type PublicKey } from './public-key.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

const jwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().regex(BASE64) })
const document = z.union([jwk, z.object({ jwk }).transform((one) => one.jwk)])

/**
 * Reads an Ed25519 public key in any format of GET /v1/proof/key, or that whole answer.
 * @returns null for anything else
 */
export function readPublicKey(text: string): PublicKey | null {
  const trimmed = text.trim()
  if (trimmed.startsWith('-----BEGIN')) return fromKeyObject(() => createPublicKey(trimmed))
  if (trimmed.startsWith('{')) return fromJson(trimmed)
  if (BASE64.test(trimmed)) return publicKeyFromHex(Buffer.from(trimmed, 'base64').toString('hex'))
  return publicKeyFromHex(trimmed)
}

function fromJson(text: string): PublicKey | null {
  const found = document.safeParse(parsed(text))
  if (!found.success) return null
  return fromKeyObject(() => createPublicKey({ key: found.data, format: 'jwk' }))
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Text that is not JSON is not a key either; the caller reports that.
    return null
  }
}

function fromKeyObject(make: () => KeyObject): PublicKey | null {
  try {
    return toPublicKey(make())
  } catch {
    // Node's own message is about PEM and DER; the caller names the accepted formats.
    return null
  }
}
