import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

const SALT_BYTES = 16
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
// 32 MiB and about 0.1 s a guess (RFC 7914; OWASP's second choice of parameters).
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** A text that only its key opens (AES-256-GCM), in hex. */
export interface Sealed {
  readonly nonce: string
  readonly tag: string
  readonly text: string
}

/** @param id what it is sealed for: under another id it does not open */
export function seal(key: Buffer, id: string, secret: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]).toString('hex')
  return { nonce: nonce.toString('hex'), tag: cipher.getAuthTag().toString('hex'), text }
}

/** @throws Error when the key or the id is another one, or the text was changed */
export function unseal(key: Buffer, id: string, sealed: Sealed): string {
  const whole = { authTagLength: TAG_BYTES }
  const open = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'hex'), whole)
  open.setAAD(Buffer.from(id)).setAuthTag(Buffer.from(sealed.tag, 'hex'))
  return Buffer.concat([open.update(Buffer.from(sealed.text, 'hex')), open.final()]).toString('utf8')
}

/** A new salt, in hex. */
export function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('hex')
}

/** The key that a passphrase stands for (scrypt). @param salt in hex */
export function keyFrom(passphrase: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.from(salt, 'hex'), KEY_BYTES, SCRYPT, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
