import type { Work } from '../storage/engine/work.ts'
import type { KindRunner, SourceHealth } from './source-kind.ts'
import { refused, refuseToAdd } from './source-refusals.ts'
import { giveSecrets, removeSecrets, saveSecrets } from './source-secrets.ts'
import { SourceRunner, type SourceParts } from './source-runner.ts'
import { follower } from './follow-changes.ts'
import type { Entry } from './source-entry.ts'
import { SourceShelf, toolOf } from './source-shelf.ts'
import {
  type Source,
  type SourceFacts,
  type SourceSecret,
  type SourceTool,
  type StoredOrigin,
} from './source.ts'
import type { SignIns } from './mcp/sign-in/sign-ins.ts'
import type { NpmPackages } from './npm/npm-packages.ts'
import { packageOf } from './npm/package-of.ts'
import type { Here } from './other-clients/mcp-clients.ts'
import type { ScriptFolder } from './folder/script-folder.ts'
import type { ApiDocuments } from './openapi/api-documents.ts'
import { renewed, type GivenSecrets, type RenewedDocument } from './given-secrets.ts'
import { asKnown, decidedWrite } from './decided-tools.ts'
import type { StoredSources, Which } from './source-store.ts'
import { acceptedSaves } from './accepted-saves.ts'
import type { Decision, ToolChange } from './fresh-facts.ts'

/** The sources of an instance: what their owner decides about them, and the calls of their tools. */
export class SourceBook {
  readonly #parts: SourceParts
  readonly #shelf: SourceShelf
  readonly #runner: SourceRunner
  /** Descriptions of APIs that were read a moment ago. */
  readonly documents: ApiDocuments
  /** Servers that are packages of npm. */
  readonly packages: NpmPackages
  /** Where other programs of this machine keep their settings. */
  readonly here: Here
  /** The folder of scripts. */
  readonly folder: ScriptFolder

