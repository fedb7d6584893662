import { createSocket } from 'node:dgram'

const TYPES = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  CAA: 257,
} as const
type WireType = keyof typeof TYPES

/** A record that says that the name is another; the records after it belong to that one. */
interface Alias {
  readonly alias: string
}

/** Data of records by `name TYPE`; a name without any does not exist, `'fails'` makes the server fail. */
export type Zone = Readonly<Record<string, readonly (Buffer | Alias)[] | 'fails' | 'silent'>>

export interface DnsServer {
  /** As a list of servers takes it. */
  readonly address: string
  /** What was asked, as `name TYPE`. */
  readonly asked: readonly string[]
  readonly close: () => void
}

/** Starts a DNS server on loopback that answers from a zone (RFC 1035, 4). */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    asked.push(`${name} ${type}`)
    const found = zone[`${name} ${type}`]
    if (found === 'silent') return
    const exists = Object.keys(zone).some((key) => key.startsWith(`${name} `))
    const code = found === 'fails' ? 2 : exists ? 0 : 3
    const data = found === undefined || found === 'fails' ? [] : found
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 | code, 0, 1, 0, data.length, 0, 0, 0, 0])
    // The first name is a pointer to the question (RFC 1035, 4.1.4).
    let owner: Buffer = Buffer.from([0xc0, 12])
    const answers = data.map((each) => {
      if (Buffer.isBuffer(each)) return record(owner, TYPES[type as WireType], each)
      const alias = record(owner, TYPES.CNAME, wireName(each.alias))
      owner = wireName(each.alias)
      return alias
    })
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => void socket.close() }
}

function questionOf(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += length + 1
  }
  const code = query.readUInt16BE(at + 1)
  const type = Object.entries(TYPES).find(([, number]) => number === code)?.[0] ?? String(code)
  return { name: labels.join('.'), type, end: at + 5 }
}

// Class IN, kept for 300 seconds.
function record(owner: Buffer, type: number, rdata: Buffer): Buffer {
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 1, 44, 0, 0])
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(rdata.length, 8)
  return Buffer.concat([owner, head, rdata])
}

/** A name in the form of the wire. */
export function wireName(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.')
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ])
}

/** 16-bit numbers in the form of the wire. */
export function wireShorts(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number, index * 2)
  return bytes
}

/** Pieces of text in the form of the wire. */
export function wireText(...pieces: string[]): Buffer {
  return Buffer.concat(
    pieces.flatMap((piece) => [Buffer.from([Buffer.byteLength(piece)]), Buffer.from(piece)]),
  )
}
