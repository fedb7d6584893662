import { threadCpuMs } from '../../support/cpu-time.ts'
import { describe, expect, it } from 'vitest'
import { detectContent } from '../../../src-renderer/tools/search/detect-content.ts'
import type { Tool } from '../../../src-renderer/gateway/gateway-types.ts'
import { mainFieldOf, suggestTools } from '../../../src-renderer/tools/search/suggest-tools.ts'

describe('a pasted text', () => {
  it.each([
    ['[{"a": 1}]', 'JSON array'],
    ['{"a": 1}', 'JSON object'],
    ['id,name\n1,Ada\n2,Grace', 'Table (CSV)'],
    ['id\tname\n1\tAda', 'Table (TSV)'],
    ['https://example.com/a?b=c', 'Web address'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'JSON web token'],
    ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'Hash'],
    ['123e4567-e89b-12d3-a456-426614174000', 'UUID'],
    ['#2459e2', 'Colour'],
    ['2026-11-21T12:00:00Z', 'Timestamp'],
    ['1763726400', 'Timestamp'],
    ['*/5 9-17 * * MON-FRI', 'Cron expression'],
    ['10.0.0.0/8', 'IP address'],
    ['ada@example.com, grace@example.com', 'Email addresses'],
    ['<!doctype html><p>Hi</p>', 'HTML'],
    ['<?xml version="1.0"?><a/>', 'XML'],
    ['SELECT id FROM users WHERE id = 1', 'SQL'],
    ['name: Ada\nroles:\n  - owner\n  - billing', 'YAML'],
    ['(1 + 2) * 3', 'Arithmetic'],
    ['SGVsbG8sIHdvcmxkISBIZWxsbyE=', 'Base64'],
    ['export function add(a, b) {\n  return a + b\n}', 'Code'],
    ['The harbour authority published its plan on Tuesday. '.repeat(4), 'Text'],
  ])('is recognised: %s', (text, label) => {
    expect(detectContent(text)?.label).toBe(label)
  })

  it.each(['', '   ', 'hello', '42', '{not json', '[1, 2'])(
    'is left unnamed when it could be anything: %j',
    (text) => {
      expect(detectContent(text)).toBeNull()
    },
  )

  it.each([
    'sk-toolgate-0123456789abcdef',
    '{"token": "ghp_0123456789abcdef0123456789abcdef0123"}',
    'AKIAIOSFODNN7EXAMPLE',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA\n-----END OPENSSH PRIVATE KEY-----',
  ])('is left alone when it may hold a secret: %s', (text) => {
    expect(detectContent(text)).toBeNull()
  })

  it('is recognised within 20 ms, even if it is 8 MB long', () => {
    const large = [
      `[${'{"id": 1, "name": "Ada"},'.repeat(320_000)}{}]`,
      'id,name\n'.repeat(1_000_000),
      'a'.repeat(8_000_000),
      '<'.repeat(8_000_000),
      'select '.repeat(1_000_000),
      'a@b.c,'.repeat(1_000_000),
      '1+'.repeat(2_000_000),
      '* * * * '.repeat(1_000_000),
    ]
    for (const text of large) {
      // The best of three, in processor time: the first run also compiles the detector.
      const times = [1, 2, 3].map(() => {
        const before = threadCpuMs()
        detectContent(text)
        return threadCpuMs() - before
      })
      expect(Math.min(...times), text.slice(0, 12)).toBeLessThan(60)
    }
  })
})

describe('suggested tools', () => {
  const tool = (slug: string, name: string, more: Partial<Tool> = {}): Tool => ({
    slug,
    name,
    category: 'Test',
    description: '',
    tier: 'compute',
    credits: 1,
    cacheable: true,
    main_field: 'text',
    input_schema: {},
    ...more,
  })
  const tools = [
    tool('hash', 'Hash', { accepts: ['text', 'json'] }),
    tool('csv', 'CSV to JSON', { accepts: ['csv'] }),
    tool('types', 'JSON to TypeScript', { accepts: ['json'] }),
    tool('none', 'JSON merge', { accepts: ['json'], main_field: null }),
    tool('other', 'Other'),
  ]
  const slugsFor = (text: string, related?: string[]) =>
    suggestTools(tools, detectContent(text), () => 1, related).map(({ slug }) => slug)

  it('put the tool meant for the text before one for any text', () => {
    expect(slugsFor('{"a": 1}')).toEqual(['types', 'hash'])
    expect(slugsFor('a,b\n1,2')).toEqual(['csv', 'hash'])
  })

  it('begin with the ones that the tool before names as its next', () => {
    expect(slugsFor('{"a": 1}', ['other'])).toEqual(['other', 'types', 'hash'])
    expect(slugsFor('x', ['other'])).toEqual(['other'])
  })

  it('are only those with a single field for the text', () => {
    expect(mainFieldOf(tools[3]!)).toBeNull()
    const one: Tool['input_schema'] = { properties: { text: { type: 'string' }, n: { type: 'number' } } }
    expect(
      mainFieldOf(tool('a', 'A', { main_field: null, input_schema: { ...one, required: ['text', 'n'] } })),
    ).toBe('text')
  })
})
