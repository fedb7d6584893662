import { toSourceId } from './secret-names.ts'

/** A field as it is written within a line. */
interface InlineField {
  readonly type: 'string' | 'integer' | 'number'
  readonly choices?: readonly string[]
}

/** A command that was written as a line, such as `git log -n {count:integer}`. */
export interface InlineCommand {
  readonly name: string
  readonly summary: string
  readonly argv: readonly string[]
  readonly fields: Readonly<Record<string, InlineField>>
}

const FIELD = /^\{([A-Za-z_]\w*)(?::([^{}]+))?\}$/

/** Reads words in which `{name}`, `{name:integer}` or `{name:one|other}` is a field; null where no word is one. */
export function readInlineCommand(words: readonly string[]): InlineCommand | null {
  const fields: Record<string, InlineField> = {}
  const argv = words.map((word) => {
    const [, name, type = 'string'] = FIELD.exec(word) ?? []
    if (name === undefined) return word
    fields[name] =
      type === 'integer' || type === 'number' || type === 'string'
        ? { type }
        : { type: 'string', choices: type.split('|') }
    return `{${name}}`
  })
  if (Object.keys(fields).length === 0) return null
  const verb = argv[1] ?? ''
  const name = /^[a-z][a-z0-9-]*$/.test(verb) ? toSourceId(verb) : 'run'
  return { name, summary: `Runs ${argv.join(' ')}`.slice(0, 1_024), argv, fields }
}
