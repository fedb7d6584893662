import { AST, RegExpParser } from '@eslint-community/regexpp'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { literally, meaningOf, timesOf, type Flags } from './regex-parts.ts'

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
  const walkAll = (alternatives: readonly AST.Alternative[], depth: number, within: Flags): void => {
    alternatives.forEach((alternative, n) => {
      if (n > 0) add({ start: alternative.start - 1 }, '|', orBetween(alternatives, n), depth)
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
          walk(element, depth, within)
        }
      }
      flush()
    })
  }
  const walk = (element: AST.Element | AST.QuantifiableElement, depth: number, within: Flags): void => {
    if (element.type === 'Quantifier') {
      walk(element.element, depth, within)
      const text = element.raw.slice(element.element.raw.length)
      add({ start: element.element.end }, text, timesOf(element), depth)
    } else if (element.type === 'CapturingGroup') {
      groups.push({ index: groups.length + 1, name: element.name, text: element.raw })
      const name = element.name === null ? '' : ` named ${element.name}`
      inside(element, `group ${groups.length}${name}, whose match is kept`, depth, within)
    } else if (element.type === 'Group') {
      const { words, flags: own } = modified(element.modifiers, within)
      inside(element, `group whose match is not kept${words}`, depth, own)
    } else if (element.type === 'Assertion' && 'alternatives' in element) {
      const side = element.kind === 'lookahead' ? 'what follows' : 'what comes before'
      inside(element, `asserts that ${side} is${element.negate ? ' not' : ''}`, depth, within)
    } else add(element, element.raw, meaningOf(element, within), depth)
  }
  const inside = (
    group: AST.Node & { alternatives: AST.Alternative[] },
    meaning: string,
    depth: number,
    within: Flags,
  ): void => {
    const open = group.raw.slice(0, (group.alternatives[0]?.start ?? group.end - 1) - group.start)
    add(group, open, meaning, depth)
    walkAll(group.alternatives, depth + 1, within)
    add({ start: group.end - 1 }, ')', 'end of the group', depth)
  }
  walkAll(parsed.alternatives, 0, flagsOf(flags))
  return { tokens, groups }
}

function orBetween(alternatives: readonly AST.Alternative[], at: number): string {
  const isEmpty = (n: number) => alternatives[n]?.elements.length === 0
  return `${at === 1 && isEmpty(0) ? 'nothing, ' : ''}or${isEmpty(at) ? ' nothing' : ''}`
}

function flagsOf(flags: string): Flags {
  return { dotAll: flags.includes('s'), multiline: flags.includes('m') }
}

const MODIFIERS = [
  ['ignoreCase', 'case does not count', 'case counts'],
  ['multiline', '^ and $ are at every line', '^ and $ are at the ends of the text'],
  ['dotAll', '. is a line break, too', '. is not a line break'],
] as const

// (?i-s:…)
function modified(modifiers: AST.Modifiers | null, flags: Flags): { words: string; flags: Flags } {
  if (modifiers === null) return { words: '', flags }
  const { add, remove } = modifiers
  const said = MODIFIERS.flatMap(([name, on, off]) => (add[name] ? [on] : remove?.[name] ? [off] : []))
  const now = (name: 'dotAll' | 'multiline') => add[name] || (flags[name] && !remove?.[name])
  return {
    words: said.length === 0 ? '' : `, in which ${said.join(' and ')}`,
    flags: { dotAll: now('dotAll'), multiline: now('multiline') },
  }
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