  private constructor(parts: SourceParts, stored: StoredSources) {
    this.#parts = parts
    ;({ packages: this.packages, here: this.here, folder: this.folder } = parts)
    this.documents = parts.apis.documents
    this.#runner = new SourceRunner(
      parts,
      () => this.#shelf,
      (id) => this.#acceptWaiting(id),
    )
    const follow = follower(this.#runner, (source) => this.#open(source), parts.report)
    this.#shelf = new SourceShelf({ ...parts, follow, listed: this.#runner.listed }, stored)
    for (const { source } of this.#shelf.all()) this.#open(source)
  }

  /** Reads what is stored of all sources, and starts no process. */
  static async open(parts: SourceParts): Promise<SourceBook> {
    return new SourceBook(parts, await parts.engine.read(() => parts.store.all()))
  }

  /** Reads what other gateways have changed. */
  refresh = (): Promise<void> => this.#shelf.refresh()

  /** Sign-ins at servers over HTTP. */
  get signIns(): SignIns {
    return this.#runner.signIns
  }

  /** All sources, by id. */
  list(): readonly Source[] {
    return this.#shelf.all().map(({ source }) => source)
  }

  /** Whether there is a source of an id. */
  has = (id: string): boolean => this.#shelf.find(id) !== undefined

  /** @throws GatewayError not_found */
  get(id: string): Source {
    return this.#shelf.get(id).source
  }

  /** The tools of a source, by their names. @throws GatewayError not_found */
  tools(id: string): readonly SourceTool[] {
    return [...this.#shelf.get(id).tools.values()].toSorted((a, b) => (a.original < b.original ? -1 : 1))
  }

  /** Where the secrets of a source are. */
  secrets(id: string): readonly SourceSecret[] {
    return this.#shelf.get(id).secrets
  }

  /** A definition of a tool; null where there is none. */
  definition({ source, original }: SourceTool, which: Which) {
    return this.#parts.store.definition(source, original, which)
  }

  health(id: string): SourceHealth {
    return this.#runnerOf(id).health(id)
  }

  /** How much memory the processes of a source take, in bytes. */
  memory(id: string): Promise<number> {
    return this.#runnerOf(id).memory(id)
  }

  /** A tool that is known and not served now, by its slug; null for any other. */
  closedTool = (slug: string): SourceTool | null => this.#shelf.closedTool(slug)

  /**
   * Adds a source that somebody has agreed to, and looks at its tools, none of which is served yet.
   * @param record runs in the transaction
   * @throws GatewayError validation_error for an id that is taken and for too many; SecretsUnavailable
   */
  async add(
    source: Source,
    secrets: Readonly<Record<string, string>>,
    record: () => Work<void>,
  ): Promise<void> {
    const { secrets: secretStore } = this.#parts
    const { id } = source
    refuseToAdd(source, secrets, this.list())
    // From here on nobody else gets the id.
    const entry: Entry = { source, tools: new Map(), secrets: [] }
    this.#shelf.take(entry)
    try {
      entry.secrets = await saveSecrets(secretStore, id, secrets)
      await this.#shelf.insert(entry, record)
    } catch (error) {
      this.#shelf.drop(id)
      await removeSecrets(entry, this.#parts)
      throw error
    }
    this.#open(source)
  }

  /** Starts a source's process, if none runs, and reads its list. @throws NotSent, UpstreamFailure */
  async look(id: string): Promise<void> {
    const { source } = this.#shelf.get(id)
    if (source.state === 'off') throw refused('id', `${id} is switched off`)
    const pinned = packageOf(source)
    await Promise.all([this.#runner.of(source).look(id), pinned && this.#parts.packages.askNewest(pinned)])
  }

  /** Lets a source run again that was off or broken, and looks at it. @param record runs in the transaction */
  async start(id: string, record: () => Work<void>): Promise<void> {
    const entry = this.#shelf.get(id)
    const runner = this.#runner.of(entry.source)
    runner.forgive(id)
    await this.signIns.forgive(id)
    if (entry.source.state === 'off' || entry.source.state === 'broken') {
      const state = [...entry.tools.values()].some(({ approvedHash }) => approvedHash !== null)
        ? 'ready'
        : 'reviewing'
      await this.#change(entry, { state }, record)
    }
    this.#open(entry.source)
    await runner.look(id)
  }

  /** Takes what its owner has agreed to again, and ends what ran before. @param record runs in the transaction */
  async agree(id: string, origin: StoredOrigin, record: () => Work<void>): Promise<void> {
    const entry = this.#shelf.get(id)
    await this.#shelf.write(entry, () => ({ source: { ...entry.source, ...origin }, record }))
    await this.#runner.of(entry.source).stop(id, 'was agreed to in another form')
    await this.#sweep()
  }

  /** Ends a source's process and serves none of its tools until it is started. @param record runs in the transaction */
  async stop(id: string, record: () => Work<void>): Promise<void> {
    const entry = this.#shelf.get(id)
    await this.#change(entry, { state: 'off' }, record)
    await this.#runner.of(entry.source).stop(id, 'was switched off')
  }

  /** Forgets a sign-in, ends its connection and takes it back at its server. @throws SignInFailed */
  async signOut(id: string): Promise<void> {
    await this.#runnerOf(id).stop(id, 'was signed out')
    await this.signIns.signOut(id)
  }

  /** Gives a source secrets or takes some away, and ends what runs. @param record runs in the transaction */
  async give(id: string, given: GivenSecrets, record: () => Work<void>): Promise<void> {
    const entry = this.#shelf.get(id)
    await giveSecrets(entry, given, record, { ...this.#parts, shelf: this.#shelf })
    const runner = this.#runner.of(entry.source)
    await runner.stop(id, 'was given other secrets')
    // What has failed before may have failed for want of them.
    runner.forgive(id)
  }

  /** Changes what the owner sets. @param record runs in the transaction */
  async set(
    id: string,
    change: Partial<Pick<Source, 'title' | 'credits' | 'callSeconds' | 'keepRunning'>>,
    record: () => Work<void>,
  ): Promise<void> {
    await this.#change(this.#shelf.get(id), change, record)
  }

  /** Changes what the owner sets for tools, by their names. @param record runs in the transaction */
  async setTools(
    id: string,
    changes: ReadonlyMap<string, ToolChange>,
    record: () => Work<void>,
  ): Promise<void> {
    const entry = this.#shelf.get(id)
    await this.#shelf.write(entry, () => {
      const written = [...changes].map(([original, change]) => ({
        ...toolOf(entry, original),
        ...change,
      }))
      return { source: entry.source, tools: written.map(asKnown), record }
    })
  }

  /**
   * Opens and closes tools. One that is to be on is approved as it was looked at, and in no other form; what a
   * person cannot see in it must have been shown to one.
   * @param record runs in the transaction
   * @throws GatewayError tool_changed when a definition is not the one that was looked at, validation_error for one
   * whose invisible characters nobody has looked at; then nothing changes
   */
  async decide(id: string, decisions: readonly Decision[], record: () => Work<void>): Promise<void> {
    const entry = this.#shelf.get(id)
    await this.#shelf.write(entry, () => decidedWrite(entry, decisions, this.#parts.store, record))
  }

  /** Sets whether saves of a folder are served without being looked at. @param record runs in the transaction */
  async editHere(id: string, isEditedHere: boolean, record: () => Work<void>): Promise<void> {
    const entry = this.#shelf.get(id)
    await this.#shelf.write(entry, () => {
      const { source } = entry
      if (source.kind !== 'folder') throw refused('edited_here', `${id} is not a folder`)
      return { source: { ...source, settings: { isEditedHere } }, record }
    })
    if (entry.source.state !== 'off') await this.look(id)
  }

  /**
   * Takes another document of an API, and compares its operations with what was approved.
   * @param record runs in the transaction
   * @throws GatewayError validation_error for a source of another kind; NotSent
   */
  async renew(id: string, document: RenewedDocument, record: () => Work<void>): Promise<void> {
    const entry = this.#shelf.get(id)
    await this.#shelf.write(entry, () => {
      const { source } = entry
      if (source.kind !== 'openapi') throw refused('id', `${id} has no document. Read its list with look`)
      return { source: { ...source, settings: renewed(source.settings, document) }, record }
    })
    await this.#runner.of(entry.source).look(id)
  }

  /** Removes a source with its process, secrets and tools. @param record runs in the transaction */
  async remove(id: string, record: () => Work<void>): Promise<void> {
    const entry = this.#shelf.get(id)
    await this.#shelf.inTurn(entry, async () => {
      await this.#shelf.remove(id, record)
      await this.signIns.drop(id)
      this.#shelf.drop(id)
    })
    await this.#runner.of(entry.source).remove(id)
    await removeSecrets(entry, this.#parts)
    await this.#sweep()
  }

  /** Ends all processes; no other is started. */
  async close(): Promise<void> {
    this.#parts.packages.close()
    await this.#runner.close()
  }

  #open(source: Source): void {
    if (source.state !== 'off') this.#runner.of(source).open?.(source.id)
  }

  async #acceptWaiting(id: string): Promise<void> {
    const { decisions, event } = await acceptedSaves(this.#shelf.get(id), this.#parts.store)
    if (decisions.length > 0) await this.decide(id, decisions, () => this.#parts.record(event))
  }

  // A folder that cannot be deleted is in nobody's way, and the next sweep tries again.
  async #sweep(): Promise<void> {
    const used = this.list().flatMap((source) => packageOf(source) ?? [])
    await this.#parts.packages.sweep(used).catch(this.#parts.report)
  }

  #runnerOf(id: string): KindRunner {
    return this.#runner.of(this.#shelf.get(id).source)
  }

  async #change(entry: Entry, change: Partial<SourceFacts>, record: () => Work<void>): Promise<void> {
    await this.#shelf.write(entry, () => ({ source: { ...entry.source, ...change }, record }))
  }
}
