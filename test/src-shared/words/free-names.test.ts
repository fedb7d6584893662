import { expect, it } from 'vitest'
import { freeNames } from '../../../src-shared/words/free-names.ts'

const giver = (taken: readonly string[] = []) =>
  freeNames(new Set(taken), (name, number) => `${name}_${number}`)

it('numbers a name that was given before, and leaves out numbers that are taken', () => {
  const give = giver(['b', 'a_3'])
  expect(['a', 'a', 'a', 'a_2', 'b', 'c'].map(give)).toEqual(['a', 'a_2', 'a_4', 'a_2_2', 'b_2', 'c'])
})

it('starts from another number where one is given', () => {
  const give = freeNames(new Set(), (name, number) => `${name}:${number}`, 1)
  expect(['a', 'a', 'a'].map(give)).toEqual(['a', 'a:1', 'a:2'])
})

it('asks for as many names as it gives when all are equal', () => {
  let asked = 0
  const give = freeNames(new Set(), (name, number) => {
    asked++
    return `${name}_${number}`
  })
  const names = Array.from({ length: 1_000 }, () => give('a'))
  expect(new Set(names).size).toBe(1_000)
  expect(asked).toBe(999)
})
