const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const SHA256_HEX = /^[0-9a-f]{64}$/i

/** Bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += DIGITS[byte]!
  return hex
}

/** The 32 bytes of 64 hexadecimal digits; null for anything else. */
export function hashFromHex(value: unknown): Uint8Array | null {
  if (typeof value !== 'string' || !SHA256_HEX.test(value)) return null
  const bytes = new Uint8Array(32)
  for (let i = 0; i < 32; i++) bytes[i] = digitAt(value, 2 * i) * 16 + digitAt(value, 2 * i + 1)
  return bytes
}

// The letters a to f and A to F end in the bits 1 to 6, the digits in 0 to 9; only the letters have bit 6.
function digitAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return (code & 15) + (code & 64 ? 9 : 0)
}
