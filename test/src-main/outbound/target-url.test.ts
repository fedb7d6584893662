import { describe, expect, it } from 'vitest'
import { toAllowedOrigin, toTarget } from '../../../src-main/outbound/target-url.ts'
import { InvalidInput } from '../../../src-main/tool-kit/tool-context.ts'

describe('toTarget', () => {
  it.each([
    '',
    'example.com/hook',
    '//example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'ws://example.com',
    'http://',
    'http://user@example.com',
    'http://:secret@example.com',
    'http://user:secret@example.com',
    'http://a b/',
    'http://example.com:99999/',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    `http://${'a.'.repeat(130)}com/`,
  ])('refuses %j', (url) => {
    expect(() => toTarget(url)).toThrow(InvalidInput)
  })

  it('keeps path and query as they are', () => {
    expect(toTarget('https://example.com/a%20b?c=d#e').href).toBe('https://example.com/a%20b?c=d#e')
  })
})

describe('toAllowedOrigin', () => {
  it('writes an origin as a URL reports it', () => {
    expect(toAllowedOrigin('HTTP://LocalHost:80/')).toBe('http://localhost')
    expect(toAllowedOrigin('http://127.1:9000')).toBe('http://127.0.0.1:9000')
  })

  it('refuses a path instead of widening it to its whole origin', () => {
    expect(() => toAllowedOrigin('http://127.0.0.1:9000/only/this')).toThrow('http://127.0.0.1:9000')
    expect(() => toAllowedOrigin('http://127.0.0.1:9000/?a')).toThrow(InvalidInput)
    expect(() => toAllowedOrigin('https://*.example.com')).toThrow('settings')
  })
})
