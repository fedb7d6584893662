import { followedBy, nothing } from '../storage/engine/work.ts'
import { z } from 'zod'
import { GatewayError } from '../../src-shared/errors.ts'
import { SIGNUP_GRANT_CREDITS } from '../../src-shared/prices.ts'
import type { Account } from './account.ts'
import type { WithinTransaction, KeyStore } from './key-store.ts'
import type { SignUpLimits } from './sign-up-limits.ts'

/** The body of a sign-up. */
export const signUpInput = z.object({
  email: z
    .string()
    .trim()
    .max(254)
    .pipe(z.email())
    .describe('Your e-mail address; each address gets one key'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters')
    .describe('Your name'),
})

/** A new personal key; `key` is shown this once. */
export interface SignUp {
  readonly account: Account
  readonly key: string
  readonly balance: number
}

/** Where keys are made by sign-up, and how many may be. */
export interface SignUpDesk {
  readonly keys: KeyStore
  readonly signUps: SignUpLimits
}

/**
 * Makes a personal key with its free credits. A body that could never make one is not counted.
 * @param body as the caller sent it
 * @param address the caller's network address
 * @throws GatewayError validation_error, rate_limited, email_exists
 */
export async function signUp(
  body: unknown,
  address: string,
  { keys, signUps }: SignUpDesk,
  withinTransaction: WithinTransaction = nothing,
): Promise<SignUp> {
  const { email, name } = parse(body)
  await signUps.admit(address)
  const wanted = { kind: 'personal', email, name, grant: SIGNUP_GRANT_CREDITS } as const
  const made = await keys.create(wanted, (account) =>
    followedBy(signUps.confirm(), () => withinTransaction(account)),
  )
  return { ...made, balance: SIGNUP_GRANT_CREDITS }
}

function parse(body: unknown): z.infer<typeof signUpInput> {
  const parsed = signUpInput.safeParse(body)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const given = typeof body === 'object' && body !== null ? body : {}
  const missing = Object.keys(signUpInput.shape).filter((field) => !Object.hasOwn(given, field))
  throw new GatewayError(
    'validation_error',
    'Send {"email": "you@example.com", "name": "Your name"} as JSON.',
    { issues, missing_fields: missing },
  )
}
