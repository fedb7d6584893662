import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../build/paths.mjs'
import { mutated, occurrencesOf, type Mutation } from './mutation.ts'
import { MUTATIONS } from './mutations.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('the list of mutations', () => {
  it.each(MUTATIONS)('fits the code: $id in $file', (mutation) => {
    expect(occurrencesOf(mutation, read(mutation.file))).toBe(1)
    expect(mutation.replace).not.toBe(mutation.find)
  })

  it('names test files that exist, at least one each', () => {
    expect(MUTATIONS.filter(({ tests }) => tests.length === 0)).toEqual([])
    const files = new Set(MUTATIONS.flatMap(({ tests }) => tests))
    expect([...files].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  it('gives each mutation an id of its own', () => {
    const ids = MUTATIONS.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
})

describe('applying a mutation', () => {
  const mutation: Mutation = {
    id: 'x',
    file: 'a.ts',
    find: 'a < b',
    replace: "a <= '$&'",
    why: '',
    tests: [],
  }

  it('replaces the text as it is written', () => {
    expect(mutated(mutation, 'if (a < b) c()')).toBe("if (a <= '$&') c()")
  })

  it('refuses a text that is there twice, or not at all', () => {
    expect(() => mutated(mutation, 'a < b && a < b')).toThrow('x: its "find" occurs 2 times in a.ts')
    expect(() => mutated(mutation, 'a <= b')).toThrow('occurs 0 times')
  })
})
