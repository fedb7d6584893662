import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { readPrivateFile, savePrivateFile, writePrivateFile } from '../data-folder/private-file.ts'
import type { SignedHead } from './head.ts'

/** The file beside the database that holds the newest signed head. */
export const HEAD_FILE = 'ledger-head.json'

/** The text of the head in a data folder; null when there is none. */
export function readHeadFile(dataDir: string): string | null {
  return readPrivateFile(join(dataDir, HEAD_FILE))
}

/** Replaces the head without blocking the event loop. */
export async function saveHead(dataDir: string, head: SignedHead): Promise<void> {
  await savePrivateFile(join(dataDir, HEAD_FILE), textOf(head))
}

/** Replaces the head at once, where nothing may happen before it is on disk. */
export function writeHead(dataDir: string, head: SignedHead): void {
  writePrivateFile(join(dataDir, HEAD_FILE), textOf(head))
}

/** Keeps the head that an epoch ended with beside the ones that follow, as evidence. */
export function setHeadAside(dataDir: string, epoch: number): void {
  const file = join(dataDir, HEAD_FILE)
  if (existsSync(file)) renameSync(file, join(dataDir, `ledger-head.before-epoch-${epoch}.json`))
}

function textOf(head: SignedHead): string {
  return `${JSON.stringify(head)}\n`
}
