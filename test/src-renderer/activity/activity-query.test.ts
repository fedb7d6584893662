import { describe, expect, it } from 'vitest'
import { EVERY_CALL, searchParamsOf } from '../../../src-renderer/activity/activity-query.ts'

const NOW = Date.UTC(2026, 0, 2)

describe('a query for calls', () => {
  it('names only what it filters by', () => {
    expect(String(searchParamsOf(EVERY_CALL, 100, NOW))).toBe('limit=100')
    const query = { ...EVERY_CALL, slug: 'text-diff', ok: 'false' as const, q: '  ' }
    expect(String(searchParamsOf(query, 5, NOW))).toBe('limit=5&slug=text-diff&ok=false')
  })

  it('turns hours into the time from which calls count', () => {
    const params = searchParamsOf({ ...EVERY_CALL, hours: '24' }, 1, NOW)
    expect(params.get('since')).toBe(String(Date.UTC(2026, 0, 1)))
    expect(params.has('hours')).toBe(false)
  })

  it('carries any text that somebody searches for', () => {
    const params = searchParamsOf({ ...EVERY_CALL, q: 'a & b=ü' }, 1, NOW)
    expect(new URLSearchParams(String(params)).get('q')).toBe('a & b=ü')
  })
})
