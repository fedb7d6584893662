import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inferModel, printPython } from '../../../src-main/inference/index.ts'
import { HOSTILE_KEYS, jsonValues } from '../../support/tools/json-samples.ts'

it('fields whose keys give one name are numbered, past the names that are keys themselves', () => {
  const model = inferModel([{ 'a b': 1, 'a-b': 1, a_b_2: 1, 'a.b': 1, 'a:b': 1 }])
  const source = printPython(model, { style: 'dataclass', frozen: false })
  const names = [...source.matchAll(/^ {4}(\w+): float/gm)].map(([, name]) => name)
  expect(names).toEqual(['a_b', 'a_b_', 'a_b_2', 'a_b_3', 'a_b_4'])
})

// A machine without Python says so instead of passing in silence.
const hasPython = spawnSync('python3', ['-c', 'import dataclasses']).status === 0
if (!hasPython) console.warn('Python is not installed: its classes are not run by this run.')

const RUN = `
import dataclasses, json, sys
for source, root, sample in json.load(sys.stdin):
    scope = {"__name__": "sample"}
    try:
        module = type(sys)("sample")
        sys.modules["sample"] = module
        exec(compile(source, "sample", "exec"), module.__dict__)
        made = getattr(module, root)
        if dataclasses.is_dataclass(made) and isinstance(sample, dict):
            names = {f.metadata.get("json", f.name): f.name for f in dataclasses.fields(made)}
            assert set(sample) <= set(names), (sorted(sample), names)
            made(**{names[key]: value for key, value in sample.items()})
    except Exception as error:
        print(repr(error), source)
        sys.exit(1)
`

describe.skipIf(!hasPython)('Python classes in Python', () => {
  it('run, and take the keys of their samples', () => {
    const random = fc.sample(jsonValues, { numRuns: 150, seed: 5 })
    const keyed = HOSTILE_KEYS.map((key) => ({ [key]: 1, [`${key}_`]: 'x', model_x: [true] }))
    const cases = [...random, ...keyed]
      .filter((sample) => !/\\ud[89a-f]/.test(JSON.stringify(sample)))
      .map((sample) => {
        const model = inferModel([sample], { integers: true })
        return [printPython(model, { style: 'dataclass', frozen: true }), model.root, sample]
      })
    const ran = spawnSync('python3', ['-c', RUN], { input: JSON.stringify(cases), encoding: 'utf8' })
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, '', ''])
  })
})
