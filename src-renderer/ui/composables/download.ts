/** Downloads a text or its parts as a file. */
export function download(
  name: string,
  text: string | readonly BlobPart[],
  type = 'application/json',
): void {
  const address = URL.createObjectURL(new Blob(typeof text === 'string' ? [text] : [...text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the file when the click returns.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** Makes a file name from a title, without characters that some system forbids. */
export function fileNameOf(title: string, ending: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, '-')
    .slice(0, 80)
  return `${name || 'toolgate'}.${ending}`
}
