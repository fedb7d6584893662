import type { ActivityDetail, ActivityEntry } from '../../src-shared/activity.ts'
import { withoutGatewayFields } from '../../src-shared/gateway-fields.ts'
import { isObject, readJson } from './recorded-answer.ts'
import type { BadgeTone } from '../ui/marks/badge-tone.ts'
import { engineToneOf } from '../tools/result/result-status.ts'

/** The colour of the badge that says how a call ended. */
export function outcomeToneOf({ code, engine }: ActivityEntry): BadgeTone {
  return code === null ? engineToneOf(engine) : 'err'
}

/** Who called, in a word or two. */
export function fromWords({ client, form, key_name: name, key_id: id }: ActivityEntry): string {
  // A call that was refused may have had no key, or none that is known here.
  const who = client === 'page' ? 'This page' : (name ?? (id || 'no known key'))
  const by = { page: '', api: '', cli: 'command line', mcp: 'MCP' }[client]
  const how = form === 'call' ? '' : form
  return [who, by, how].filter((part) => part !== '').join(' · ')
}

/** The start of an input on one line: the value of the tool's only field, or its fields by name. */
export function gistWords(gist: string): string {
  const value = readJson(gist)
  const fields = isObject(value) ? Object.entries(withoutGatewayFields(value)) : null
  if (fields === null) return gist.replace(/^\s*\{\s*"[^"]*"\s*:\s*"?/, '').replaceAll(/\\n|\s+/g, ' ')
  const words = (field: unknown) => (typeof field === 'string' ? field : JSON.stringify(field))
  const shown =
    fields.length === 1
      ? words(fields[0]![1])
      : fields.map(([name, field]) => `${name} ${words(field)}`).join(' · ')
  return shown.replaceAll(/\s*\n\s*/g, ' ⏎ ')
}

/**
 * The tool's own fields of a recorded input, for editing; null if the input was cut or not
 * recorded.
 */
export function toolFieldsOf(call: ActivityDetail): Record<string, unknown> | null {
  const value =
    call.input === null || call.input_cut ? undefined : readJson(call.input === '' ? '{}' : call.input)
  if (!isObject(value)) return null
  return withoutGatewayFields(value)
}
