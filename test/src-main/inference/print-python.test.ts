import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inferModel, printPython, PYTHON_NAMES } from '../../../src-main/inference/index.ts'
import { HOSTILE_KEYS, jsonValues } from '../../support/tools/json-samples.ts'
import { EVERYTHING } from '../../support/tools/printed-types.ts'

it('fields whose keys give one name are numbered, past the names that are keys themselves', () => {
  const model = inferModel([{ 'a b': 1, 'a-b': 1, a_b_2: 1, 'a.b': 1, 'a:b': 1 }])
  const source = printPython(model, { style: 'dataclass', frozen: false })
  const names = [...source.matchAll(/^ {4}(\w+): float/gm)].map(([, name]) => name)
  expect(names).toEqual(['a_b', 'a_b_', 'a_b_2', 'a_b_3', 'a_b_4'])
})

describe('a pydantic model', () => {
  const print = (...samples: unknown[]) =>
    printPython(inferModel(samples, { reservedNames: PYTHON_NAMES }), { style: 'pydantic', frozen: false })

  // pydantic would read `Address: Address | None = None` as a type of the default.
  it('names a field unlike its type where it has a default', () => {
    const source = print({ Address: { Street: 'x' } }, {})
    expect(source).toContain('    Address_: Address | None = Field(default=None, alias="Address")\n')
    expect(print({ Address: { Street: 'x' } })).toContain('    Address: Address\n')
  })

  it('leaves the names of exceptions, and of what every model has', () => {
    const source = print({ warnings: [{ code: 1 }], register: 'x' })
    expect(source).toContain(
      '    warnings: list[RootWarning]\n    register_: str = Field(alias="register")\n',
    )
  })
})

// A machine without Python says so instead of passing in silence.
const hasPython = spawnSync('python3', ['-c', 'import dataclasses']).status === 0
if (!hasPython) console.warn('Python is not installed: its classes are not run by this run.')

// Reads a document into its classes by their annotations, and writes it again.
const RUN = `
import dataclasses, json, sys, types, typing

def read(kind, value):
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return value if value == None else read(next(one for one in args if fits(one, value)), value)
    if origin is list: return [read(args[0], item) for item in value]
    if origin is tuple: return tuple(read(one, item) for one, item in zip(args, value, strict=True))
    if origin is dict: return {key: read(args[1], item) for key, item in value.items()}
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        fields = {f.metadata.get("json", f.name): f.name for f in dataclasses.fields(kind)}
        assert set(value) <= set(fields), (sorted(value), fields)
        return kind(**{fields[key]: read(hints[fields[key]], item) for key, item in value.items()})
    assert fits(kind, value), (kind, value)
    return value

def fits(kind, value):
    origin = typing.get_origin(kind) or kind
    if origin is typing.Any: return True
    if origin in (None, type(None)): return value == None
    if origin is typing.Literal: return value in typing.get_args(kind)
    if origin is float: return type(value) in (int, float)
    if origin is tuple: return isinstance(value, list)
    if not dataclasses.is_dataclass(origin): return type(value) is origin
    if not isinstance(value, dict): return False
    hints = typing.get_type_hints(origin)
    fields = {f.metadata.get("json", f.name): f for f in dataclasses.fields(origin)}
    known = set(value) <= set(fields)
    tags = [f for f in fields.values() if typing.get_origin(hints[f.name]) is typing.Literal]
    return known and all(value.get(f.metadata.get("json", f.name)) in typing.get_args(hints[f.name]) for f in tags)

def write(value):
    if dataclasses.is_dataclass(value):
        pairs = [(f, getattr(value, f.name)) for f in dataclasses.fields(value)]
        return {f.metadata.get("json", f.name): write(item) for f, item in pairs}
    if isinstance(value, dict): return {key: write(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)): return [write(item) for item in value]
    return value

# A null in an optional field comes back as if the field were absent.
def without_none(value):
    if isinstance(value, dict): return {key: without_none(item) for key, item in value.items() if item != None}
    return [without_none(item) for item in value] if isinstance(value, list) else value

for source, root, sample in json.load(sys.stdin):
    try:
        module = types.ModuleType("sample")
        sys.modules["sample"] = module
        exec(compile(source, "sample", "exec"), module.__dict__)
        made = getattr(module, root)
        kind = eval(made, module.__dict__) if isinstance(made, str) else made
        again = write(read(kind, sample))
        assert without_none(again) == without_none(sample), (again, sample)
    except Exception as error:
        print(repr(error), source)
        sys.exit(1)
`

describe.skipIf(!hasPython)('Python classes in Python', () => {
  it('take their document and write it again', () => {
    const random = fc.sample(jsonValues, { numRuns: 150, seed: 5 })
    const keyed = HOSTILE_KEYS.map((key) => ({ [key]: 1, [`${key}_`]: 'x', model_x: [true] }))
    const cases = [...random, ...keyed, EVERYTHING]
      .filter((sample) => !/\\ud[89a-f]/.test(JSON.stringify(sample)))
      .map((sample) => {
        const model = inferModel([sample], { integers: true, reservedNames: PYTHON_NAMES })
        return [printPython(model, { style: 'dataclass', frozen: true }), model.root, sample]
      })
    const ran = spawnSync('python3', ['-c', RUN], { input: JSON.stringify(cases), encoding: 'utf8' })
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, '', ''])
  })
})
