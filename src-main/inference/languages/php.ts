import type { Model } from '../model.ts'
import { converted } from './converted.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import {
  mayLack,
  wordSet,
  type Dialect,
  type Plain,
  type PlainDeclaration,
  type PlainField,
} from './plain-types.ts'
import { BRACED, textLiteral } from './text-literal.ts'
import { typeWriter } from './type-words.ts'

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'camel',
  reserved: wordSet('this'),
  unions: 'any',
  choices: 'merged',
  tuples: false,
}

/** Keywords and reserved class names (PHP manual), and the classes that PHP 8.4 declares. */
export const PHP_NAMES = (
  'Abstract And Array As Bool Break Callable Case Catch Class Clone Const Continue Declare Default Directory Do ' +
  'Echo Else Elseif Empty Enddeclare Endfor Endforeach Endif Endswitch Endwhile Enum Error Eval Exception Exit ' +
  'Extends False Final Finally Float Fn For Foreach Function Global Goto If Implements Include Instanceof Insteadof ' +
  'Int Interface Isset Iterable List Match Mixed Namespace Never New Null Numeric Object Or Parent Print Private ' +
  'Protected Public Readonly Require Resource Return Self Static String Switch Throw Trait True Try Unset Use Var ' +
  'Void While Xor Yield Closure Generator Stringable Countable Traversable ArrayAccess Attribute WeakMap ' +
  'JsonSerializable InternalIterator ErrorException CompileError ParseError TypeError ArgumentCountError ValueError ' +
  'ArithmeticError DivisionByZeroError UnhandledMatchError RequestParseBodyException ClosedGeneratorException ' +
  'WeakReference ReturnTypeWillChange AllowDynamicProperties SensitiveParameter SensitiveParameterValue Override ' +
  'Deprecated Fiber FiberError stdClass DateTime DateTimeImmutable DateTimeZone DateInterval DatePeriod DateError ' +
  'DateObjectError DateRangeError DateException DateInvalidTimeZoneException DateInvalidOperationException ' +
  'DateMalformedStringException DateMalformedIntervalStringException DateMalformedPeriodStringException LibXMLError ' +
  'InflateContext DeflateContext HashContext JsonException PropertyHookType LogicException BadFunctionCallException ' +
  'BadMethodCallException DomainException InvalidArgumentException LengthException OutOfRangeException ' +
  'RuntimeException OutOfBoundsException OverflowException RangeException UnderflowException ' +
  'UnexpectedValueException IteratorIterator FilterIterator CallbackFilterIterator ParentIterator LimitIterator ' +
  'CachingIterator NoRewindIterator AppendIterator InfiniteIterator RegexIterator EmptyIterator ArrayObject ' +
  'ArrayIterator DirectoryIterator FilesystemIterator GlobIterator MultipleIterator SessionHandler AssertionError ' +
  'RoundingMode StreamBucket SodiumException PDOException PDO PDOStatement PDORow FFI finfo PharException Phar ' +
  'PharData PharFileInfo Shmop Socket AddressInfo PhpToken IteratorAggregate Iterator Serializable Throwable ' +
  'UnitEnum BackedEnum DateTimeInterface Reflector OuterIterator SeekableIterator SessionHandlerInterface ' +
  'SessionIdInterface SessionUpdateTimestampHandlerInterface OpenSSLCertificate OpenSSLCertificateSigningRequest ' +
  'OpenSSLAsymmetricKey ReflectionException Reflection ReflectionFunctionAbstract ReflectionFunction ' +
  'ReflectionGenerator ReflectionParameter ReflectionType ReflectionNamedType ReflectionUnionType ' +
  'ReflectionIntersectionType ReflectionMethod ReflectionClass ReflectionObject ReflectionProperty ' +
  'ReflectionClassConstant ReflectionExtension ReflectionZendExtension ReflectionReference ReflectionAttribute ' +
  'ReflectionEnum ReflectionEnumUnitCase ReflectionEnumBackedCase ReflectionFiber ReflectionConstant ' +
  'RecursiveIteratorIterator RecursiveFilterIterator RecursiveCallbackFilterIterator RecursiveCachingIterator ' +
  'RecursiveRegexIterator RecursiveTreeIterator RecursiveArrayIterator SplFileInfo RecursiveDirectoryIterator ' +
  'SplFileObject SplTempFileObject SplDoublyLinkedList SplQueue SplStack SplHeap SplMinHeap SplMaxHeap ' +
  'SplPriorityQueue SplFixedArray SplObjectStorage SysvMessageQueue SysvSemaphore SysvSharedMemory ' +
  'RecursiveIterator SplObserver SplSubject'
).split(' ')

