import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A fresh secret of one start, which `runtime.json` alone tells to others. */
export function newRuntimeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What the gateway that wrote `runtime.json` answers to a nonce, and nobody else can: an HMAC-SHA-256 in base64url.
 * @param port where it listens, so that what answers at another port cannot pass the question on
 */
export function runtimeProof(secret: string, nonce: string, port: number): string {
  return createHmac('sha256', secret).update(`toolgate-runtime\n${nonce}\n${port}`).digest('base64url')
}

/** Whether an answer is the proof that was to come; how long the comparison takes says nothing about it. */
export function isRuntimeProof(answer: unknown, expected: string): boolean {
  if (typeof answer !== 'string') return false
  const [given, right] = [Buffer.from(answer), Buffer.from(expected)]
  return given.length === right.length && timingSafeEqual(given, right)
}
