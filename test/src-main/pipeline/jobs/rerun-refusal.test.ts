import { beforeAll, describe, expect, it } from 'vitest'
import { rerunRefusal } from '../../../../src-main/pipeline/jobs/rerun-refusal.ts'
import { loadRegistry, type Registry } from '../../../../src-main/registry/registry.ts'

let registry: Registry
beforeAll(async () => {
  registry = await loadRegistry()
})

const refusalOf = (slug: string, attempts = 1, credits: number | null = null) => {
  const job = { id: 'job_1', keyId: 'key_a', chargeId: 'chg_1', slug, status: 'running', attempts } as const
  return rerunRefusal(job, registry, credits)
}

describe('a job that ran when its gateway stopped', () => {
  it.each(['crypto-hash-sha256', 'gen-fake-user', 'memory-get'])('is run again: %s', (slug) => {
    expect(registry.find(slug)).not.toBeNull()
    expect(refusalOf(slug)).toBeNull()
  })

  it.each(['webhook-send', 'net-http-status', 'net-dns-lookup', 'memory-set', 'llm-summarize'])(
    'fails, since it may have acted already: %s',
    (slug) => {
      expect(registry.find(slug)).not.toBeNull()
      expect(refusalOf(slug)).toMatchObject({
        code: 'handler_error',
        message: expect.stringContaining('not run a second time'),
      })
    },
  )

  it.each([1, 3])('says what its first run was charged, or that nothing was: start %i', (attempts) => {
    const paid = refusalOf('webhook-send', attempts, 5)
    expect(paid).toMatchObject({ details: { credits_used: 5 } })
    expect(paid!.message).toContain('charged 5 credits')
    const free = refusalOf('webhook-send', attempts)
    expect(free!.message).toContain('Nothing was charged')
    expect(free!.details).not.toHaveProperty('credits_used')
  })

  it('fails after its third start, whatever it does', () => {
    expect(refusalOf('crypto-hash-sha256', 2)).toBeNull()
    expect(refusalOf('crypto-hash-sha256', 3)).toMatchObject({ code: 'handler_error' })
  })
})
