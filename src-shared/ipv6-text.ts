/**
 * An IPv6 address in its short form in hexadecimal, as URLs have it: `::1.2.3.4` is `::102:304`.
 * @param address one that node:net takes for IPv6, without a zone
 */
export function ipv6InHex(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1)
}
