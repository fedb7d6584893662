import type { Statement, Value, Values } from '../engine/work.ts'

/** A statement as PostgreSQL takes it: its parameters have numbers, and names say which values they are. */
export interface Numbered {
  /** What the server knows the prepared statement by. */
  readonly name: string
  readonly text: string
  readonly parameters: readonly string[]
}

// Strings, quoted names, comments and texts between $$ may have colons that name no parameter, and so have casts.
const TOKENS =
  /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|::|:([a-z_][a-z0-9_]*)/gi

const KNOWN = new Map<Statement, Numbered>()

/** Gives the parameters of a statement numbers. Each statement is read once. */
export function toNumbered(statement: Statement): Numbered {
  let numbered = KNOWN.get(statement)
  if (numbered === undefined) KNOWN.set(statement, (numbered = read(statement.postgres, KNOWN.size)))
  return numbered
}

/** The values of the parameters, in the order of their numbers. @throws Error when one is missing */
export function valuesOf({ parameters, text }: Numbered, values: Values): Value[] {
  return parameters.map((name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`There is no value for :${name} of ${text}`)
    return value
  })
}

function read(sql: string, count: number): Numbered {
  const parameters: string[] = []
  const text = sql.replace(TOKENS, (token, _dollar: unknown, name: string | undefined) => {
    if (name === undefined) return token
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  return { name: `tg_${count}`, text, parameters }
}
