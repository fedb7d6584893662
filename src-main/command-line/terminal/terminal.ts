import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** The option that makes a command print for a program. */
export const JSON_ARG = { type: 'boolean', description: 'Print one JSON document' } as const

/** Writes data to stdout; everything else belongs on stderr, so that a pipe carries data alone. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/** Writes one JSON document to stdout. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/** Prints a message for the person at the terminal. */
export function say(text: string): void {
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`)
}

/** Colours text for a stream, unless it is not a terminal or NO_COLOR is set (https://no-color.org). */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stderr): string {
  return styleText(style, text, { stream, validateStream: true })
}

/**
 * Aligns rows in columns, numbers to the right, as wide as their widest cell. In a terminal that is too narrow, the
 * widest columns are cut, and show that by an ellipsis.
 */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = fitted(
    head.map((title, column) =>
      rows.reduce((most, row) => Math.max(most, textOf(row[column]).length), title.length),
    ),
    process.stdout.isTTY ? process.stdout.columns : Infinity,
  )
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return typeof cell === 'number' ? String(cell).padStart(width) : cut(cell, width).padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [styled('bold', line(head), process.stdout), ...rows.map(line)].join('\n')
}

function textOf(cell: string | number | undefined): string {
  return String(cell ?? '')
}

const GAP = 2
const NARROWEST = 8

// Takes from the widest column, one by one, until all fit or none can spare any more.
function fitted(widths: readonly number[], room: number): number[] {
  const fitting = [...widths]
  for (;;) {
    const over = fitting.reduce((sum, width) => sum + width, GAP * (fitting.length - 1)) - room
    const widest = Math.max(...fitting)
    if (over <= 0 || widest <= NARROWEST) return fitting
    const next = Math.max(NARROWEST, widest - over, ...fitting.filter((width) => width < widest))
    fitting[fitting.indexOf(widest)] = next === widest ? widest - 1 : next
  }
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text
}

/** A line on stderr that is redrawn as work goes on; prints nothing unless stderr is a terminal. */
export class ProgressLine {
  readonly #stream = process.stderr
  #shown = false

  show(done: number, of: number, text: string): void {
    if (!this.#stream.isTTY) return
    const width = 24
    const filled = of === 0 ? width : Math.round((done / of) * width)
    this.#stream.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${of} ${text}`)
    this.#shown = true
  }

  end(): void {
    if (this.#shown) this.#stream.write('\r\u001b[K')
    this.#shown = false
  }
}

/** Asks a yes-or-no question. @returns false where nobody can answer */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false
  const { createInterface } = await import('node:readline/promises')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim())
  } finally {
    reader.close()
  }
}
