/** The first rule of IP addresses that a text breaks. @param text not an address */
export function whyNoAddress(text: string): string {
  if (text !== text.trim()) return 'It begins or ends with white space'
  if (text.includes('/')) return 'It has a prefix length; net-cidr-contains takes ranges'
  if (/^\[.*\](:\d+)?$/.test(text)) return 'It has brackets, which belong to URLs; leave them out'
  return text.split(':').length > 2 ? whyNotV6(text) : whyNotV4(text)
}

function whyNotV4(text: string): string {
  if (/^[\d.]+:\d+$/.test(text)) return 'It has a port; leave it out'
  if (text.includes('%')) return 'Only an IPv6 address has a zone after a % (RFC 4007, 11)'
  if (/[^\d.]/.test(text)) return 'It is neither four decimal numbers nor an IPv6 address'
  const parts = text.split('.')
  if (parts.length !== 4 || parts.includes('')) return 'An IPv4 address has four numbers between dots'
  const zero = parts.find((part) => /^0\d/.test(part))
  if (zero !== undefined) return `${zero} has a leading zero, which some read as octal (RFC 6943, 3.1.1)`
  return `${parts.find((part) => Number(part) > 255)} is more than 255`
}

// RFC 4291, 2.2.
function whyNotV6(text: string): string {
  const [address = '', zone] = text.split('%', 2)
  if (zone !== undefined && !/^[\w.-]{1,32}$/.test(zone)) return 'The zone after the % is not a name'
  if (/[^\da-f:.]/i.test(address)) return 'An IPv6 address has hexadecimal digits and colons only'
  if (address.includes(':::')) return 'It has three colons in a row'
  if (address.split('::').length > 2) return 'It has :: twice; it may stand for zeros once'
  const groups = address.split(':')
  const long = groups.find((group) => group.length > 4 && !group.includes('.'))
  if (long !== undefined) return `${long} has more than four hexadecimal digits`
  if (address.includes('.')) return 'The IPv4 address at its end is not one, or not at its end'
  if (/^:(?!:)|(?<!:):$/.test(address)) return 'It begins or ends with a single colon'
  return address.includes('::')
    ? 'It has too many groups: :: stands for one group of zeros or more'
    : `It has ${groups.length} groups; an IPv6 address has eight, or :: for some zeros`
}
