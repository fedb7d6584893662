import { expect } from 'vitest'
import type { Guard } from '../../../src-shared/rules/guard.ts'
import { KEYS } from './key-desk.ts'
import type { Json, TestAnswer, TestGateway } from './test-gateway.ts'

/** Published test values: a card of Visa, the IBAN registry's example, RFC 2606's domain. */
export const CANARIES = {
  credit_card: '4111 1111 1111 1111',
  iban: 'DE89 3704 0044 0532 0130 00',
  email: 'ann@example.com',
} as const
/** What no guard knows but one with a pattern of the owner's own. */
export const ORDER = 'ORD-123456'
export const ORDERS = { patterns: [String.raw`ORD-\d{6}`] }

/** A guard of the tests. */
export const guardOf = (
  on: Guard['on'],
  action: Guard['action'],
  finds: Pick<Guard, 'kinds' | 'patterns'> = { kinds: ['credit_card', 'iban', 'email'] },
): Guard => ({ name: `${action}-${on}`, on, action, ...finds })

/** Lays down guards for a key. */
export async function setGuards(
  gateway: TestGateway,
  key_id: string,
  guards: readonly Guard[] | null,
): Promise<void> {
  const { status, text } = await gateway.asOwner('/v1/enterprise/key-rules', { body: { key_id, guards } })
  expect([status, text]).toEqual([200, expect.any(String)])
}

/** Makes a key with guards, whose calls no rate limits. */
export async function guardedKey(
  gateway: TestGateway,
  guards: readonly Guard[],
  more: object = {},
): Promise<Json> {
  const body = { name: 'Guarded', rate_limit: 1_000_000, ...more }
  const made = (await gateway.asOwner(KEYS, { body })).json
  await setGuards(gateway, made.key_id, guards)
  return made
}

/** Makes a call that a guard of its key refuses. */
export async function callGuarded(gateway: TestGateway): Promise<TestAnswer> {
  const { key } = await guardedKey(gateway, [guardOf('arguments', 'refuse')])
  return await gateway.call('crypto-hash-sha256', { text: CANARIES.email }, { key })
}
