import { createCipheriv, createDecipheriv, scrypt as scryptOf, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const scrypt = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scryptOf)

// N=2^15, r=8, p=1, as Go's scrypt recommends for interactive use: 32 MiB, and far below a worker's
// two seconds even on a busy machine. The costs are part of the text, so they can be raised later.
const COST = { ln: 15, r: 8, p: 1 }
const NAME = 'aes-256-gcm-scrypt'
const SEALED =
  /^\$aes-256-gcm-scrypt\$v=1\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})\$([\w-]{16})\$([\w-]{22,})$/
const TAG_BYTES = 16

/** The highest cost of opening a sealed text: a text from elsewhere must not exhaust the machine. */
const MOST = { ln: 16, r: 8, p: 4 }

/**
 * Seals bytes under a password as one text:
 * `$aes-256-gcm-scrypt$v=1$ln=15,r=8,p=1$salt$nonce$ciphertext+tag`, the last three in base64url.
 * Everything before the nonce is authenticated too, and so is the context.
 */
export async function seal(
  plain: Uint8Array,
  password: string,
  context: string,
  random: (bytes: number) => Uint8Array,
): Promise<string> {
  const salt = Buffer.from(random(16))
  const nonce = Buffer.from(random(12))
  const head = `$${NAME}$v=1$ln=${COST.ln},r=${COST.r},p=${COST.p}$${salt.toString('base64url')}`
  const cipher = createCipheriv('aes-256-gcm', await keyOf(password, salt, COST), nonce)
  cipher.setAAD(Buffer.from(`${head}\n${context}`))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return `${head}$${nonce.toString('base64url')}$${sealed.toString('base64url')}`
}

/**
 * The bytes that were sealed.
 * @throws InvalidInput when the text is not sealed, costs too much or was changed, or the password
 * is wrong
 */
export async function unseal(text: string, password: string, context: string): Promise<Buffer> {
  const [, ln, r, p, salt = '', nonce = '', body = ''] = SEALED.exec(text.trim()) ?? []
  if (ln === undefined)
    throw new InvalidInput(
      'sealed',
      'This text was not made by crypto-encrypt-aes, or it is incomplete; send all of it',
    )
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  if (cost.ln < 1 || cost.ln > MOST.ln || cost.r !== MOST.r || cost.p < 1 || cost.p > MOST.p)
    throw new InvalidInput(
      'sealed',
      "The text's password hashing costs more than a call may spend, or nothing",
    )
  const sealed = Buffer.from(body, 'base64url')
  const key = await keyOf(password, Buffer.from(salt, 'base64url'), cost)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  })
  const head = text.trim().split('$').slice(0, 5).join('$')
  decipher.setAAD(Buffer.from(`${head}\n${context}`))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    // GCM cannot tell these cases apart, nor should it.
    throw new InvalidInput('sealed', 'The password or context is wrong, or the text was changed')
  }
}

function keyOf(password: string, salt: Buffer, { ln, r, p }: typeof COST): Promise<Buffer> {
  const N = 2 ** ln
  return scrypt(password, salt, 32, { N, r, p, maxmem: 129 * N * r + 1024 * 1024 })
}
