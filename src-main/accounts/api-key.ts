import { hash, randomBytes, randomInt } from 'node:crypto'
import type { KeyKind } from './account.ts'

const SHAPE = /^sk-toolgate-[A-Za-z0-9_-]{8,120}$/
const OWNER_SHAPE = /^sk-toolgate-(?!demo-key-|team-)[A-Za-z0-9_-]{24,120}$/

/** Makes a new key. Personal and team keys carry 192 random bits; the demo key is public. */
export function makeApiKey(kind: KeyKind): string {
  switch (kind) {
    case 'demo':
      return `sk-toolgate-demo-key-${String(randomInt(10 ** 8)).padStart(8, '0')}`
    case 'personal':
      return `sk-toolgate-${randomBytes(24).toString('hex')}`
    case 'team':
      return `sk-toolgate-team-${randomBytes(24).toString('hex')}`
  }
}

/**
 * The only form in which a key is stored: lower-case hex SHA-256. Keys are random, so no slow hash is
 * needed.
 */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

/** Whether a text has the form of a key; checked before it is hashed. */
export function isApiKeyShape(text: string): boolean {
  return SHAPE.test(text)
}

/** Whether a key chosen by the owner is long enough. */
export function isOwnerKeyShape(text: string): boolean {
  return OWNER_SHAPE.test(text)
}
