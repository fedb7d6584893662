import type { TokenEncoding } from '../../../tokens/byte-pairs.ts'

/** Prefixes of the names of OpenAI's models, as its tokenizer tiktoken assigns them; the first that fits counts. */
const BY_PREFIX: readonly (readonly [RegExp, TokenEncoding])[] = [
  [/^(?:ft:)?gpt-4(?:o|\.\d)/, 'o200k_base'],
  [/^(?:o[1-9]|gpt-[5-9]|chatgpt-4o|gpt-oss)(?:$|[-.])/, 'o200k_base'],
  [/^(?:ft:)?(?:gpt-4|gpt-3\.5(?:-turbo)?|gpt-35-turbo)(?:$|[-:])/, 'cl100k_base'],
  [/^(?:ft:)?(?:davinci|babbage)-002(?:$|[-:])/, 'cl100k_base'],
  [/^text-embedding-(?:ada-002|3-small|3-large)$/, 'cl100k_base'],
  [
    /^(?:text-davinci-00[23]|text-davinci-edit-001|code-davinci-.+|code-cushman-.+|(?:davinci|cushman)-codex)$/,
    'p50k_base',
  ],
  [/^(?:text-(?:davinci|curie|babbage|ada)-001|davinci|curie|babbage|ada|gpt-?2)$/, 'r50k_base'],
]

/** The encoding that OpenAI publishes for a model; null for a model of others, or one that tiktoken does not know. */
export function encodingOfModel(model: string): TokenEncoding | null {
  return BY_PREFIX.find(([name]) => name.test(model))?.[1] ?? null
}
