/** An instruction of a Dockerfile with its continuation lines joined and comments left out. */
export interface Instruction {
  /** In capitals. */
  readonly keyword: string
  readonly text: string
  /** From 1. */
  readonly line: number
  readonly lastLine: number
  readonly column: number
  /** Whether it runs only in builds upon this image; the keyword is that of the instruction inside. */
  readonly onBuild: boolean
  /** The rules that a comment before it switches off. */
  readonly ignored: readonly string[]
}

const PRAGMA = /^\s*#\s*hadolint\s+(global\s+)?ignore\s*=\s*([\w\s,]+?)\s*(?:#.*)?$/i

/** The instructions of a Dockerfile, in order. Here-documents are part of their instruction. */
export function instructionsOf(text: string): Instruction[] {
  const lines = text.split(/\r\n?|\n/)
  const escape = /^#\s*escape\s*=\s*`/im.test(text.slice(0, 500)) ? '`' : '\\'
  const found: Instruction[] = []
  let ignored: readonly string[] = []
  // The lines that a here-document may end with; read once, as there may be many.
  let ends: Map<string, number[]> | undefined
  for (let at = 0; at < lines.length; at++) {
    const pragma = pragmaOf(lines[at]!)
    if (pragma && !pragma.isGlobal) ignored = pragma.rules
    const first = /^(\s*)([A-Za-z]+)(?:\s+(.*))?$/.exec(lines[at]!)
    if (!first || /^\s*#/.test(lines[at]!)) continue
    const line = at + 1
    let [joined, more] = cut(first[3] ?? '', escape)
    while (more && at + 1 < lines.length) {
      at += 1
      if (/^\s*(?:#|$)/.test(lines[at]!)) continue
      const [part, goesOn] = cut(lines[at]!, escape)
      joined += ` ${part.trim()}`
      more = goesOn
    }
    for (const [, end] of joined.matchAll(/<<-?["']?(\w+)["']?/g)) {
      ends ??= Map.groupBy(lines.keys(), (index) => lines[index]!.trim())
      const close = ends.get(end!)?.find((index) => index > at)
      if (close === undefined) break
      joined += `\n${lines.slice(at + 1, close).join('\n')}`
      at = close
    }
    const place = { line, lastLine: at + 1, column: first[1]!.length + 1, ignored }
    found.push({ ...triggered(first[2]!.toUpperCase(), joined.trim()), ...place })
    ignored = []
  }
  return found
}

/** The rules that comments switch off for the whole file. */
export function globallyIgnored(text: string): Set<string> {
  const pragmas = text.split(/\r\n?|\n/).map(pragmaOf)
  return new Set(pragmas.flatMap((pragma) => (pragma?.isGlobal ? pragma.rules : [])))
}

function pragmaOf(line: string) {
  const [, global, names] = PRAGMA.exec(line) ?? []
  return names === undefined ? null : { isGlobal: global !== undefined, rules: names.split(/[\s,]+/) }
}

function triggered(keyword: string, text: string): Pick<Instruction, 'keyword' | 'text' | 'onBuild'> {
  const [, inner, rest] = (keyword === 'ONBUILD' && /^([A-Za-z]+)\s+([^]*)$/.exec(text)) || []
  return inner === undefined
    ? { keyword, text, onBuild: false }
    : { keyword: inner.toUpperCase(), text: rest!, onBuild: true }
}

function cut(line: string, escape: string): [text: string, goesOn: boolean] {
  const trimmed = line.trimEnd()
  return trimmed.endsWith(escape) ? [trimmed.slice(0, -1), true] : [trimmed, false]
}
