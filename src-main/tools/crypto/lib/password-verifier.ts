import { argon2d, argon2i, argon2id, bcrypt } from 'hash-wasm'
import { checkArgonCost, checkBcryptCost, checkBcryptPassword } from './password-cost.ts'
import { isSameBytes } from './same-bytes.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const PHC =
  /^\$(argon2(?:id|i|d))\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,8})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const BCRYPT = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/
const BCRYPT_LETTERS = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const BASE64_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const ARGON = { argon2d, argon2i, argon2id }

export interface StoredHash {
  readonly algorithm: 'argon2id' | 'argon2i' | 'argon2d' | 'bcrypt'
  readonly parameters: Readonly<Record<string, number>>
  readonly matches: (password: string) => Promise<boolean>
}

/**
 * Parses a stored hash and its cost.
 * @throws InvalidInput when it is not a hash, or costs more to check than a call may spend
 */
export function readStoredHash(text: string): StoredHash {
  const [, kind, memory, passes, lanes, salt = '', hash = ''] = PHC.exec(text) ?? []
  if (kind !== undefined) {
    // The pattern allows only these three names.
    const algorithm = kind as keyof typeof ARGON
    return toArgon(algorithm, [memory, passes, lanes].map(Number), salt, hash)
  }
  const [, cost, bcryptSalt = '', bcryptHash = ''] = BCRYPT.exec(text) ?? []
  if (cost !== undefined) return toBcrypt(Number(cost), bcryptSalt, bcryptHash)
  throw new InvalidInput(
    'hash',
    'Send an Argon2 hash of version 19 ($argon2id$v=19$…) or a bcrypt hash ($2b$…)',
  )
}

function toArgon(
  algorithm: keyof typeof ARGON,
  [memory = 0, passes = 0, lanes = 0]: readonly number[],
  saltText: string,
  hashText: string,
): StoredHash {
  checkArgonCost({ memory, passes, lanes }, 'hash')
  const salt = Buffer.from(saltText, 'base64')
  const expected = Buffer.from(hashText, 'base64')
  // RFC 9106, 3.1, and the limits of the library.
  if (salt.length < 8 || salt.length > 64 || expected.length < 4 || expected.length > 128)
    throw new InvalidInput('hash', 'The salt must have 8 to 64 bytes and the tag 4 to 128')
  return {
    algorithm,
    parameters: { memory_kib: memory, passes, lanes },
    matches: async (password) => {
      const tag = await ARGON[algorithm]({
        password,
        salt,
        iterations: passes,
        parallelism: lanes,
        memorySize: memory,
        hashLength: expected.length,
        outputType: 'binary',
      })
      return isSameBytes(tag, expected)
    },
  }
}

function toBcrypt(cost: number, saltText: string, hashText: string): StoredHash {
  checkBcryptCost(cost, 'hash')
  const salt = fromBcrypt64(saltText)
  const expected = fromBcrypt64(hashText)
  return {
    algorithm: 'bcrypt',
    parameters: { cost },
    matches: async (password) => {
      checkBcryptPassword(password)
      const tag = await bcrypt({ password, salt, costFactor: cost, outputType: 'binary' })
      // Of its 24 bytes bcrypt writes 23.
      return isSameBytes(tag.subarray(0, 23), expected)
    },
  }
}

// bcrypt's base64 alphabet has another order.
function fromBcrypt64(text: string): Buffer {
  const letters = Array.from(text, (letter) => BASE64_LETTERS[BCRYPT_LETTERS.indexOf(letter)])
  return Buffer.from(letters.join(''), 'base64')
}
