import { spawn, type ChildProcess } from 'node:child_process'
import { parseJson } from '../../src-shared/parse-json.ts'
import { LineReader } from '../extensions/line-reader.ts'
import type { DocumentLine } from '../extensions/openapi/document-lines.ts'
import { DOCUMENTS, launchesOf, type Launch } from './worker-launch.ts'

/** How long a document may be read, in milliseconds. */
const DEADLINE_MS = 60_000
const HEAP_MB = 1_024
const LINE_BYTES = 2 * 1024 * 1024
/** Why reading has ended without an end. */
const CUT_OFF =
  'The document could not be read within a minute and 1 GiB of memory. Cut it to the parts that you need.'

/**
 * Reads a document in a process of its own, which sees no files and no network where the system can hold it so.
 * @param file the built file of tool-worker.ts, or its source
 * @param bytes handed on in pieces, so that no other call waits for them
 * @returns its lines; the last one is `end` or `unusable`
 */
export async function readInProcess(file: URL, bytes: Buffer): Promise<DocumentLine[]> {
  for (const launch of launchesOf({ file, sandbox: true }, false, DOCUMENTS)) {
    const [first, ...lines] = await readBy(launch, bytes)
    // A wall that this machine does not have keeps the process from starting.
    if (first) return lines
  }
  throw new Error('No process could be started that reads documents')
}

function readBy({ command, args, cwd }: Launch, bytes: Buffer): Promise<DocumentLine[]> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      // It must not see what the gateway was started with.
      env: { ELECTRON_RUN_AS_NODE: '1', TZ: 'UTC', NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const lines: DocumentLine[] = []
    const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS)
    const end = (): void => {
      clearTimeout(timer)
      const isWhole = lines.length === 0 || isLast(lines.at(-1))
      resolve(isWhole ? lines : [...lines.slice(0, 1), { kind: 'unusable', message: CUT_OFF }])
    }
    child.on('error', end)
    child.on('close', end)
    take(child, lines)
    child.stdin.end(bytes)
  })
}

function take(child: ChildProcess, lines: DocumentLine[]): void {
  const reader = new LineReader(LINE_BYTES, {
    // Only document-process.ts writes them.
    line: (line) => void lines.push(parseJson(line.toString('utf8')) as DocumentLine),
    tooLong: () => void child.kill('SIGKILL'),
  })
  child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk))
  // It may end before it has read everything.
  child.stdin?.on('error', () => undefined)
}

function isLast(line: DocumentLine | undefined): boolean {
  return line?.kind === 'end' || line?.kind === 'unusable'
}
