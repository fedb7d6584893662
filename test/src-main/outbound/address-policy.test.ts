import { describe, expect, it } from 'vitest'
import { isPublicAddress, isSameAddress } from '../../../src-main/outbound/address-policy.ts'

// The edges of each block of IANA's special-purpose registries, and their neighbours outside.
const REFUSED = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.192',
  '192.0.0.255',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.0',
  '239.255.255.255',
  '240.0.0.0',
  '255.255.255.255',
  '::',
  '::1',
  '::2',
  '::7f00:1',
  '::127.0.0.1',
  '::808:808',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '64:ff9c::1',
  '100::1',
  '100:0:0:1::1',
  '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001::1',
  '2001:0:53aa:64c:0:fbff:80ff:fffe',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db8::1',
  '2002::1',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '3fff::1',
  '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fec0::1',
  'ff02::1',
  '2606:4700:4700::1111%eth0',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '',
]

const ALLOWED = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.254',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '3fff:1000::1',
]

describe('isPublicAddress', () => {
  it.each([
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '::ffff:0:8.8.8.8',
    '2002::8.8.8.8',
    'fe80::8.8.8.8',
  ])('refuses %s, however the IPv4 address in it is written', (address) => {
    expect(isPublicAddress(address)).toBe(false)
    expect(isPublicAddress(new URL(`http://[${address}]`).hostname.slice(1, -1))).toBe(false)
  })

  it.each(REFUSED)('refuses %j, which is not on the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(ALLOWED)(
    'accepts %s, which lies just outside a special block or is plainly public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('isSameAddress', () => {
  it('sees through another spelling of the same address', () => {
    expect(isSameAddress('2A00:1450::1', '2a00:1450:0:0:0:0:0:1')).toBe(true)
    expect(isSameAddress('::ffff:8.8.8.8', '8.8.8.8')).toBe(true)
    expect(isSameAddress('::ffff:808:808', '8.8.8.8')).toBe(true)
    expect(isSameAddress('::8.8.8.8', '::808:808')).toBe(true)
  })

  it('tells neighbours apart, and matches no nonsense', () => {
    // RFC 4291, 2.5.5: an IPv4-compatible address is another than the mapped one.
    expect(isSameAddress('::8.8.8.8', '8.8.8.8')).toBe(false)
    expect(isSameAddress('010.8.8.8', '8.8.8.8')).toBe(false)
    expect(isSameAddress('8.8.8.8', '8.8.8.9')).toBe(false)
    expect(isSameAddress('nonsense', 'nonsense')).toBe(false)
  })
})
