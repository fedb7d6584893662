import type { BytePairEncodingCore } from 'gpt-tokenizer/esm/BytePairEncodingCore'

/** The byte-pair encodings of OpenAI's models. */
export const TOKEN_ENCODINGS = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const
export type TokenEncoding = (typeof TOKEN_ENCODINGS)[number]

/** An encoding. Names of special tokens, such as <|endoftext|>, are ordinary text. */
export interface BytePairs {
  readonly encode: (text: string) => number[]
  readonly count: (text: string) => number
}

/** The members of the library's core that lose a byte order mark, and find what they lose. */
interface RankLookup {
  getBpeRankFromBytes: (bytes: Uint8Array) => number | undefined
  readonly binarySearch: (bytes: Uint8Array) => number
  readonly bytePairNonUtfSortedEncoder: readonly (readonly [Uint8Array, number])[]
}

const kept = new Map<TokenEncoding, Promise<BytePairs>>()

/**
 * Loads an encoding; its table of ranks takes a tenth of a second the first time. Encoding takes quadratic time in the
 * longest piece that the encoding does not split.
 */
export function bytePairsOf(name: TokenEncoding): Promise<BytePairs> {
  const known = kept.get(name) ?? load(name)
  kept.set(name, known)
  return known
}

async function load(name: TokenEncoding): Promise<BytePairs> {
  const { bytePairRankDecoder, tokenSplitRegex, specialTokensEncoder } = await LOADERS[name]()
  const { BytePairEncodingCore: Core } = await import('gpt-tokenizer/esm/BytePairEncodingCore')
  const core = new Core({
    bytePairRankDecoder,
    specialTokensEncoder,
    tokenSplitRegex: asInRust(tokenSplitRegex),
  })
  keepMarks(core)
  const none = new Set<string>()
  return { encode: (text) => core.encodeNative(text, none), count: (text) => core.countNative(text, none) }
}

// The white space of the encodings is that of Unicode; JavaScript has U+FEFF besides, and lacks U+0085.
function asInRust({ source, flags }: RegExp): RegExp {
  return new RegExp(
    source.replaceAll('\\s', String.raw`\p{White_Space}`).replaceAll('\\S', String.raw`\P{White_Space}`),
    flags,
  )
}

// The library decodes bytes to find their rank, which drops U+FEFF at their beginning; it has those as bytes, too.
function keepMarks(core: BytePairEncodingCore): void {
  const lookup = core as unknown as RankLookup // private members of a library whose version is pinned
  const find = lookup.getBpeRankFromBytes.bind(core)
  lookup.getBpeRankFromBytes = (bytes) => {
    if (bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return find(bytes)
    return lookup.bytePairNonUtfSortedEncoder[lookup.binarySearch(bytes)]?.[1]
  }
}

const LOADERS = {
  o200k_base: async () => {
    const { O200KBase } = await import('gpt-tokenizer/esm/encodingParams/o200k_base')
    return O200KBase((await import('gpt-tokenizer/esm/bpeRanks/o200k_base')).default)
  },
  cl100k_base: async () => {
    const { Cl100KBase } = await import('gpt-tokenizer/esm/encodingParams/cl100k_base')
    return Cl100KBase((await import('gpt-tokenizer/esm/bpeRanks/cl100k_base')).default)
  },
  p50k_base: async () => {
    const { P50KBase } = await import('gpt-tokenizer/esm/encodingParams/p50k_base')
    return P50KBase((await import('gpt-tokenizer/esm/bpeRanks/p50k_base')).default)
  },
  r50k_base: async () => {
    const { R50KBase } = await import('gpt-tokenizer/esm/encodingParams/r50k_base')
    return R50KBase((await import('gpt-tokenizer/esm/bpeRanks/r50k_base')).default)
  },
}
