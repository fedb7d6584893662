import { describe, expect, it } from 'vitest'
import { toSafeHeaders } from '../../../src-main/outbound/header-policy.ts'
import { InvalidInput } from '../../../src-main/tool-kit/tool-context.ts'

describe('toSafeHeaders', () => {
  it.each([
    'Host',
    'HOST',
    'content-length',
    'Content_Length',
    'Transfer-Encoding',
    'Connection',
    'Upgrade',
    'Expect',
    'TE',
    'Trailer',
    'Keep-Alive',
    'Proxy-Authorization',
    'Proxy-Connection',
    'HTTP2-Settings',
    'Accept-Encoding',
  ])('leaves %s to the sender', (name) => {
    expect([...toSafeHeaders({ [name]: 'x', 'X-Kept': 'yes' })]).toEqual([['x-kept', 'yes']])
  })

  it.each([
    '',
    ' ',
    'X A',
    'X:A',
    'X\r\nA',
    'X\nHost',
    'X\0',
    'Xé',
    'host ',
    ' host',
    ':method',
    'X(',
    'Ｈost',
  ])('refuses the name %j, which is not a token', (name) => {
    expect(() => toSafeHeaders({ [name]: 'x' })).toThrow(InvalidInput)
  })

  it.each(['a\r\nHost: b', 'a\nb', 'a\rb', 'a\0b', '\u010D\u010A', 'é', 'a\u007f', '\u2028', 'a\u0085b'])(
    'refuses the value %j, which could end the header',
    (value) => {
      expect(() => toSafeHeaders({ 'X-A': value })).toThrow(InvalidInput)
    },
  )

  it('keeps ordinary names and values, tabs and empty values included', () => {
    const headers = { Authorization: 'Bearer a.b-c', "!#$%&'*+.^_`|~": '', 'X-Tab': 'a\tb' }
    expect([...toSafeHeaders(headers)]).toEqual([
      ['authorization', 'Bearer a.b-c'],
      ["!#$%&'*+.^_`|~", ''],
      ['x-tab', 'a\tb'],
    ])
  })

  it('refuses two spellings of one name', () => {
    expect(() => toSafeHeaders({ 'X-A': '1', 'x-a': '2' })).toThrow('x-a is given twice')
  })

  it('takes 64 headers and 16 KiB, and not one more', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, '']))
    expect(toSafeHeaders(many(64)).size).toBe(64)
    expect(() => toSafeHeaders(many(65))).toThrow(InvalidInput)
    expect(toSafeHeaders({ abcd: 'x'.repeat(16 * 1024 - 4) }).size).toBe(1)
    expect(() => toSafeHeaders({ abcd: 'x'.repeat(16 * 1024 - 3) })).toThrow(InvalidInput)
  })

  it('reads own names only, so that __proto__ and constructor are ordinary headers', () => {
    const headers = Object.fromEntries([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
    expect([...toSafeHeaders(headers)]).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })
})
