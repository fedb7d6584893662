import { describe, expect, it } from 'vitest'
import { nearestNames } from '../../../src-main/registry/nearest-names.ts'

const SLUGS = [
  'code-json-to-typescript',
  'crypto-hash-md5',
  'crypto-hash-sha256',
  'llm-summarize',
  'memory-get',
  'memory-set',
  'text-csv-to-json',
  'text-diff',
  'webhook-send',
]

describe('nearestNames', () => {
  it.each([
    ['a letter is missing', 'text-dif', 'text-diff'],
    ['two letters are swapped', 'webhook-sned', 'webhook-send'],
    ['underscores replace hyphens', 'code_json_to_typescript', 'code-json-to-typescript'],
    ['it is written in capitals', 'TEXT-DIFF', 'text-diff'],
    ['the category is left out', 'csv-to-json', 'text-csv-to-json'],
    ['it is one word of a long slug', 'sha256', 'crypto-hash-sha256'],
    ['it is one word of a short slug', 'summarize', 'llm-summarize'],
    ['it is British', 'llm-summarise', 'llm-summarize'],
  ])('finds the intended slug when %s', (_, wanted, meant) => {
    expect(nearestNames(wanted, SLUGS)[0]).toBe(meant)
  })

  it('puts the closest first and equals in alphabetical order, so that answers do not vary', () => {
    expect(nearestNames('memory-let', SLUGS)).toEqual(['memory-get', 'memory-set'])
    expect(nearestNames('memory-bet', SLUGS.toReversed())).toEqual(['memory-get', 'memory-set'])
    expect(nearestNames('hash', SLUGS)).toEqual(['crypto-hash-md5', 'crypto-hash-sha256'])
  })

  it('gives at most three', () => {
    const many = Array.from({ length: 9 }, (_, index) => `text-diff-${index}`)
    expect(nearestNames('text-diff', many)).toEqual(['text-diff-0', 'text-diff-1', 'text-diff-2'])
  })

  it('suggests nothing for what resembles nothing', () => {
    expect(nearestNames('quux', SLUGS)).toEqual([])
    expect(nearestNames('', SLUGS)).toEqual([])
    expect(nearestNames('__proto__', SLUGS)).toEqual([])
  })

  it('looks at no more of a hostile name than a slug could be', () => {
    expect(nearestNames('x'.repeat(1_000_000), SLUGS)).toEqual([])
  })
})
