// The first kernel whose number tells the version of both systems; before, two versions had the same.
const FIRST_KERNEL = 15
/** Apple named all of its systems after the year from this kernel on. */
const KERNEL_OF_2026 = 25
const KERNEL_OF_MACOS_11 = 20

/**
 * The system that a program on Apple's network library names by its kernel, or UC Browser by a short
 * name; else null.
 */
export function appleSystem(userAgent: string): { name: string; version: string | undefined } | null {
  const short = /\((?:iOS; U; )?(?:U;)?(?:iPh OS|iOS) ([\d_.]+)/.exec(userAgent)?.[1]
  if (short !== undefined) return { name: 'iOS', version: short.replaceAll('_', '.') }
  const darwin = /\bCFNetwork\/[\d.]+ Darwin\/(\d+)/.exec(userAgent)?.[1]
  if (darwin === undefined) return null
  const kernel = Number(darwin)
  // Macs with Intel's processors say so; the iPhone has none.
  return /\((?:i386|x86_64)\)/.test(userAgent)
    ? { name: 'macOS', version: macVersion(kernel) }
    : { name: 'iOS', version: iosVersion(kernel) }
}

function macVersion(kernel: number): string | undefined {
  if (kernel >= KERNEL_OF_2026) return String(kernel + 1)
  if (kernel >= KERNEL_OF_MACOS_11) return String(kernel - 9)
  return kernel >= 5 ? `10.${kernel - 4}` : undefined
}

function iosVersion(kernel: number): string | undefined {
  if (kernel >= KERNEL_OF_2026) return String(kernel + 1)
  return kernel >= FIRST_KERNEL ? String(kernel - 6) : undefined
}
