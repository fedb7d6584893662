// Loaded into a measured server: answers each message with what the process uses.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MIB = 1024 * 1024

// The longest turn of the event loop since it was last asked for, in processor time of the thread.
let last = threadCpuMs()
let longestTurnMs = 0
let watch

function look() {
  const now = threadCpuMs()
  longestTurnMs = Math.max(longestTurnMs, now - last)
  last = now
}

function threadCpuMs() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

process.on('message', async ({ collect = false, snapshot = null, turns = false }) => {
  if (turns) {
    look()
    watch ??= setInterval(look, 1).unref()
    process.send?.({ longestTurnMs })
    longestTurnMs = 0
    return
  }
  if (collect) await collectGarbage()
  if (snapshot !== null) writeHeapSnapshot(snapshot)
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({
    cpuMicros: user + system,
    residentMb: rss / MIB,
    heapMb: heapUsed / MIB,
    externalMb: external / MIB,
  })
})
process.channel?.unref()

// What has been finalized is freed by the collection after it.
async function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collection = runInNewContext('gc')
  for (let round = 0; round < 3; round++) {
    collection()
    await nextTurn()
  }
}
