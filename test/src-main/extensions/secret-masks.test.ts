import { describe, expect, it } from 'vitest'
import { masked, maskedBytes, maskedInTurns, masksOf } from '../../../src-main/extensions/secret-masks.ts'

const SECRET = 'canary-6e3d?80~b5>x'
const masks = masksOf([SECRET])

describe('masks', () => {
  // Catches: a secret in a picture or a file that a server sends as Base64, where it may begin at any byte.
  it.each([0, 1, 2, 3, 4, 5])(
    'find a secret after %i bytes within Base64, which can be read as before',
    (before) => {
      const bytes = Buffer.concat([Buffer.alloc(before, 7), Buffer.from(SECRET), Buffer.from([1, 2, 3, 4])])
      for (const way of ['base64', 'base64url'] as const) {
        const kept = Buffer.from(masked(bytes.toString(way), masks), way)
        expect(kept.length).toBe(bytes.length)
        expect(kept.subarray(0, before)).toEqual(bytes.subarray(0, before))
        expect(kept.subarray(-4)).toEqual(bytes.subarray(-4))
        // Characters at its ends have bits of what is beside it.
        expect(kept.toString('latin1')).not.toContain(SECRET.slice(2, -2))
      }
    },
  )

  it.each([
    ['plain', SECRET],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ SECRET }))],
    ['in an address', encodeURIComponent(SECRET)],
    ['as Base64', Buffer.from(SECRET).toString('base64')],
  ])('find a secret that is written %s', async (_how, text) => {
    const found = `it is ${text}.`
    for (const kept of [masked(found, masks), await maskedInTurns(found, masks)]) {
      expect(kept).not.toContain(text)
      expect(kept).toMatch(/^it is .*\.$/)
    }
  })

  it('leave bytes as many as they were, and those of their caller alone', async () => {
    const bytes = Buffer.from(`a${SECRET}b${Buffer.from(`xy${SECRET}`).toString('base64')}c`)
    const before = Buffer.from(bytes)
    const kept = await maskedBytes(bytes, masks)
    expect([kept.length, bytes.equals(before)]).toEqual([bytes.length, true])
    expect(kept.toString()).toMatch(/^a\*+b[\w+/=]+c$/)
    expect(kept.toString()).not.toContain('canary')
  })

  it('leave out texts that are parts of other words', () => {
    expect(masked('abc is a part of abcd', masksOf(['abc']))).toBe('abc is a part of abcd')
    // Five characters of Base64 occur in any picture.
    expect(masksOf(['abcde']).every(({ isInBase64 }) => !isInBase64)).toBe(true)
  })
})
