import { defineCommand } from 'citty'
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { refusalsOf, shareLabel, type ShareList, type ShareState } from '../../../src-shared/shares.ts'
import { keyFor } from '../client/command-key.ts'
import { DATA_DIR_ARG } from '../client/data-dir.ts'
import { findGateway, findOwnGateway, type FoundGateway } from '../client/find-gateway.ts'
import { placeOf, URL_ARG, type GatewayPlace } from '../client/gateway-place.ts'
import { GatewayClient } from '../client/gateway-client.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { WORKER_HEAP_MB } from '../../../src-shared/limits.ts'
import { WorkerStarter } from '../../workers/worker-host.ts'
import type { Walls } from '../../workers/worker-launch.ts'
import { isRecentNode, OLDEST_NODE } from '../serve/refuse-old-node.ts'
import type { ProgramFiles } from '../serve/program-files.ts'
import { findService } from '../service/find-service.ts'
import { thisMachine } from '../service/machine.ts'
import { serviceSystemOf } from '../service/system-of.ts'
import { JSON_ARG, print, printJson, styled } from '../terminal/terminal.ts'

/** The result of one check. */
interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

const LOW_DISK_BYTES = 200 * 1024 * 1024

/** `toolgate doctor`: looks for problems; works with no gateway running. */
export const doctor = (files: ProgramFiles) =>
  defineCommand({
    args: {
      json: JSON_ARG,
      url: URL_ARG,
      'data-dir': DATA_DIR_ARG,
    },
    run: async ({ args }) => {
      const place = placeOf(args, process.env)
      const { dataDir } = place
      const found = await findGateway(place)
      const walls = await wallsHere(files.workerUrl)
      const shares = await sharesOf(found, dataDir)
      const findings = [
        nodeVersion(),
        ...folder(dataDir),
        ...(await gateway(found, place)),
        serviceFinding(),
        await ledger(found, dataDir),
        wallsFinding(walls),
        ...shares.map(shareFinding),
      ]
      const ok = findings.every((finding) => finding.ok)
      if (args.json === true) printJson({ ok, findings, walls, shares })
      else for (const finding of findings) print(lineOf(finding))
      process.exitCode = ok ? EXIT.done : EXIT.failed
    },
  })

async function wallsHere(file: URL): Promise<Walls> {
  const starter = new WorkerStarter({ file, heapMb: WORKER_HEAP_MB, sandbox: true })
  return (await starter.tryWalls()) ?? { permissions: false, sandbox: false }
}

function wallsFinding({ permissions, sandbox }: Walls): Finding {
  const name = 'tool walls'
  if (!permissions)
    return { name, ok: false, message: 'none: tools run with all the rights of this user; update Node' }
  if (sandbox) return { name, ok: true, message: "Node's permissions and a sandbox of the system" }
  return { name, ok: true, message: `Node's permissions; no sandbox: ${adviceFor(process.platform)}` }
}

function adviceFor(platform: NodeJS.Platform): string {
  return platform === 'linux'
    ? 'install util-linux, and allow user namespaces to users (user.max_user_namespaces, ' +
        'kernel.apparmor_restrict_unprivileged_userns)'
    : 'there is none for this system'
}

function lineOf({ name, ok, message }: Finding): string {
  const mark = ok ? styled('green', 'ok   ', process.stdout) : styled('red', 'wrong', process.stdout)
  return `${mark}  ${name.padEnd(12)}  ${message}`
}

function nodeVersion(): Finding {
  const ok = isRecentNode(process.versions.node)
  const needed = `${process.version}; ${OLDEST_NODE.join('.')} or newer is needed`
  return { name: 'Node', ok, message: ok ? process.version : needed }
}

function folder(dataDir: string): Finding[] {
  if (!existsSync(dataDir))
    return [{ name: 'data folder', ok: true, message: `${dataDir} will be made by the first start` }]
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const disk = `${Math.round(free / 1024 / 1024)} MB free`
  return [
    writable(dataDir),
    isPrivate(dataDir),
    {
      name: 'disk',
      ok: free > LOW_DISK_BYTES,
      message: free > LOW_DISK_BYTES ? disk : `${disk}: free some space, or calls will be refused`,
    },
  ]
}

