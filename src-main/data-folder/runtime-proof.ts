import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Makes a fresh secret for one start, shared only through `runtime.json`. */
export function newRuntimeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The answer to a nonce that only the gateway that wrote `runtime.json` can give: an HMAC-SHA-256 in base64url.
 * @param port where it listens, so that a program on another port cannot relay the question
 */
export function runtimeProof(secret: string, nonce: string, port: number): string {
  return createHmac('sha256', secret).update(`toolgate-runtime\n${nonce}\n${port}`).digest('base64url')
}

/** Whether an answer is the expected proof; compared in constant time. */
export function isRuntimeProof(answer: unknown, expected: string): boolean {
  if (typeof answer !== 'string') return false
  const [given, right] = [Buffer.from(answer), Buffer.from(expected)]
  return given.length === right.length && timingSafeEqual(given, right)
}
