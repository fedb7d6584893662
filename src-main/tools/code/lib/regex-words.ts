import { AST, RegExpParser } from '@eslint-community/regexpp'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { counted } from '../../../../src-shared/counted.ts'

const MAX_TOKENS = 1_000

/** One part of a pattern and what it does. */
export interface RegexToken {
  readonly text: string
  readonly meaning: string
  /** How many groups it is nested in. */
  readonly depth: number
  /** UTF-16 offset into the pattern. */
  readonly start: number
}

export interface RegexFacts {
  readonly tokens: RegexToken[]
  readonly groups: { index: number; name: string | null; text: string }[]
}

/**
 * Explains an ECMAScript pattern part by part, in order.
 * @throws InvalidInput with the position if it is not a pattern
 */
export function explainRegex(pattern: string, flags: string): RegexFacts {
  const parsed = patternOf(pattern, flags)
  const tokens: RegexToken[] = []
  const groups: RegexFacts['groups'] = []
  const add = (node: { start: number }, text: string, meaning: string, depth: number): void => {
    if (tokens.length >= MAX_TOKENS)
      throw new InvalidInput('pattern', `The pattern has more than ${MAX_TOKENS} parts`)
    tokens.push({ text: wholeText(text), meaning, depth, start: node.start })
  }
  const walkAll = (alternatives: readonly AST.Alternative[], depth: number): void => {
    alternatives.forEach((alternative, n) => {
      if (n > 0) add({ start: alternative.start - 1 }, '|', 'or', depth)
      let run: AST.Character[] = []
      const flush = (): void => {
        const [first] = run
        if (first) add(first, run.map(({ raw }) => raw).join(''), literally(run), depth)
        run = []
      }
      for (const element of alternative.elements) {
        if (element.type === 'Character') run.push(element)
        else {
          flush()
          walk(element, depth)
        }
      }
      flush()
    })
  }
  const walk = (element: AST.Element | AST.QuantifiableElement, depth: number): void => {
    if (element.type === 'Quantifier') {
      walk(element.element, depth)
      const text = element.raw.slice(element.element.raw.length)
      add({ start: element.element.end }, text, timesOf(element), depth)
    } else if (element.type === 'CapturingGroup') {
      groups.push({ index: groups.length + 1, name: element.name, text: element.raw })
      const name = element.name === null ? '' : ` named ${element.name}`
      inside(element, `group ${groups.length}${name}, whose match is kept`, depth)
    } else if (element.type === 'Group') {
      inside(element, 'group whose match is not kept', depth)
    } else if (element.type === 'Assertion' && 'alternatives' in element) {
      const side = element.kind === 'lookahead' ? 'what follows' : 'what comes before'
      inside(element, `asserts that ${side} is${element.negate ? ' not' : ''}`, depth)
    } else add(element, element.raw, meaningOf(element, flags), depth)
  }
  const inside = (
    group: AST.Node & { alternatives: AST.Alternative[] },
    meaning: string,
    depth: number,
  ): void => {
    const open = group.raw.slice(0, (group.alternatives[0]?.start ?? group.end - 1) - group.start)
    add(group, open, meaning, depth)
    walkAll(group.alternatives, depth + 1)
    add({ start: group.end - 1 }, ')', 'end of the group', depth)
  }
  walkAll(parsed.alternatives, 0)
  return { tokens, groups }
}

function patternOf(pattern: string, flags: string): AST.Pattern {
  try {
    const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
    return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(pattern, 0, pattern.length, mode)
  } catch (error) {
    const place =
      error instanceof Error && 'index' in error ? ` at character ${Number(error.index) + 1}` : ''
    const reason = (error instanceof Error ? error.message : String(error)).replace(
      /^Invalid regular expression: .*: /s,
      '',
    )
    throw new InvalidInput(
      'pattern',
      `This is not a regular expression of JavaScript: ${reason.slice(0, 200)}${place}`,
    )
  }
}

// Without the flags u and v a pattern may split a surrogate pair; the halves are written as
// escapes.
function wholeText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
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

function literally(run: readonly AST.Character[]): string {
  const unseen = run.length === 1 ? unseenName(String.fromCodePoint(run[0]!.value)) : null
  if (unseen !== null) return `the character ${unseen}`
  const text = JSON.stringify(String.fromCodePoint(...run.map(({ value }) => value)))
  return run.length === 1 ? `the character ${text}` : `the text ${text}`
}

function timesOf({ min, max, greedy }: AST.Quantifier): string {
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
  return `the part before ${times}, ${greedy ? 'as often as possible' : 'as seldom as possible'}`
}

const SETS = {
  digit: ['a digit', 'a character that is not a digit'],
  space: ['white space', 'a character that is not white space'],
  word: ['a letter, digit or underscore', 'a character that is not a letter, digit or underscore'],
} as const

type Leaf = Exclude<
  AST.Element | AST.QuantifiableElement,
  AST.Quantifier | AST.CapturingGroup | AST.Group | AST.LookaroundAssertion
>

function meaningOf(node: Leaf, flags: string): string {
  switch (node.type) {
    case 'Assertion':
      if (node.kind === 'word') return node.negate ? 'not at the edge of a word' : 'at the edge of a word'
      return `${node.kind === 'start' ? 'start' : 'end'} of the text${flags.includes('m') ? ' or of a line' : ''}`
    case 'Backreference':
      return `the same text as group ${node.ref}`
    case 'CharacterSet':
      return setMeaning(node, flags)
    case 'CharacterClass':
      return `${node.negate ? 'a character other than' : 'one of'} ${node.elements.map(memberOf).join(', ') || 'none'}`
    case 'Character':
      return literally([node])
    case 'ExpressionCharacterClass':
      return `a character of the set ${node.raw}`
  }
}

function setMeaning(node: AST.CharacterSet, flags: string): string {
  if (node.kind === 'any')
    return flags.includes('s') ? 'any character' : 'any character except a line break'
  if (node.kind === 'property') {
    const value = node.value === null ? node.key : `${node.key} ${node.value}`
    return `a character ${node.negate ? 'without' : 'with'} the Unicode property ${value}`
  }
  return SETS[node.kind][node.negate ? 1 : 0]
}

function memberOf(member: AST.CharacterClassElement): string {
  if (member.type === 'Character') return literally([member]).replace('the character ', '')
  if (member.type === 'CharacterClassRange')
    return `${literally([member.min]).replace('the character ', '')} to ${literally([member.max]).replace('the character ', '')}`
  return member.type === 'CharacterSet' ? setMeaning(member, '') : member.raw
}
