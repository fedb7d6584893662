import type { AST } from '@eslint-community/regexpp'
import { counted } from '../../../../src-shared/counted.ts'

/** The flags that change what a part means. */
export interface Flags {
  readonly dotAll: boolean
  readonly multiline: boolean
}

/** Characters that leave nothing to see. */
const UNSEEN: ReadonlyMap<string, string> = new Map([
  ['\0', 'NUL'],
  ['\b', 'the backspace'],
  ['\t', 'the tab'],
  ['\n', 'the line feed'],
  ['\v', 'the vertical tab'],
  ['\f', 'the form feed'],
  ['\r', 'the carriage return'],
  ['\u00a0', 'the no-break space'],
])

function unseenName(char: string): string | null {
  const known = UNSEEN.get(char)
  if (known !== undefined) return known
  if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(char)) return null
  return `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

/** The words for characters that are meant as they are. */
export function literally(run: readonly AST.Character[]): string {
  const unseen = run.length === 1 ? unseenName(String.fromCodePoint(run[0]!.value)) : null
  if (unseen !== null) return `the character ${unseen}`
  const text = JSON.stringify(String.fromCodePoint(...run.map(({ value }) => value)))
  return run.length === 1 ? `the character ${text}` : `the text ${text}`
}

/** The words for a quantifier. */
export function timesOf({ min, max, greedy }: AST.Quantifier): string {
  const times =
    min === max
      ? `exactly ${counted(min, 'time')}`
      : max === Infinity
        ? min === 0
          ? 'any number of times, or not at all'
          : min === 1
            ? 'once or more'
            : `${counted(min, 'time')} or more`
        : min === 0 && max === 1
          ? 'once or not at all'
          : `${min} to ${counted(max, 'time')}`
  if (min === max) return `the part before ${times}`
  return `the part before ${times}, ${greedy ? 'as often as possible' : 'as seldom as possible'}`
}

const SETS = {
  digit: ['a digit from 0 to 9', 'a character that is not a digit from 0 to 9'],
  space: ['white space', 'a character that is not white space'],
  word: [
    'a letter from a to z or A to Z, a digit or an underscore',
    'a character that is not a letter from a to z or A to Z, a digit or an underscore',
  ],
} as const

type Leaf = Exclude<
  AST.Element | AST.QuantifiableElement,
  AST.Quantifier | AST.CapturingGroup | AST.Group | AST.LookaroundAssertion
>

/** The words for a part that has no others in it, except for classes. */
export function meaningOf(node: Leaf, flags: Flags): string {
  switch (node.type) {
    case 'Assertion':
      if (node.kind === 'word') return node.negate ? 'not at the edge of a word' : 'at the edge of a word'
      return `${node.kind === 'start' ? 'start' : 'end'} of the text${flags.multiline ? ' or of a line' : ''}`
    case 'Backreference':
      return `the same text as group ${node.ref}`
    case 'CharacterSet':
      return setMeaning(node, flags)
    case 'CharacterClass':
      return classMeaning(node)
    case 'Character':
      return literally([node])
    case 'ExpressionCharacterClass':
      return expressionMeaning(node)
  }
}

function setMeaning(node: AST.CharacterSet, { dotAll }: Flags): string {
  if (node.kind === 'any') return dotAll ? 'any character' : 'any character except a line break'
  if (node.kind === 'property') {
    const value = node.value === null ? node.key : `${node.key} ${node.value}`
    return `a character ${node.negate ? 'without' : 'with'} the Unicode property ${value}`
  }
  return SETS[node.kind][node.negate ? 1 : 0]
}

function classMeaning({ negate, elements }: AST.CharacterClass): string {
  if (elements.length === 0)
    return negate ? 'any character, a line break too' : 'nothing: no character is in this class'
  return `${negate ? 'a character other than' : 'one of'} ${elements.map(memberOf).join(', ')}`
}

function expressionMeaning({ negate, expression }: AST.ExpressionCharacterClass): string {
  const words = setOperationOf(expression)
  return negate ? `a character other than (${words})` : words
}

function setOperationOf(node: AST.ClassIntersection | AST.ClassSubtraction): string {
  const left =
    node.left.type === 'ClassIntersection' || node.left.type === 'ClassSubtraction'
      ? setOperationOf(node.left)
      : memberOf(node.left)
  return `${left} ${node.type === 'ClassIntersection' ? 'that is also' : 'but not'} ${memberOf(node.right)}`
}

function memberOf(member: AST.CharacterClassElement | AST.ClassSetOperand): string {
  switch (member.type) {
    case 'Character':
      return bare(member)
    case 'CharacterClassRange':
      return `${bare(member.min)} to ${bare(member.max)}`
    case 'CharacterSet':
      return setMeaning(member, { dotAll: false, multiline: false })
    case 'ClassStringDisjunction':
      return `the texts ${member.alternatives.map(({ elements }) => quoted(elements)).join(', ')}`
    case 'CharacterClass':
      return classMeaning(member)
    case 'ExpressionCharacterClass':
      return `(${expressionMeaning(member)})`
  }
}

function bare(character: AST.Character): string {
  return literally([character]).replace('the character ', '')
}

function quoted(characters: readonly AST.Character[]): string {
  return JSON.stringify(String.fromCodePoint(...characters.map(({ value }) => value)))
}
