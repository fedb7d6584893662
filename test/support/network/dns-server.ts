import { onTestFinished } from 'vitest'
import { startDnsServer, type DnsServer, type Zone } from './zone-server.ts'

/** A DNS server on loopback that answers from a zone and is closed when the test ends. */
export async function dnsServer(zone: Zone): Promise<DnsServer> {
  const server = await startDnsServer(zone)
  onTestFinished(server.close)
  return server
}
