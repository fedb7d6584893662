import type { ListedTool } from '../registry/listed-tool.ts'
import type { Registry } from '../registry/registry.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { nothing, type Work } from '../storage/engine/work.ts'
import { reviewOf, type Review } from './definition-review.ts'
import type { SeenDefinition } from './packed-definition.ts'
import { CommandRunner } from './command/command-runner.ts'
import { FolderRunner } from './folder/folder-runner.ts'
import type { ScriptFolder } from './folder/script-folder.ts'
import type { NpmPackages } from './npm/npm-packages.ts'
import { McpRunner } from './mcp/mcp-runner.ts'
import type { WantedSignIn } from './mcp/sign-in/challenge.ts'
import { vaultOf } from './mcp/sign-in/sign-in-vault.ts'
import { SignIns } from './mcp/sign-in/sign-ins.ts'
import type { ChannelTo } from './mcp/channel-to.ts'
import { wayToAddress } from './mcp/way-to-address.ts'
import { wayToProcess } from './mcp/way-to-process.ts'
import type { Here } from './other-clients/mcp-clients.ts'
import type { StrayProcesses } from './processes/stray-processes.ts'
import { ApiRunner, type ApiParts } from './openapi/api-runner.ts'
import type { KindParts, KindRunner } from './source-kind.ts'
import { toolChanged, toolClosed, toolGone } from './source-refusals.ts'
import type { Entry } from './source-entry.ts'
import type { SourceShelf } from './source-shelf.ts'
import {
  CLIENT_SECRET,
  secretIdOf,
  SIGN_IN,
  SOURCE_LIMITS,
  type Source,
  type SourceKind,
  type SourceOf,
  type SourceTool,
} from './source.ts'
import type { SourceStore, WrittenTool } from './source-store.ts'
import { listedTools } from './source-tools.ts'

/** What a book of sources is made of. */
export interface SourceParts {
  readonly store: SourceStore
  readonly registry: Registry
  readonly engine: Engine
  readonly secrets: SecretStore
  readonly strays: StrayProcesses
  readonly packages: NpmPackages
  readonly channelTo: ChannelTo
  readonly apis: ApiParts
  readonly folder: ScriptFolder
  readonly version: string
  /** Where other programs of this machine keep their settings. */
  readonly here: Here
  readonly now: () => number
  /** How long a call may take, in milliseconds. */
  readonly callMs: () => number
  readonly parse: (text: string) => Promise<unknown>
  /** Something happened that nobody asked for; runs in the transaction that stores it. */
  readonly record: (event: SourceEvent) => Work<void>
  readonly report: (error: unknown) => void
}

/** What happens to a source without anybody asking for it. */
export interface SourceEvent {
  readonly action: 'source.broken' | 'source.approved' | 'tool.changed'
  readonly source: string
  readonly detail: Readonly<Record<string, string | readonly string[]>>
}

/** Runs the sources of every kind: the calls of their tools, and what becomes of the lists that are read. */
export class SourceRunner {
  readonly #parts: SourceParts
  readonly #shelf: () => SourceShelf
  readonly #acceptWaiting: (id: string) => Promise<void>
  /** Sign-ins at servers over HTTP. */
  readonly signIns: SignIns
  /** A further kind is a line here. */
  readonly #kinds: Readonly<Record<SourceKind, KindRunner>>

