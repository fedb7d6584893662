import { parseJson } from '../../../src-shared/parse-json.ts'
import { CallFailed } from '../../tool-kit/tool-context.ts'
import { problemOfLong, SHORT_CHARS, wellFormed } from '../message-limits.ts'
import { SOURCE_LIMITS } from '../source.ts'
import type { CommandPlan } from './command-settings.ts'

/**
 * What a command has printed, as data.
 * @param mask takes secrets out of a text
 * @throws CallFailed when it is not what the command declares
 */
export async function toCommandData(
  { output }: Pick<CommandPlan, 'output'>,
  printed: Buffer,
  {
    parse,
    mask,
  }: {
    readonly parse: (text: string) => Promise<unknown>
    readonly mask: (text: string) => Promise<string>
  },
): Promise<Record<string, unknown>> {
  const text = await mask(decoded(printed))
  if (output === 'text') return { text }
  if (output === 'json') return { value: await valueOf(text, parse) }
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  if (lines.length > SOURCE_LIMITS.answerValues)
    throw failed(`It printed more than ${SOURCE_LIMITS.answerValues.toLocaleString('en')} lines.`)
  return { lines }
}

function decoded(printed: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(printed)
  } catch (error) {
    throw failed('It printed bytes that are not text in UTF-8.', error)
  }
}

async function valueOf(text: string, parse: (text: string) => Promise<unknown>): Promise<unknown> {
  const problem = await problemOfLong(text)
  if (problem !== null) throw failed(`It ${problem}.`)
  try {
    return wellFormed(text.length <= SHORT_CHARS ? parseJson(text) : await parse(text), text)
  } catch (error) {
    throw failed('It printed something that is not JSON.', error)
  }
}

function failed(message: string, cause?: unknown): CallFailed {
  return new CallFailed(message, { outcome: 'failed', cause })
}
