import { HOTP, Secret, TOTP } from 'otpauth'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

export interface CodeRecipe {
  readonly secret: string
  readonly secret_encoding: 'base32' | 'hex' | 'utf8'
  readonly algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  readonly digits: number
}

/**
 * The code of RFC 4226 for a counter.
 * @throws InvalidInput when the secret cannot be read
 */
export function codeAt(recipe: CodeRecipe, counter: number): string {
  return HOTP.generate({ ...recipe, secret: secretOf(recipe), counter })
}

/**
 * How many counters away from this one the code matches, compared in constant time; null if none
 * matches.
 */
export function stepsTo(recipe: CodeRecipe, counter: number, token: string, window: number): number | null {
  return HOTP.validate({ ...recipe, secret: secretOf(recipe), token, counter, window })
}

/** The counter of RFC 6238 for a time. */
export function counterAt(seconds: number, period: number): number {
  return Math.floor(seconds / period)
}

/** The URI that authenticator apps read from a QR code. */
export function uriOf(
  recipe: CodeRecipe,
  {
    label,
    issuer,
    period,
    counter,
  }: { label: string; issuer?: string | undefined; period: number; counter: number | null },
): string {
  const { algorithm, digits } = recipe
  const named = {
    label,
    ...(issuer === undefined ? {} : { issuer }),
    secret: secretOf(recipe),
    algorithm,
    digits,
  }
  return counter === null
    ? new TOTP({ ...named, period }).toString()
    : new HOTP({ ...named, counter }).toString()
}

function secretOf({ secret, secret_encoding }: CodeRecipe): Secret {
  const text = secret_encoding === 'utf8' ? secret : secret.replace(/[\s-]/g, '').replace(/=+$/, '')
  const isGood =
    (secret_encoding === 'base32' && /^[A-Z2-7]+$/i.test(text)) ||
    (secret_encoding === 'hex' && text.length % 2 === 0 && /^[\da-f]+$/i.test(text)) ||
    (secret_encoding === 'utf8' && text !== '')
  if (!isGood)
    throw new InvalidInput('secret', `The secret is not valid ${secret_encoding}; see \`secret_encoding\``)
  if (secret_encoding === 'hex') return Secret.fromHex(text)
  return secret_encoding === 'base32' ? Secret.fromBase32(text.toUpperCase()) : Secret.fromUTF8(text)
}
