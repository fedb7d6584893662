import { describe, expect, it } from 'vitest'
import type { Scopes } from '../../../src-main/accounts/account.ts'
import { namesSource, withoutSource, withSource } from '../../../src-main/accounts/source-grants.ts'

describe('a grant of a source', () => {
  it.each<[string, Scopes | null, Scopes]>([
    ['a key without scopes', null, { sources: ['git'] }],
    ['a key of some tools', { slugs: ['math-evaluate'] }, { slugs: ['math-evaluate'], sources: ['git'] }],
    ['a key of another source', { sources: ['web'] }, { sources: ['web', 'git'] }],
    ['a key that has it', { sources: ['git'] }, { sources: ['git'] }],
  ])('is added to what %s may call', (_key, before, after) => {
    expect(withSource(before, 'git')).toEqual(after)
  })

  it.each<[string, Scopes | null, Scopes | null]>([
    ['the source', { sources: ['git', 'web'] }, { sources: ['web'] }],
    ['its tools by name', { slugs: ['git__log', 'math-evaluate'] }, { slugs: ['math-evaluate'] }],
    ['the last tool, without opening all others', { slugs: ['git__log'] }, { slugs: [] }],
    ['nothing of a source whose id begins alike', { slugs: ['git-hub__log'] }, { slugs: ['git-hub__log'] }],
    ['all that restricted a key', { sources: ['git'] }, null],
    ['nothing of a key that has nothing', null, null],
  ])('takes back %s', (_what, before, after) => {
    expect(withoutSource(before, 'git')).toEqual(after)
    expect(namesSource(after, 'git')).toBe(false)
  })
})
