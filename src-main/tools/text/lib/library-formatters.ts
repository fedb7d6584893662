import type { FormatCallback } from 'html-to-text'

/** A builder of the library knows its options, which its types do not say. */
interface WithFormatters {
  readonly options: { readonly formatters: Readonly<Record<string, FormatCallback>> }
}

/** One of html-to-text's own formatters, by its documented name. */
export function formatterOf(builder: Parameters<FormatCallback>[2], name: string): FormatCallback {
  // See above.
  return (builder as unknown as WithFormatters).options.formatters[name]!
}