/** Prints PHP 8.1 classes that read the arrays of json_decode, and that json_encode writes. */
export function printPhp(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const blocks = declarations.map((one) => blockOf(one, typesOnly))
  return `<?php\n\ndeclare(strict_types=1);\n\n${blocks.join('\n\n')}\n`
}

function blockOf(declaration: PlainDeclaration, typesOnly: boolean): string {
  const { name } = declaration
  if (declaration.kind !== 'record')
    return declaration.kind === 'alias'
      ? `/** @phpstan-type ${name} ${documented(declaration.type)} */`
      : ''
  // A parameter with a default must not precede one without.
  const sorted = [...declaration.fields].sort((a, b) => Number(a.optional) - Number(b.optional))
  const notes = sorted.filter(({ type }) => /[<{]/.test(documented(type)))
  const doc = notes.map(
    (field) => `     * @param ${documented(field.type)}${mayLack(field) ? '|null' : ''} $${field.name}\n`,
  )
  const parameters = sorted.map((field) => {
    return `        public readonly ${fieldType(field)} $${field.name}${field.optional ? ' = null' : ''},`
  })
  const constructor =
    (doc.length > 0 ? `    /**\n${doc.join('')}     */\n` : '') +
    `    public function __construct(\n${parameters.join('\n')}\n    ) {\n    }`
  if (typesOnly) return `final class ${name}\n{\n${constructor}\n}`
  return (
    `final class ${name} implements \\JsonSerializable\n{\n${constructor}\n\n` +
    `${readerOf(declaration.fields)}\n\n${writerOf(declaration.fields)}\n}`
  )
}

function readerOf(fields: readonly PlainField[]): string {
  const lines = fields.map((field) => {
    const raw = `$data[${quoted(field.key)}]`
    const value = mayLack(field) ? `${raw} ?? null` : raw
    if (!converted(field.type)) return `            ${field.name}: ${value},`
    const read = readingOf(field.type, raw)
    return `            ${field.name}: ${mayLack(field) ? `isset(${raw}) ? ${read} : null` : read},`
  })
  return (
    '    /** @param array<array-key, mixed> $data */\n    public static function fromArray(array $data): self\n    {\n' +
    `        return new self(\n${lines.join('\n')}\n        );\n    }`
  )
}

function readingOf(type: Plain, value: string, depth = 0): string {
  if (!converted(type)) return value
  const part = `$v${depth}`
  switch (type.kind) {
    case 'list':
    case 'map':
      return `array_map(static fn ($${`v${depth}`}) => ${readingOf(type.of, part, depth + 1)}, ${value})`
    case 'nullable':
      return `${value} === null ? null : ${readingOf(type.of, value, depth)}`
    case 'named':
      return `${type.name}::fromArray(${value})`
    default:
      return value
  }
}

function writerOf(fields: readonly PlainField[]): string {
  // An empty map would be written as a list.
  const value = ({ name, type, ...rest }: PlainField): string => {
    if (type.kind !== 'map') return `$this->${name}`
    const cast = `(object) $this->${name}`
    return mayLack({ name, type, ...rest }) ? `$this->${name} === null ? null : ${cast}` : cast
  }
  const always = fields
    .filter(({ optional }) => !optional)
    .map((field) => `            ${quoted(field.key)} => ${value(field)},`)
  const sometimes = fields
    .filter(({ optional }) => optional)
    .map(
      (field) =>
        `        if ($this->${field.name} !== null) {\n            $data[${quoted(field.key)}] = ${value(field)};\n        }`,
    )
  const start = always.length === 0 ? '[]' : `[\n${always.join('\n')}\n        ]`
  return (
    '    public function jsonSerialize(): array|object\n    {\n' +
    `        $data = ${start};\n${sometimes.map((line) => `${line}\n`).join('')}\n        return array_is_list($data) ? (object) $data : $data;\n    }`
  )
}

function fieldType(field: PlainField): string {
  const plain = typeOf(field.type)
  return mayLack(field) && plain !== 'mixed' && !plain.startsWith('?') ? `?${plain}` : plain
}

const typeOf = typeWriter({
  any: 'mixed',
  boolean: 'bool',
  integer: 'int',
  number: 'float',
  string: 'string',
  list: () => 'array',
  map: () => 'array',
  nullable: (of) => `?${of}`,
  tuple: () => 'array',
})

function documented(type: Plain): string {
  if (type.kind === 'list') return `list<${documented(type.of)}>`
  if (type.kind === 'map') return `array<array-key, ${documented(type.of)}>`
  return type.kind === 'nullable' ? `${documented(type.of)}|null` : typeOf(type)
}

function quoted(text: string): string {
  return textLiteral(text, BRACED, '$')
}
