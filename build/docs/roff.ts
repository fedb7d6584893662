/** A term and what it means. */
export type Row = readonly [term: string, words: string]

/** The first line of a man page. */
export function titleOf(name: string, version: string): string {
  return `.TH ${inRoff(name.toUpperCase())} 1 "" "Toolgate ${version}" "Toolgate manual"`
}

/** A text in the language of man pages: what would be a command of it is a character again. */
export function inRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(
      /[^\x20-\x7e]/g,
      (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^(?=[.'])/, '\\&')
}

/** A paragraph of its own. */
export function paragraph(text: string): string {
  return `.PP\n${inRoff(text)}`
}

/** Terms in bold, each with its meaning indented below. */
export function definitions(rows: readonly Row[]): string {
  return rows.map(([term, words]) => `.TP\n.B ${inRoff(term)}\n${inRoff(words)}`).join('\n')
}

/** A section of lines to type; empty without any. */
export function examplesOf(lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : ['.SH EXAMPLES', ...lines.map((line) => `.PP\n.EX\n${inRoff(line)}\n.EE`)].join('\n')
}
