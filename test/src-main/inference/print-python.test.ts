import { expect, it } from 'vitest'
import { inferModel, printPython } from '../../../src-main/inference/index.ts'

it('fields whose keys give one name are numbered, past the names that are keys themselves', () => {
  const model = inferModel([{ 'a b': 1, 'a-b': 1, a_b_2: 1, 'a.b': 1, 'a:b': 1 }])
  const source = printPython(model, { style: 'dataclass', frozen: false })
  const names = [...source.matchAll(/^ {4}(\w+): float/gm)].map(([, name]) => name)
  expect(names).toEqual(['a_b', 'a_b_', 'a_b_2', 'a_b_3', 'a_b_4'])
})
