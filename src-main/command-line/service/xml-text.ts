const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text as the content of an XML element. */
export function xmlText(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character]!)
}
