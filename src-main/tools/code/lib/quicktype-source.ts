import {
  InputData,
  jsonInputForTargetLanguage,
  quicktype,
  type LanguageName,
  type RendererOptions,
} from 'quicktype-core'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/**
 * Source code in a language for JSON examples of one thing.
 * @throws InvalidInput for examples that no type can describe
 */
export async function toSource(
  language: LanguageName,
  { name, samples }: { readonly name: string; readonly samples: readonly unknown[] },
  rendererOptions: RendererOptions<LanguageName>,
): Promise<string> {
  const input = jsonInputForTargetLanguage(language)
  try {
    await input.addSource({ name, samples: samples.map((sample) => JSON.stringify(sample)) })
    const inputData = new InputData()
    inputData.addInput(input)
    // The look of one string says nothing about the next, so dates, numbers in strings and enums
    // are not guessed.
    const { lines } = await quicktype({
      inputData,
      lang: language,
      rendererOptions,
      inferDateTimes: false,
      inferUuids: false,
      inferEnums: false,
      inferBooleanStrings: false,
      inferIntegerStrings: false,
    })
    return lines.join('\n').toWellFormed().trimEnd() + '\n'
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('json', `No types can be inferred from this: ${reason.slice(0, 300)}`)
  }
}
