import { setImmediate as nextTurn } from 'node:timers/promises'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { toSeen, type SeenDefinition } from '../packed-definition.ts'
import { SOURCE_LIMITS, type Definition } from '../source.ts'
import { UpstreamFailure, within, type Upstream } from './upstream.ts'

/**
 * Reads the list of a server's tools with all its pages.
 * @throws UpstreamFailure for a list that is too long, takes too long or is invalid
 */
export async function readList(upstream: Upstream): Promise<readonly SeenDefinition[]> {
  const until = performance.now() + SOURCE_LIMITS.listMs
  const found = new Map<string, SeenDefinition>()
  let cursor: string | undefined
  let chars = 0
  for (let page = 1; ; page++) {
    if (page > SOURCE_LIMITS.pages) throw tooLong(`more than ${SOURCE_LIMITS.pages} pages`)
    const { answer } = upstream.request('tools/list', cursor === undefined ? {} : { cursor })
    const left = Math.max(0, until - performance.now())
    const result = await within(answer, left, 'did not list its tools within 30 seconds')
    if (!isObject(result) || !Array.isArray(result.tools)) throw tooLong('no list of tools', 'gave')
    for (const item of result.tools) {
      const definition = toDefinition(item)
      if (definition === null) continue
      chars += JSON.stringify(definition).length
      if (chars > SOURCE_LIMITS.listBytes) throw tooLong('more than 8 MiB')
      if (found.size >= SOURCE_LIMITS.toolsOfSource)
        throw tooLong(`more than ${SOURCE_LIMITS.toolsOfSource.toLocaleString('en')} tools`)
      // Of two tools of one name, calls reach only one.
      if (!found.has(definition.name)) found.set(definition.name, toSeen(definition))
      // Reading schemas takes long where there are many, and others wait.
      await nextTurn()
    }
    const { nextCursor } = result
    if (typeof nextCursor !== 'string' || nextCursor === '') return [...found.values()]
    cursor = nextCursor
  }
}

function toDefinition(item: unknown): Definition | null {
  if (!isObject(item) || typeof item.name !== 'string' || item.name === '' || item.name.length > 512)
    return null
  const { name, title, description, inputSchema, outputSchema, annotations } = item
  return {
    name: name.toWellFormed(),
    ...(typeof title === 'string' ? { title: title.slice(0, 512).toWellFormed() } : {}),
    ...(typeof description === 'string'
      ? { description: description.slice(0, SOURCE_LIMITS.keptDescription).toWellFormed() }
      : {}),
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
    ...(isObject(outputSchema) ? { outputSchema } : {}),
    ...(isObject(annotations) ? { annotations } : {}),
  }
}

function tooLong(what: string, how = 'lists'): UpstreamFailure {
  return new UpstreamFailure(`${how} ${what}`, { wasSent: true, isAnswer: true })
}
