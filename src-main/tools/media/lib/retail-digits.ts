interface RetailCode {
  readonly format: string
  readonly text: string
}

/**
 * What a retail code carries: 12 digits in a UPC-A, 8 in a UPC-E. The reader of codes writes both as the 13 digits of
 * an EAN-13 that begins with 0, and an EAN-13 that begins with 0 has the bars of a UPC-A.
 */
export function asRetailCode(code: RetailCode): RetailCode {
  const { format, text } = code
  if (!/^(?:UPC[AE]|EAN13)$/.test(format) || !/^0\d{12}$/.test(text)) return code
  return format === 'UPCE'
    ? { format, text: shortened(text.slice(1)) ?? text }
    : { format: 'UPCA', text: text.slice(1) }
}

// GS1 General Specifications, zero suppression: which zeros were left out is told by the last digit.
function shortened(upc: string): string | null {
  const [, system, maker, product, check] = /^([01])(\d{5})(\d{5})(\d)$/.exec(upc) ?? []
  if (system === undefined) return null
  return system + shortBody(maker!, product!) + check!
}

function shortBody(maker: string, product: string): string {
  if (/^..[012]00$/.test(maker)) return maker.slice(0, 2) + product.slice(2) + maker[2]!
  if (maker.endsWith('00')) return `${maker.slice(0, 3)}${product.slice(3)}3`
  return maker.endsWith('0') ? `${maker.slice(0, 4)}${product.slice(4)}4` : maker + product.slice(4)
}
