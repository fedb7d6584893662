import { canonicalJson } from '../../src-shared/canonical-json.ts'
import type { SignatureVerdict } from '../../src-shared/check-answer.ts'
import { hashFromHex, toHex } from '../../src-shared/hex.ts'
import type { Sha256Each } from '../../src-shared/merkle.ts'
import type { Receipt } from '../../src-shared/receipt.ts'

const SIGNATURE = /^[0-9a-f]{128}$/

/** SHA-256 of each message, computed by the browser. */
export const sha256Each: Sha256Each = (messages) =>
  Promise.all(
    messages.map(async (message) => {
      // The page creates the messages on plain buffers, never on shared memory.
      const digest = await crypto.subtle.digest('SHA-256', message as Uint8Array<ArrayBuffer>)
      return new Uint8Array(digest)
    }),
  )

/** The lower-case hex SHA-256 of a text's UTF-8 bytes. */
export async function sha256(text: string): Promise<string> {
  const [digest] = await sha256Each([new TextEncoder().encode(text)])
  return toHex(digest ?? new Uint8Array())
}

/**
 * Checks a receipt's Ed25519 signature against its public key, and the key against its ID (RFC
 * 7638).
 */
export async function checkSignature(receipt: Receipt): Promise<SignatureVerdict> {
  const bytes = hashFromHex(receipt.public_key)
  if (!bytes) return { ok: false, problem: 'The receipt has no valid Ed25519 public key.' }
  if ((await keyIdOf(bytes)) !== receipt.key_id)
    return { ok: false, problem: 'The key ID of the receipt does not match its public key.' }
  const signed = await isSigned(receipt, bytes)
  if (signed === null)
    return {
      ok: false,
      unknown: true,
      problem: 'This browser cannot check Ed25519 signatures. Use `toolgate verify`.',
    }
  return signed
    ? { ok: true }
    : { ok: false, problem: 'The signature does not match the statement, so one of them was changed.' }
}

async function isSigned({ statement, signature }: Receipt, publicKey: Uint8Array): Promise<boolean | null> {
  if (!SIGNATURE.test(signature)) return false
  let key: CryptoKey
  try {
    // Created by the page, as above.
    const raw = publicKey as Uint8Array<ArrayBuffer>
    key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null
    return false // The bytes are not a point on the curve, so they are not a key.
  }
  const text = new TextEncoder().encode(canonicalJson(statement))
  return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), text)
}

async function keyIdOf(publicKey: Uint8Array): Promise<string> {
  const x = base64url(publicKey)
  const thumb = hashFromHex(await sha256(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x })))
  return base64url(thumb ?? new Uint8Array())
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
