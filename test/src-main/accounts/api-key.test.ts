import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  hashApiKey,
  isApiKeyShape,
  isOwnerKeyShape,
  makeApiKey,
} from '../../../src-main/accounts/api-key.ts'

describe('API keys', () => {
  it('have a form that tells their kind', () => {
    expect(makeApiKey('demo')).toMatch(/^sk-toolgate-demo-key-[0-9]{8}$/)
    expect(makeApiKey('personal')).toMatch(/^sk-toolgate-[0-9a-f]{48}$/)
    expect(makeApiKey('team')).toMatch(/^sk-toolgate-team-[0-9a-f]{48}$/)
    for (const kind of ['demo', 'personal', 'team'] as const)
      expect(isApiKeyShape(makeApiKey(kind))).toBe(true)
  })

  it('do not repeat', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => makeApiKey('personal'))).size).toBe(1_000)
  })

  it('are hashed with SHA-256', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hashApiKey('ü')).toBe(createHash('sha256').update('ü', 'utf8').digest('hex'))
  })

  it('are hashed only if they have the form of a key, however long the text is', () => {
    const wrong = [
      '',
      'sk-toolgate-',
      'sk-other-12345678',
      `sk-toolgate-${'a'.repeat(121)}`,
      'sk-toolgate-ü1234567',
    ]
    for (const text of [...wrong, ' sk-toolgate-12345678', 'sk-toolgate-12345678\n'])
      expect(isApiKeyShape(text)).toBe(false)
  })

  it('of the owner are long, and do not look like a demo or team key', () => {
    expect(isOwnerKeyShape(makeApiKey('personal'))).toBe(true)
    for (const text of [makeApiKey('demo'), makeApiKey('team'), 'sk-toolgate-short', 'password'])
      expect(isOwnerKeyShape(text)).toBe(false)
  })
})
