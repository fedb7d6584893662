/** An instruction of a Dockerfile with its continuation lines joined and comments left out. */
export interface Instruction {
  /** In capitals. */
  readonly keyword: string
  readonly text: string
  /** From 1. */
  readonly line: number
  readonly column: number
}

/** The instructions of a Dockerfile, in order. Here-documents are part of their instruction. */
export function instructionsOf(text: string): Instruction[] {
  const lines = text.split(/\r\n?|\n/)
  const escape = /^#\s*escape\s*=\s*`/im.test(text.slice(0, 500)) ? '`' : '\\'
  const found: Instruction[] = []
  for (let at = 0; at < lines.length; at++) {
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
      const close = lines.findIndex((other, index) => index > at && other.trim() === end)
      if (close === -1) break
      joined += ` ; ${lines.slice(at + 1, close).join(' ; ')}`
      at = close
    }
    found.push({
      keyword: first[2]!.toUpperCase(),
      text: joined.trim(),
      line,
      column: first[1]!.length + 1,
    })
  }
  return found
}

function cut(line: string, escape: string): [text: string, goesOn: boolean] {
  const trimmed = line.trimEnd()
  return trimmed.endsWith(escape) ? [trimmed.slice(0, -1), true] : [trimmed, false]
}
