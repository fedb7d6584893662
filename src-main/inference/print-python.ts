import { namesIn } from './dependency-order.ts'
import type { Declaration, Field, Model, Type } from './model.ts'

export interface PythonStyle {
  readonly style: 'dataclass' | 'pydantic'
  /** Whether instances are immutable. */
  readonly frozen: boolean
}

/**
 * Names that types must not take, because the source uses them, or because Python has them: pydantic would take
 * its own Warning for one that the source declares later.
 */
export const PYTHON_NAMES: readonly string[] = (
  'Any BaseModel ConfigDict Field Literal TypeAlias ArithmeticError AssertionError AttributeError BaseException ' +
  'BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ' +
  'ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError ' +
  'Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError ' +
  'FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError ' +
  'InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError ' +
  'NameError None NotADirectoryError NotImplemented NotImplementedError OSError OverflowError ' +
  'PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning ' +
  'RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit ' +
  'TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError ' +
  'UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError'
).split(' ')

// Keywords (Python 3.13, "Keywords"), and names that annotations inside the class need.
const TAKEN = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield int float str bool list dict tuple ' +
    'field Any Literal Field'
  ).split(' '),
)
// Members that every pydantic model has.
const OF_THE_MODEL =
  /^(model_.*|copy|dict|json|mro|register|schema|schema_json|construct|validate|parse_.*|from_orm|update_forward_refs)$/

/**
 * Prints Python 3.10 source: dataclasses or pydantic 2 models. A key that is not a valid name is
 * kept as the field's alias (pydantic) or in its metadata under `json` (dataclass).
 */
export function printPython(model: Model, style: PythonStyle): string {
  const records = model.declarations.filter((declaration) => declaration.kind === 'record')
  const others = model.declarations.filter((declaration) => declaration.kind !== 'record')
  const blocks = [...records.map((one) => classOf(one, style)), ...others.map(aliasOf)]
  const body = blocks.join('\n\n\n')
  return `from __future__ import annotations\n\n${importsOf(body, style)}\n\n\n${body}\n`
}

function importsOf(body: string, { style }: PythonStyle): string {
  const used = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(body)
  const typing = ['Any', 'Literal', 'TypeAlias'].filter(used)
  const pydantic = ['BaseModel', 'ConfigDict', 'Field'].filter((name) =>
    new RegExp(`\\b${name}\\(`).test(body),
  )
  const classes = /^class /m.test(body)
  const dataclasses = ['dataclass', ...(/ = field\(/.test(body) ? ['field'] : [])]
  return [
    ...(classes && style === 'dataclass' ? [`from dataclasses import ${dataclasses.join(', ')}`] : []),
    ...(typing.length > 0 ? [`from typing import ${typing.join(', ')}`] : []),
    ...(classes && style === 'pydantic'
      ? [`\nfrom pydantic import ${[...new Set(['BaseModel', ...pydantic])].join(', ')}`]
      : []),
  ]
    .join('\n')
    .trim()
}

function classOf({ name, fields }: Declaration & { kind: 'record' }, style: PythonStyle): string {
  const isPydantic = style.style === 'pydantic'
  const taken: TakenNames = new Map()
  // pydantic looks for a type among the members of its class first, and there finds a field's default.
  const types = new Set(isPydantic ? fields.flatMap(({ type }) => namesIn(type)) : [])
  const named = fields.map((field) => {
    const isHidden = (name: string): boolean => types.has(name) && (field.optional || name !== field.key)
    return { field, name: fieldName(field.key, isPydantic, taken, isHidden) }
  })
  // A field with a default must not precede one without.
  const sorted = [
    ...named.filter(({ field }) => !field.optional),
    ...named.filter(({ field }) => field.optional),
  ]
  const hasAlias = named.some((one) => one.name !== one.field.key)
  const config = [...(style.frozen ? ['frozen=True'] : []), ...(hasAlias ? ['populate_by_name=True'] : [])]
  const lines = [
    ...(isPydantic && config.length > 0 ? [`model_config = ConfigDict(${config.join(', ')})`, ''] : []),
    ...sorted.map((one) => fieldOf(one.field, one.name, isPydantic)),
  ]
  const head = isPydantic
    ? `class ${name}(BaseModel):`
    : `@dataclass${style.frozen ? '(frozen=True)' : ''}\nclass ${name}:`
  const body = lines.length > 0 ? lines : ['pass']
  return `${head}\n${body.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')}`
}

function fieldOf({ key, optional, type }: Field, name: string, isPydantic: boolean): string {
  const plain = typeOf(type)
  const isNullable = plain === 'None' || plain === 'Any' || plain.split(' | ').includes('None')
  const annotation = optional && !isNullable ? `${plain} | None` : plain
  if (name === key) return `${name}: ${annotation}${optional ? ' = None' : ''}`
  const parts = isPydantic
    ? [...(optional ? ['default=None'] : []), `alias=${quoted(key)}`]
    : [...(optional ? ['default=None'] : []), `metadata={"json": ${quoted(key)}}`]
  return `${name}: ${annotation} = ${isPydantic ? 'Field' : 'field'}(${parts.join(', ')})`
}

// Quoted, because it may refer to itself and to later declarations.
function aliasOf(declaration: Exclude<Declaration, { kind: 'record' }>): string {
  const type = declaration.kind === 'choice' ? declaration.members.join(' | ') : typeOf(declaration.type)
  return `${declaration.name}: TypeAlias = ${quoted(type)}`
}

/** The fields named so far, each with the number to try next if another key wants the same name. */
type TakenNames = Map<string, number>

function fieldName(
  key: string,
  isPydantic: boolean,
  taken: TakenNames,
  isHidden: (name: string) => boolean,
): string {
  // pydantic hides a field with a leading underscore, and Python mangles two of them.
  const stripped = key.replace(/[^A-Za-z0-9_]+/g, '_').replace(isPydantic ? /^_+/ : /^__+/, '')
  // No suffix frees a name whose beginning belongs to pydantic.
  const isReserved = !/^[A-Za-z_]/.test(stripped) || (isPydantic && /^(?:model|parse)_/.test(stripped))
  const word = isReserved ? `field_${stripped}`.replace(/_+$/, '') : stripped
  const isTaken = (name: string): boolean =>
    TAKEN.has(name) || taken.has(name) || isHidden(name) || (isPydantic && OF_THE_MODEL.test(name))
  let name = word
  let next = taken.get(word) ?? 1
  for (; isTaken(name); next++) name = next === 1 ? `${word}_` : `${word}_${next}`
  taken.set(name, taken.get(name) ?? 1)
  // Counts on from here: otherwise thousands of keys in another alphabet would each start at one.
  taken.set(word, next)
  return name
}

function typeOf(type: Type): string {
  switch (type.kind) {
    case 'unknown':
      return 'Any'
    case 'null':
      // Never seen with a value: all that is known is that it may be absent.
      return 'Any'
    case 'boolean':
      return 'bool'
    case 'number':
      return type.integer ? 'int' : 'float'
    case 'string':
      return 'str'
    case 'literal':
      return `Literal[${type.values.map(quoted).join(', ')}]`
    case 'array':
      return `list[${typeOf(type.element)}]`
    case 'tuple':
      return `tuple[${type.items.map(typeOf).join(', ') || '()'}]`
    case 'map':
      return `dict[str, ${typeOf(type.value)}]`
    case 'reference':
      return type.name
    case 'union':
      return type.members.map((member) => (member.kind === 'null' ? 'None' : typeOf(member))).join(' | ')
  }
}

// Every JSON escape means the same in Python.
function quoted(text: string): string {
  return JSON.stringify(text)
}
