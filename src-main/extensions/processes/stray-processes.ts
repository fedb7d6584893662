import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { readPrivateFile, writePrivateFile } from '../../data-folder/private-file.ts'
import { memberOf, membersOf, signalGroup } from './process-group.ts'

const FILE = 'running-children.json'
const list = z.array(z.object({ group: z.int().min(2), startedAt: z.string(), boot: z.string() }))
type Child = z.infer<typeof list>[number]

/**
 * Remembers on disk which processes run, so that the next start ends those that a killed gateway has left. Most end by
 * themselves as soon as nobody is at the other end of their stdin.
 */
export class StrayProcesses {
  readonly #path: string | null
  readonly #report: (error: unknown) => void
  readonly #running = new Map<number, Child>()

  /**
   * @param dataDir null for an instance that keeps nothing on disk
   * @param report is called when the disk refuses to note what runs, which goes on
   */
  constructor(dataDir: string | null, report: (error: unknown) => void) {
    this.#report = report
    this.#path = dataDir === null ? null : join(dataDir, FILE)
  }

  /** Ends what an earlier gateway has left, if it is exactly what it has started. @returns how many groups */
  async end(): Promise<number> {
    const text = this.#path === null ? null : readPrivateFile(this.#path)
    if (text === null) return 0
    let ended = 0
    for (const { group, startedAt, boot } of read(text)) {
      if (boot !== bootId()) continue
      const members = await membersOf(group)
      const leader = members.find(({ pid }) => pid === group)
      // Of a leader that has ended, its group keeps the number; any other process of that number began later.
      if (members.length === 0 || (leader && leader.startedAt !== startedAt)) continue
      ended++
      signalGroup(group, 'SIGKILL')
    }
    this.#write()
    return ended
  }

  /** Notes a group that was just started. */
  async begin(group: number): Promise<void> {
    const leader = await memberOf(group)
    if (!leader) return
    this.#running.set(group, { group, startedAt: leader.startedAt, boot: bootId() })
    this.#note()
  }

  /** Notes that a group has ended. */
  ended(group: number): void {
    if (this.#running.delete(group)) this.#note()
  }

  // Nobody waits for it, and a command must not fail because of what the next start would miss.
  #note(): void {
    try {
      this.#write()
    } catch (error) {
      this.#report(error)
    }
  }

  #write(): void {
    if (this.#path !== null)
      writePrivateFile(this.#path, `${JSON.stringify([...this.#running.values()])}\n`)
  }
}

function read(text: string): readonly Child[] {
  try {
    return list.safeParse(parseJson(text)).data ?? []
  } catch {
    // Nothing is ended that is not known for certain.
    return []
  }
}

/** Differs after each start of the machine; empty where the system does not say. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
