import type { Pastes } from './pastes.ts'

/** The addresses of that list. */
export const COPIED_ODD_ADDRESSES: Pastes = {
  url: {
    tools: [
      'net-url-parse',
      'net-http-get',
      'net-http-status',
      'sense-url-content',
      'sense-url-meta',
      'validate-url',
      'net-robots-txt',
      'sense-url-links',
    ],
    texts: [
      'https://example.org',
      'git clone https://github.com/example/ferry.git',
      'https://user:pw@example.org:8443/x?y=1#z',
      'postgres://app:pw@db.example.org:5432/main',
      'www.example.com',
      'Open: https://example.org/a_(b)',
      'ftp://ftp.example.org/pub',
    ],
  },
  feed: {
    tools: ['sense-url-feed', 'net-url-parse', 'net-http-get'],
    texts: ['https://example.org/feed.xml', 'https://blog.example.org/rss'],
  },
  email: {
    tools: ['net-email-validate', 'validate-email', 'text-extract-emails'],
    texts: [
      'mailto:ada@example.org',
      'ADA@EXAMPLE.ORG',
      '"Ada L." <ada@example.org>',
      'user ada@example.org logged in',
    ],
  },
  emails: {
    tools: ['text-extract-emails'],
    texts: ['a@example.org, b@example.org', 'a@example.org\nb@example.net\nc@example.com'],
  },
  phone: {
    tools: ['validate-phone', 'text-extract-phones'],
    texts: ['+1-202-555-0143', '0171 2345678', '+33 1 23 45 67 89', 'Call us: 1-800-555-0199'],
  },
  ip: {
    tools: ['validate-ip', 'net-cidr-contains'],
    texts: ['8.8.8.8', '::1', 'client 203.0.113.7 - denied', 'fe80::1%eth0', '192.0.2.1:443'],
  },
  cidr: { tools: ['net-cidr-contains'], texts: ['192.168.0.0/16', 'route 10.1.0.0/24 via 10.0.0.1'] },
  domain: {
    tools: ['net-dns-all', 'net-dns-lookup', 'net-whois', 'net-ssl-check'],
    texts: ['example.co.uk', 'toolgate.example.dev', 'mail.example.org', 'Domain Name: EXAMPLE.ORG'],
  },
  jwt: {
    tools: ['crypto-jwt-decode', 'crypto-jwt-verify'],
    texts: [
      'token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln',
      '{"jwt":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"}',
    ],
  },
}
