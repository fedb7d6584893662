import type { OutputText } from '../../gateway/output-text.ts'

const ENDINGS = { json: 'json', code: 'txt', prose: 'txt' } as const
/** By then, the download has started for sure. */
const FREE_AFTER_MS = 60_000

/** Saves an output as a file with a browser download. */
export function saveOutput({ text, language }: OutputText, slug: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${slug}.${ENDINGS[language]}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), FREE_AFTER_MS)
}
