/** Hands a text to the browser as a file to keep. */
export function download(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file once the click is over.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** A file name made of a title: no characters that some system forbids. */
export function fileNameOf(title: string, ending: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, '-')
    .slice(0, 80)
  return `${name || 'toolgate'}.${ending}`
}