function writable(dataDir: string): Finding {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    return { name: 'data folder', ok: true, message: dataDir }
  } catch {
    return { name: 'data folder', ok: false, message: `${dataDir} cannot be written to by this user` }
  }
}

function isPrivate(dataDir: string): Finding {
  // On Windows, the mode does not say who has access.
  const ok = process.platform === 'win32' || (statSync(dataDir).mode & 0o077) === 0
  return {
    name: 'privacy',
    ok,
    message: ok ? 'only this user can read it' : `others can read it: chmod 700 ${dataDir}`,
  }
}

async function gateway(found: FoundGateway | null, place: GatewayPlace): Promise<Finding[]> {
  const { dataDir, named, namedBy } = place
  if (found === null && named !== null)
    return [{ name: 'gateway', ok: false, message: `${named}, which ${namedBy} names, does not answer` }]
  if (found === null)
    return [{ name: 'gateway', ok: true, message: 'not running; start it with toolgate serve' }]
  const ready = await answers(new GatewayClient(found.url, null), '/v1/health?check=ready')
  const keyed = await answers(
    new GatewayClient(found.url, keyFor(found, dataDir, process.env)),
    '/v1/credits/balance',
  )
  return [
    { name: 'gateway', ok: ready === null, message: ready ?? found.url },
    { name: 'key', ok: keyed === null, message: keyed ?? 'accepted' },
  ]
}

// A service is not needed, and some systems have none that we know.
function serviceFinding(): Finding {
  const name = 'service'
  try {
    const machine = thisMachine(process.env)
    const found = findService(serviceSystemOf(machine), machine)
    if (found === null) return { name, ok: true, message: 'none; toolgate service install makes one' }
    const { file, missing } = found
    if (missing === null) return { name, ok: true, message: file }
    const message = `${file} starts ${missing}, which is gone: run toolgate service install again`
    return { name, ok: false, message }
  } catch (error) {
    if (error instanceof CommandFailed) return { name, ok: true, message: 'none is known for this system' }
    throw error
  }
}

// Only the owner's key may see them; what is wrong with the key or the gateway has been found before.
async function sharesOf(found: FoundGateway | null, dataDir: string): Promise<readonly ShareState[]> {
  if (found === null) return []
  try {
    const client = new GatewayClient(found.url, keyFor(found, dataDir, process.env))
    const list = (await client.get('/app/shares')) as ShareList // the gateway's own answer
    return list.shares
  } catch (error) {
    if (error instanceof CommandFailed) return []
    throw error
  }
}

// Full use of a resource is not a fault.
function shareFinding(share: ShareState): Finding {
  const { in_use, limit, per_key, owner_reserve, waiting } = share
  const message =
    `${shareLabel(share)}: ${in_use} of ${limit} in use (${per_key} for one key, ${owner_reserve} more for ` +
    `the owner), ${waiting} waiting, ${refusalsOf(share)} refused`
  return { name: 'share', ok: true, message }
}

async function answers(client: GatewayClient, path: string): Promise<string | null> {
  try {
    await client.get(path)
    return null
  } catch (error) {
    if (error instanceof CommandFailed) return error.message
    throw error
  }
}

async function ledger(found: FoundGateway | null, dataDir: string): Promise<Finding> {
  const name = 'ledger'
  // A gateway that was named may run on another folder or machine than this ledger.
  if (found?.isOwn || (await findOwnGateway(dataDir)) !== null)
    return { name, ok: true, message: 'checked by the gateway when it starts' }
  if (!existsSync(join(dataDir, 'toolgate.db'))) return { name, ok: true, message: 'none yet' }
  const { checkLedgerOf } = await import('../instance/ledger-verify.ts')
  const problems = checkLedgerOf(dataDir)
  return {
    name,
    ok: problems.length === 0,
    message:
      problems[0] ?? 'every balance is the sum of its entries; nothing was changed since the signed head',
  }
}
