import { columns, wrapped } from '../terminal/help.ts'
import { styled } from '../terminal/terminal.ts'
import { flagOf } from './field-flags.ts'
import { typeOf } from './tool-flags.ts'
import type { FieldInfo, ToolInfo } from './tool-info.ts'
import { counted } from '../../../src-shared/counted.ts'

/** The help of one tool: what it does and costs, its flags and its examples, each as a command. */
export function toolHelp(tool: ToolInfo): string {
  const { properties, required } = tool.input_schema
  const flags = Object.entries(properties).map(([name, field]) =>
    flagRow(tool, name, field, required.includes(name)),
  )
  const main = tool.main_field === null ? '' : ` [${tool.main_field} | -]`
  const bold = (text: string): string => styled('bold', text, process.stdout)
  return [
    bold(tool.slug),
    ...wrapped(tool.description, 0),
    `${tool.category}, ${tool.tier}, ${counted(tool.credits, 'credit')} a call`,
    '',
    bold('Usage'),
    `  toolgate call ${tool.slug}${main} [flags]`,
    '',
    bold('Flags'),
    ...columns([
      ...flags,
      ['--input JSON', 'The whole input at once; - reads it from stdin'],
      ['--json', 'Print the whole answer'],
      ['-o FILE', 'Write the result into a file, bytes as bytes'],
    ]),
    ...wrapped(
      '@FILE in place of a value reads it from a file, and @base64:FILE sends its bytes in Base64.',
      2,
    ),
    ...(tool.examples.length === 0 ? [] : ['', bold('Examples')]),
    ...tool.examples.flatMap(({ title, input }) => [`  # ${title}`, `  ${commandFor(tool, input)}`]),
  ].join('\n')
}

function flagRow(
  tool: ToolInfo,
  name: string,
  field: FieldInfo,
  required: boolean,
): readonly [string, string] {
  const type = typeOf(field)
  const values = field.enum ? field.enum.map(String).join('|') : type.toUpperCase()
  const flag = `${optionOf(tool, name)}${type === 'boolean' ? '' : `${name === 'json' ? '' : ' '}${values}`}`
  const notes = [
    ...(required ? ['required'] : []),
    ...(field.default === undefined ? [] : [`default ${JSON.stringify(field.default)}`]),
  ]
  const suffix = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  return [flag, `${field.description ?? ''}${suffix}`]
}

// Alone, --json asks for the whole answer.
function optionOf(tool: ToolInfo, name: string): string {
  return name === 'json' ? '--json=' : flagOf(tool, name)
}

/** A call as a command to type: with flags when all values are simple, else with the input as JSON. */
function commandFor(tool: ToolInfo, input: Readonly<Record<string, unknown>>): string {
  const simple = Object.values(input).every((value) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  const start = `toolgate call ${tool.slug}`
  if (!simple) return `${start} --input ${quoted(JSON.stringify(input))}`
  const flags = Object.entries(input).map(([name, value]) => {
    if (value === true) return optionOf(tool, name)
    if (value === false) return flagOf(tool, name).replace('--', '--no-')
    return `${optionOf(tool, name)}${name === 'json' ? '' : ' '}${quoted(String(value))}`
  })
  return [start, ...flags].join(' ')
}

// POSIX shells take everything between single quotes as it is.
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
