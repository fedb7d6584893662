import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../../../src-renderer/gateway/verify-hash.ts'

describe('the check of a hash', () => {
  it('is SHA-256 over the canonical JSON', async () => {
    // The digest of the two bytes `{}`, as sha256sum prints it.
    expect(await hashOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })

  it('ignores the order of members', async () => {
    const canonical = '{"_engine":"real","b":[1,null],"é":"\\n"}'
    const expected = createHash('sha256').update(canonical).digest('hex')
    expect(await hashOf({ é: '\n', b: [1, null], _engine: 'real' })).toBe(expected)
  })

  it('finds changed data', async () => {
    expect(await hashOf({ result: 'a' })).not.toBe(await hashOf({ result: 'b' }))
  })
})
