import { connect } from 'node:net'
import { onAnswer } from './read-answers.ts'

/** What one connection sends, again and again. Each `#` of the body becomes text that no request had before. */
export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Ends the load after so many, even if the time is not over. */
  readonly answers?: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for no body. */
  readonly body: string | null
}

export interface LoadResult {
  readonly answers: number
  readonly failures: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Keeps every connection busy for the given time and times each answer. Runs in a process of its own. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = []
  let failures = 0
  let next = 0
  const startedAt = performance.now()
  const endsAt = startedAt + load.seconds * 1_000
  const requestOf = toRequest(load)

  await Promise.all(
    Array.from({ length: load.connections }, () => {
      const done = Promise.withResolvers<void>()
      const socket = connect(load.port, '127.0.0.1')
      let sentAt = 0
      const send = (): void => {
        if (performance.now() >= endsAt || next === load.answers) {
          socket.end()
          done.resolve()
          return
        }
        sentAt = performance.now()
        socket.write(requestOf(next++))
      }
      socket.setNoDelay(true)
      socket.on('connect', send)
      socket.on('error', done.reject)
      onAnswer(socket, ({ status }) => {
        latencies.push(performance.now() - sentAt)
        if (status !== 200) failures++
        send()
      })
      return done.promise
    }),
  )
  return toResult(latencies, failures, (performance.now() - startedAt) / 1_000)
}

function toRequest(load: Load): (n: number) => string {
  const headers = Object.entries({ host: `127.0.0.1:${load.port}`, ...load.headers })
  const head = `${load.method} ${load.path} HTTP/1.1\r\n${headers.map(([k, v]) => `${k}: ${v}\r\n`).join('')}`
  return (n) => {
    if (!load.body) return `${head}\r\n`
    // Each load is a process of its own, so its id tells its bodies from those of the rounds before.
    const body = load.body.replaceAll('#', `${process.pid} ${n}`)
    return `${head}content-length: ${body.length}\r\n\r\n${body}`
  }
}

function toResult(latencies: number[], failures: number, seconds: number): LoadResult {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
  return {
    answers: sorted.length,
    failures,
    perSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}

if (process.send && process.argv[2] !== undefined) {
  const load = JSON.parse(process.argv[2]) as Load
  const send = process.send.bind(process)
  send(await runLoad(load))
  process.disconnect()
}
