import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** Where a parser stopped; both count from 1. */
export interface CodePlace {
  readonly line: number
  readonly column: number
}

const VALUE = 'a value is expected there'
const NAME = 'a name is expected there'
const TARGET = 'only a variable or a property can be given a value'

/** Sentences for what parsers say in words of their own; each gets the text at the place, and what matched. */
const SENTENCES: readonly (readonly [RegExp, (found: string, ...matched: string[]) => string])[] = [
  [/^Unexpected (?:token|keyword or identifier|character "EOF")[.,]?$/, (found) => cannotStand(found)],
  [/^Unexpected token, expected "(.+)"$/, (found, wanted) => cannotStand(found, wanted)],
  [/^'(.+)' or '(.+)' expected$/, (found, one, other) => `${cannotStand(found, one)} or ${quoted(other)}`],
  [/^Unexpected (?:reserved word|keyword) '(.+)'$/, (_, word) => `${quoted(word)} cannot stand here`],
  [
    /^(?:Expected corresponding )JSX closing tag for (?:'(.+)'|<(.+)>)$/,
    (_, one, other) => unclosed(one || other),
  ],
  [/^'(.+)' expected$/, (found, wanted) => cannotStand(found, wanted)],
  [
    /^Unexpected closing tag "([^"]+)"\./,
    (_, name) => `</${name}> closes no open element; remove it, or open the element`,
  ],
  [/^(?:Expression|Unit|Element) expected$/, (found) => `${cannotStand(found)}; ${VALUE}`],
  [/^Identifier expected$/, (found) => `${cannotStand(found)}; ${NAME}`],
  [
    /^Property assignment expected$/,
    (found) => `${cannotStand(found)}; write a property such as name: value`,
  ],
  [
    /^Declaration(?: or statement)? expected$/,
    (found) => `${cannotStand(found)}; a statement is expected there`,
  ],
  [/^Missing semicolon$/, (found) => `Before ${inWords(found)} a semicolon or a new line is missing`],
  [/^(?:Assigning to rvalue|Invalid left-hand side in .*)$/, () => `This cannot be assigned to: ${TARGET}`],
  [/^Invalid left-hand side expression in .*$/, () => `This cannot be counted up or down: ${TARGET}`],
  [
    /^Unsyntactic (break|continue)$/,
    (_, word) => `${quoted(word)} is outside of a loop${word === 'break' ? ' or switch' : ''}`,
  ],
  [/^Argument name clash$/, () => 'Two parameters have the same name'],
  [
    /^Expected (Name|".+"|[A-Z]\w+), found .*$/,
    (found, wanted) =>
      wanted === 'Name'
        ? `${cannotStand(found)}; ${NAME}`
        : `${cannotStand(found)}; ${wanted} is expected there`,
  ],
  [
    /^Unexpected (?:character '(.+)'|"?(\S{1,9})"?)$/,
    (_, one, other) => `${quoted(one || other)} cannot stand here`,
  ],
  [
    /^'import' and 'export' may appear only .*$/,
    () => 'import and export stand in modules, at the top level',
  ],
  [/^Unknown word (.+)$/, (_, word) => `${quoted(word)} is not a declaration; write property: value`],
  [
    /^Unclosed (block|bracket|string|comment)$/,
    (_, what) => `The ${what} that begins here is never closed`,
  ],
]

/**
 * The refusal of code that a parser could not read: where, and which rule of the language it breaks.
 * @param said What the parser says, with or without a place at its end
 */
export function codeFault(code: string, said: string, place: CodePlace | null): InvalidInput {
  const plain = said
    .replace(/^(?:\w*Error|Syntax Error): /, '')
    .replace(/\s*\(\d+:\d+\)$/, '')
    .replace(/\.$/, '')
  const found = place === null ? '' : textAt(code, place)
  let sentence = plain
  for (const [pattern, write] of SENTENCES) {
    const matched = pattern.exec(plain)
    if (matched === null) continue
    sentence = write(found, ...matched.slice(1))
    break
  }
  const where = place === null ? '' : `Line ${place.line}, column ${place.column}: `
  return new InvalidInput(
    'code',
    `The code cannot be read. ${where}${sentence.slice(0, 300)}`.toWellFormed(),
  )
}

/** The refusal of code that exhausts a parser's stack. */
export function nestedTooDeeply(): InvalidInput {
  return new InvalidInput('code', 'The code is nested too deeply; send its parts one by one')
}

function cannotStand(found: string, wanted?: string): string {
  const what = found === '' ? 'The code ends too early' : `${quoted(found)} cannot stand here`
  return wanted === undefined ? what : `${what}; ${quoted(wanted)} is expected there`
}

function unclosed(name = ''): string {
  return `<${name}> is not closed; write </${name}>`
}

function inWords(found: string): string {
  return found === '' ? 'the end' : quoted(found)
}

const quoted = (text = ''): string => JSON.stringify(text.slice(0, 60).toWellFormed())

/** The word or sign at a place; nothing at the end of the code, whatever white space is before that. */
function textAt(code: string, { line, column }: CodePlace): string {
  const rest = code.split(/\r\n|[\n\r\u2028\u2029]/).slice(line - 1)
  const text = [rest[0]?.slice(column - 1) ?? '', ...rest.slice(1)].join('\n').trimStart()
  return /^(?:[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*|\p{Any})/u.exec(text)?.[0] ?? ''
}
