import { describe, expect, it } from 'vitest'
import { signInCodeOf, takeSignInCode } from '../../../src-renderer/gateway/sign-in-code.ts'

describe('the one-time code', () => {
  it.each([
    ['http://127.0.0.1:4777/#t=abc_DEF-123', 'abc_DEF-123'],
    ['  abc_DEF-123 ', 'abc_DEF-123'],
    ['http://127.0.0.1:4777/', null],
    ['', null],
  ])('is read from an address or by itself, and from nothing else: %j', (text, code) => {
    expect(signInCodeOf(text)).toBe(code)
  })

  it('is removed from the address bar, and never read from the address of a tool', () => {
    const shown: string[] = []
    const history = {
      replaceState: (_state: unknown, _title: string, url?: string | URL | null) => shown.push(String(url)),
    }
    expect(takeSignInCode({ hash: '#t=abcdef', pathname: '/', search: '' }, history)).toBe('abcdef')
    expect(takeSignInCode({ hash: '#/tools/t=abcdef', pathname: '/', search: '' }, history)).toBeNull()
    expect(shown).toEqual(['/'])
  })
})