  /** @param acceptWaiting opens the tools of a source that wait */
  constructor(parts: SourceParts, shelf: () => SourceShelf, acceptWaiting: (id: string) => Promise<void>) {
    this.#parts = parts
    this.#shelf = shelf
    this.#acceptWaiting = acceptWaiting
    this.signIns = new SignIns({
      channelTo: parts.channelTo,
      vault: vaultOf(parts, shelf),
      now: parts.now,
      serverOf: (id) => {
        const source = shelf().find(id)?.source
        return source?.kind === 'mcp-http' ? source.settings : undefined
      },
      keepWanted: (id, wanted) => this.#keepWanted(id, wanted),
      clientSecretOf: async (id) => (await this.#secretsOf(id)).get(CLIENT_SECRET) ?? null,
    })
    this.#kinds = {
      mcp: new McpRunner(this.#partsOf('mcp'), wayToProcess(parts.strays, parts.packages)),
      'mcp-http': new McpRunner(this.#partsOf('mcp-http'), wayToAddress(parts.channelTo, this.signIns)),
      openapi: new ApiRunner(this.#partsOf('openapi'), parts.apis),
      folder: new FolderRunner(this.#partsOf('folder'), parts.folder, parts.strays),
      command: new CommandRunner(this.#partsOf('command'), parts.strays),
    }
  }

  /** What runs a source. */
  of({ kind }: Pick<Source, 'kind'>): KindRunner {
    return this.#kinds[kind]
  }

  /** Ends whatever runs, and starts nothing any more. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#kinds).map((kind) => kind.close()))
  }

  /** The tools of a source that are served. */
  listed = ({ source, tools }: Entry): ListedTool[] => {
    if (source.state === 'off' || source.state === 'reviewing') return []
    return listedTools(source, tools.values(), {
      definitionOf: (tool) => this.#parts.store.definition(tool.source, tool.original, 'approved'),
      run: (tool, input, ctx, definition) => this.of(source).call(tool, input, ctx, definition),
    })
  }

  #partsOf<K extends SourceKind>(kind: K): KindParts<K> {
    const { version, now, parse, callMs } = this.#parts
    const isOfKind = (source: Source): source is Source & SourceOf<K> => source.kind === kind
    const sourceOf = (id: string): SourceOf<K> | undefined => {
      const source = this.#shelf().find(id)?.source
      return source && isOfKind(source) ? source : undefined
    }
    return {
      ...{ version, now, parse, sourceOf },
      toolsOf: (id) => [...(this.#shelf().find(id)?.tools.values() ?? [])],
      acceptWaiting: this.#acceptWaiting,
      secretsOf: (id) => this.#secretsOf(id),
      msOf: (id) => (sourceOf(id)?.callSeconds ?? 0) * 1_000 || callMs(),
      check: (called) => this.#check(called),
      reviewerOf: (id) => {
        const entry = this.#shelf().find(id)
        return async (fresh, server) => {
          if (entry && this.#shelf().find(id) === entry) await this.#review(entry, fresh, server)
        }
      },
      broke: (id, why) => this.#broke(id, why),
    }
  }

  // A server that has just started may list the tool with another definition than when the call began.
  #check(called: SourceTool): void {
    const tool = this.#shelf().find(called.source)?.tools.get(called.original)
    if (!tool || tool.state === 'gone') throw toolGone(called)
    if (tool.state === 'changed' || (tool.state === 'on' && tool.approvedHash !== called.approvedHash))
      throw toolChanged(called)
    if (tool.state !== 'on') throw toolClosed(tool)
  }

  async #secretsOf(id: string): Promise<ReadonlyMap<string, string>> {
    const values = new Map<string, string>()
    for (const { name, place } of this.#shelf().get(id).secrets)
      if (name !== SIGN_IN) values.set(name, await this.#parts.secrets.read(secretIdOf(id, name), place))
    return values
  }

  // It is wanted until the next start in any case, and no call fails because it cannot be kept.
  async #keepWanted(id: string, wanted: WantedSignIn | null): Promise<void> {
    const entry = this.#shelf().find(id)
    if (!entry) return
    try {
      await this.#shelf().write(entry, () => {
        const { source } = entry
        if (source.kind !== 'mcp-http') return null
        const { wantedSignIn: _, ...settings } = source.settings
        const kept = wanted === null ? settings : { ...settings, wantedSignIn: wanted }
        return { source: { ...source, settings: kept }, record: nothing }
      })
    } catch (error) {
      if (this.#shelf().find(id) === entry) this.#parts.report(error)
    }
  }

  async #review(
    entry: Entry,
    fresh: readonly SeenDefinition[],
    { serverName, serverVersion }: Pick<Source, 'serverName' | 'serverVersion'>,
  ): Promise<void> {
    await this.#shelf().write(entry, () => {
      const { source } = entry
      const review = reviewOf(source.id, [...entry.tools.values()], fresh)
      const all = this.#shelf()
        .all()
        .reduce((sum, { tools }) => sum + tools.size, 0)
      if (all + review.added.length > SOURCE_LIMITS.tools)
        throw new Error(
          `lists more tools than the ${SOURCE_LIMITS.tools} that all sources may have together`,
        )
      return {
        source: { ...source, serverName, serverVersion, lookedAt: this.#parts.now() },
        tools: changedIn(entry, review),
        record: () => this.#recordReview(source.id, review),
      }
    })
  }

  #recordReview(source: string, { changed, gone }: Review): Work<void> {
    if (changed.length + gone.length === 0) return nothing()
    const detail = { changed: few(changed), gone: few(gone) }
    return this.#parts.record({ action: 'tool.changed', source, detail })
  }

  async #broke(id: string, why: string): Promise<void> {
    const entry = this.#shelf().find(id)
    if (!entry) return
    const record = () => this.#parts.record({ action: 'source.broken', source: id, detail: { why } })
    try {
      await this.#shelf().write(entry, () =>
        // Its owner may have switched it off meanwhile, and it must stay so.
        entry.source.state === 'off' ? null : { source: { ...entry.source, state: 'broken' }, record },
      )
    } catch (error) {
      if (this.#shelf().find(id) === entry) this.#parts.report(error)
    }
  }
}

function changedIn(entry: Entry, review: Review): WrittenTool[] {
  return review.tools.flatMap((tool) => {
    const before = entry.tools.get(tool.original)
    if (before?.state === tool.state && before.seenHash === tool.seenHash) return []
    return [{ tool, seen: review.seen.get(tool.original)?.packed ?? null }]
  })
}

function few(names: readonly string[]): readonly string[] {
  return names.slice(0, 20)
}
