import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { NotSent } from '../not-sent.ts'
import { FOLDER_LIMITS } from './folder-settings.ts'

/** A script of the folder, or what is wrong with a file. */
export type FolderFile = { readonly file: string; readonly name: string } & (
  | { readonly text: string; readonly hash: string }
  | { readonly problem: string }
)

const SCRIPT = /\.(?:ts|js)$/
const NO_TOOL = /^[._]|\.(?:d|test|spec)\.(?:ts|js)$/
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/

/**
 * Reads the scripts of a folder, without those of folders in it. Nothing is run.
 * @throws NotSent when the folder is missing or is a link
 */
export async function readFolder(folder: string): Promise<readonly FolderFile[]> {
  const names = await namesIn(folder)
  const read = await Promise.all(names.slice(0, FOLDER_LIMITS.files).map((file) => readFile(folder, file)))
  const over = names.slice(FOLDER_LIMITS.files).map((file) => ({
    ...{ file, name: nameOf(file) },
    problem: `The folder has more than ${FOLDER_LIMITS.files} scripts, so this one is not read`,
  }))
  const taken = new Set<string>()
  return [...read, ...over].map((one) => {
    if ('problem' in one || !taken.has(one.name)) {
      taken.add(one.name)
      return one
    }
    const { file, name } = one
    return { file, name, problem: 'Another file has this name. Rename one of them' }
  })
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    if ((await lstat(folder)).isDirectory())
      return (await readdir(folder)).filter((file) => SCRIPT.test(file) && !NO_TOOL.test(file)).toSorted()
  } catch (error) {
    throw new NotSent(`The folder ${folder} cannot be read`, { cause: error })
  }
  throw new NotSent(`${folder} is not a folder of its own; it must not be a link`)
}

async function readFile(folder: string, file: string): Promise<FolderFile> {
  const name = nameOf(file)
  if (!NAME.test(name))
    return { file, name, problem: 'Name the file with a-z, 0-9 and - only, at most 64 of them' }
  try {
    const path = await realpath(join(folder, file))
    if (!path.startsWith((await realpath(folder)) + sep))
      return { file, name, problem: 'It is a link to a file outside of the folder' }
    const bytes = await bytesOf(path)
    if (typeof bytes === 'string') return { file, name, problem: bytes }
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { file, name, text, hash: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    const isText = !(error instanceof TypeError)
    return { file, name, problem: isText ? 'It cannot be read' : 'It is not text in UTF-8' }
  }
}

// Not waiting for whatever somebody has put in place of a file. @returns a problem instead
async function bytesOf(path: string): Promise<Buffer | string> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const { size } = await handle.stat()
    if (!(await handle.stat()).isFile()) return 'It is not a file'
    const most = FOLDER_LIMITS.fileBytes
    const bytes = Buffer.alloc(Math.min(size, most) + 1)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
    return bytesRead > most ? `It is longer than ${most / 1024} KiB` : bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function nameOf(file: string): string {
  return file.replace(SCRIPT, '')
}
