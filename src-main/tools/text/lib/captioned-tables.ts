import type { FormatCallback } from 'html-to-text'

/** A builder of the library knows its options, which its types do not say. */
interface WithFormatters {
  readonly options: { readonly formatters: Readonly<Record<string, FormatCallback>> }
}

/** Formats a table with its caption before it, which the library's own formatter leaves out. */
export const captioned: FormatCallback = (table, walk, builder, options) => {
  for (const caption of (table.children ?? []).filter(({ name }) => name === 'caption')) {
    builder.openBlock({ leadingLineBreaks: 2 })
    walk(caption.children, builder)
    builder.closeBlock({ trailingLineBreaks: 2 })
  }
  // See above.
  const { formatters } = (builder as unknown as WithFormatters).options
  formatters['dataTable']!(table, walk, builder, options)
}
