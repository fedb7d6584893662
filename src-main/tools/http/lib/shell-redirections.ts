/** What a command reads as its standard input: a text that the command line has, or a file. */
export type Stdin = { readonly text: string } | { readonly file: string }

/** A here-document: where its text lies in the command line, which goes on at `end`. */
export interface HereDocument {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** An operator that takes the next word for a file or an input (POSIX, "Shell Command Language", 2.7; Bash's `<<<`). */
export const REDIRECTION = /<<<|<<-?|<(?!\()|&?>>?(?!\()[|&]?/y

/**
 * The here-document that follows the line at `at`.
 * @param command the whole command line
 * @param from where its first line begins, as far as known: the end of this line or of the here-document before
 * @param delimiter the word that ends it, on a line of its own
 * @param tabs whether tabs that begin a line are left out (`<<-`)
 */
export function hereDocument(
  command: string,
  from: number,
  delimiter: string,
  tabs: boolean,
): HereDocument {
  const lines: string[] = []
  for (let at = from; at < command.length;) {
    const newline = command.indexOf('\n', at)
    const end = newline < 0 ? command.length : newline + 1
    const written = command.slice(at, newline < 0 ? end : newline).replace(/\r$/, '')
    const line = tabs ? written.replace(/^\t+/, '') : written
    if (line === delimiter) return { start: from, end, text: textOf(lines) }
    lines.push(line)
    at = end
  }
  // A shell warns, and takes everything up to the end.
  return { start: from, end: command.length, text: textOf(lines) }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
