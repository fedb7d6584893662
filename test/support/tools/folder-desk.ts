import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestGateway, type Json } from '../gateway/test-gateway.ts'
import { liftRateLimit } from '../gateway/lift-rate-limit.ts'

/** A pure tool that counts the letters of a word, and says which version it is. */
export function pureScript(version = 1): string {
  return `export const tool = {
  title: 'Letters',
  summary: 'Counts letters.',
  pure: true,
  input: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
  output: { type: 'object', properties: { letters: { type: 'integer' }, version: { type: 'integer' } } },
}
export default ({ word }: { word: string }) => ({ letters: [...word].length, version: ${version} })
`
}

/** A tool in a process. @param body what its function does with \`input\` */
export function processScript(body: string, head = ''): string {
  return `${head}
export const tool = { title: 'Process', summary: 'Runs in a process.', input: { type: 'object', properties: {} } }
export default async (input: Record<string, any>) => { ${body} }
`
}

/** A gateway with a folder of scripts. */
export class FolderDesk {
  readonly gateway: TestGateway
  readonly dataDir: string
  readonly folder: string

  private constructor(gateway: TestGateway, dataDir: string) {
    this.gateway = gateway
    this.dataDir = dataDir
    this.folder = join(dataDir, 'tools')
  }

  static async open(dataDir = mkdtempSync(join(tmpdir(), 'toolgate-folder-'))): Promise<FolderDesk> {
    const gateway = await TestGateway.create({ dataDir })
    await liftRateLimit(gateway)
    return new FolderDesk(gateway, dataDir)
  }

  /** Ends the gateway, and removes everything. */
  async close(): Promise<void> {
    await this.gateway.close()
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 10 })
  }

  /** Saves a file as editors do: beside it, and then in its place. */
  save(file: string, text: string): void {
    mkdirSync(this.folder, { recursive: true })
    const beside = join(this.folder, `.${file}.new`)
    writeFileSync(beside, text)
    renameSync(beside, join(this.folder, file))
  }

  /** Switches the folder on, and opens all of its tools. */
  async switchOn({ editedHere = false } = {}): Promise<Json> {
    const body = { kind: 'folder', id: 'my', edited_here: editedHere }
    const { consent } = (await this.gateway.asOwner('/app/sources/preview', { body })).json
    const added = await this.gateway.asOwner('/app/sources', { body: { ...body, consent: consent.hash } })
    if (added.status !== 201) throw new Error(added.text)
    await this.approve()
    return await this.source()
  }

  async source(): Promise<Json> {
    return (await this.gateway.asOwner('/app/sources/my')).json.source
  }

  async look(): Promise<Json> {
    return (await this.gateway.asOwner('/app/sources/my/look', { method: 'POST' })).json.source
  }

  /** Opens all of its tools as they are now. */
  async approve(): Promise<void> {
    const { tools } = await this.source()
    const decisions = tools.map(({ name, hash }: Json) => ({ name, hash, state: 'on' }))
    if (decisions.length === 0) return
    const body = { tools: decisions }
    const { status, text } = await this.gateway.asOwner('/app/sources/my/approve', { body })
    if (status !== 200) throw new Error(text)
  }
}
