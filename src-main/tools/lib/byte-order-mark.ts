/** A document without the byte order mark that some programs begin a file with, and that no format gives a meaning. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}
