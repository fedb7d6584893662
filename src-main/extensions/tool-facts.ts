import { jsonFields } from './schemas/json-fields.ts'
import { hasOddCharacters, shown } from './odd-characters.ts'
import { SOURCE_LIMITS, type Definition, type SourceToolFacts } from './source.ts'

/** What a start needs to know of a tool. */
export function factsOf(definition: Definition): SourceToolFacts {
  const { name, title, description = '', inputSchema, annotations, request, script, command } = definition
  const { fields, unchecked } = jsonFields(inputSchema)
  const said = shown(description).trim() || `${name}, which says nothing of itself`
  const note = unchecked === null ? '' : ' (Its input is not checked here.)'
  return {
    title: shown(title ?? textIn(annotations, 'title') ?? name).slice(0, 200),
    summary: cut(said, SOURCE_LIMITS.shownDescription - note.length) + note,
    fields: [...fields],
    saysReadOnly: annotations?.readOnlyHint === true,
    chars: JSON.stringify({ name, description, inputSchema }).length,
    ...(hasOddCharacters(definition) ? { isOdd: true as const } : {}),
    ...(script ? { place: script.file } : {}),
    ...(command ? { place: shown(command.argv.join(' ')).slice(0, 300) } : {}),
    ...(request ? { place: shown(`${request.method} ${request.path}`).slice(0, 300) } : {}),
    ...(script?.isPure ? { isPure: true as const } : {}),
    ...(script?.credits === undefined ? {} : { credits: script.credits }),
    ...(annotations?.deprecated === true ? { isDeprecated: true } : {}),
  }
}

function textIn(from: Definition['annotations'], name: string): string | undefined {
  const text = from?.[name]
  return typeof text === 'string' ? text : undefined
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}
