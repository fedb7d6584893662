import type { Plugin } from 'vite'

/**
 * What listhen needs only to make certificates, draw codes and colour its warnings. It imports them at once, and
 * together they are a third of the code that a start would read.
 */
const UNUSED: Readonly<Record<string, string>> = {
  'node-forge': 'export default {}',
  uqr: 'export const renderUnicodeCompact = () => ""',
  // Warnings belong on stderr, where the console puts them too.
  consola: 'export const consola = console; export default console',
}
const MARK = '\0unused:'

/** Leaves out of the build what listhen imports for things that the gateway never asks of it: https, and a banner. */
export function lightenListhen(): Plugin {
  return {
    name: 'lighten-listhen',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id in UNUSED && /[\\/]node_modules[\\/]listhen[\\/]/.test(importer ?? '') ? MARK + id : null,
    load: (id) => (id.startsWith(MARK) ? (UNUSED[id.slice(MARK.length)] ?? null) : null),
  }
}
