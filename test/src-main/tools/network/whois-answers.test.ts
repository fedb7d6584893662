import { describe, expect, it } from 'vitest'
import { fromWhois } from '../../../../src-main/tools/network/lib/whois/whois-answers.ts'
import { whoisDate } from '../../../../src-main/tools/network/lib/whois/whois-dates.ts'

const lines = (...all: string[]) => all.join('\n')

// RFC 3912 gives answers no form; these are the forms that registries have.
describe('a WHOIS answer', () => {
  it.each([
    [
      'lines under headings (Nominet)',
      lines(
        '    Domain name:\n        example.co.uk\n',
        '    Registrar:\n        Example Ltd [Tag = EXAMPLE]\n        URL: https://registrar.example\n',
        '    Relevant dates:\n        Registered on: 01-Feb-2003\n        Expiry date:  01-Feb-2030\n',
        '    Registration status:\n        Registered until expiry date.\n',
        '    Name servers:\n        ns1.example.net    192.0.2.1  2001:db8::1\n        ns2.example.net.\n',
        '    WHOIS lookup made at 11:55:41 18-Apr-2019',
      ),
      {
        registrar: 'Example Ltd [Tag = EXAMPLE]',
        created_at: '2003-02-01',
        expires_at: '2030-02-01',
        status: ['Registered until expiry date.'],
        name_servers: ['ns1.example.net', 'ns2.example.net'],
      },
    ],
    [
      'objects, each with dates of its own (RIPE)',
      lines(
        '% a comment: created: 1980-01-01\n',
        'domain:      example.cr\nregistrar:   REG-1\nstatus:      Deletion forbidden\nstatus:      ok',
        'registered:  18.04.2002 18:00:00\nchanged:     28.02.2017 06:39:42\nchanged:     01.03.2018\n',
        'contact:     CON-66\nname:        Ann\ncreated:     03.06.2011\nchanged:     28.03.2019\n',
        'nsset:       SET\nnserver:     ns1.example.net\ncreated:     04.06.2011\n',
        'registrar:   REG-1\norganization: Example Inc.\ncreated:     05.06.2011',
      ),
      {
        registrar: 'Example Inc.',
        created_at: '2002-04-18T18:00:00',
        updated_at: '2018-03-01',
        expires_at: null,
        status: ['Deletion forbidden', 'ok'],
        name_servers: ['ns1.example.net'],
      },
    ],
    [
      'names in brackets (JPRS)',
      lines(
        '[ Use of this database is limited ]',
        'a. [Domain Name]                EXAMPLE.CO.JP',
        'p. [Name Server]                ns01.example.jp',
        'p. [Name Server]                ns02.example.jp',
        '[State]                         Connected (2030/09/30)',
        '[Registered Date]               2019/09/27',
        '[Last Update]                   2024/10/01 01:00:44 (JST)',
      ),
      {
        created_at: '2019-09-27',
        updated_at: '2024-09-30T16:00:44.000Z',
        expires_at: '2030-09-30',
        status: ['Connected (2030/09/30)'],
        name_servers: ['ns01.example.jp', 'ns02.example.jp'],
      },
    ],
    [
      'dots and paragraphs with a heading (Traficom)',
      lines(
        'domain.............: example.fi\nstatus.............: Registered\ncreated............: 18.7.2012 04:04:23',
        'expires............: 17.7.2032\nRegistryLock.......: no\n\nNameservers\n',
        'nserver............: ns1.example.net [OK]\ndnssec.............: unsigned delegation\n',
        'Registrar\n\nregistrar..........: Example Oy\nwww................: registrar.example',
      ),
      {
        registrar: 'Example Oy',
        created_at: '2012-07-18T04:04:23',
        expires_at: '2032-07-17',
        name_servers: ['ns1.example.net'],
        dnssec: false,
      },
    ],
    [
      'sentences (TWNIC, KG)',
      lines(
        'Domain Name: example.tw\n   Domain Status: clientUpdateProhibited,clientDeleteProhibited\n',
        '   Record expires on Sat Mar 28 23:59:00 2026\n   Record created on 2000-08-29 (YYYY-MM-DD)\n',
        '   Domain servers in listed order:\n      NS1.EXAMPLE.NET\n      ns2.example.net\n',
        'Registration Service Provider: Example, Inc.',
      ),
      {
        registrar: 'Example, Inc.',
        created_at: '2000-08-29',
        expires_at: '2026-03-28T23:59:00',
        status: ['clientUpdateProhibited', 'clientDeleteProhibited'],
        name_servers: ['ns1.example.net', 'ns2.example.net'],
      },
    ],
    [
      'two languages (DNS.PT)',
      lines(
        'Nome de domínio / Domain Name: example.pt',
        'Data de registo / Creation Date (dd/mm/yyyy): 09/01/2003',
        'Data de expiração / Expiration Date (dd/mm/yyyy): 28/02/2035',
        'Estado / Status: ACTIVE\n',
        'Nameserver Information\n   Nameserver: example.pt\tNS\tns4.example.net.',
      ),
      { created_at: '2003-01-09', expires_at: '2035-02-28', name_servers: ['ns4.example.net'] },
    ],
    [
      'a value that goes on in the next lines (NASK)',
      lines(
        'DOMAIN NAME:           example.pl',
        'nameservers:           dns1.example.pl. [192.0.2.1]',
        '                       dns2.example.pl.',
        'created:               1999.10.27 13:00:00\n',
        'REGISTRAR:\nExample sp. z o.o.\nul. Prosta 1',
      ),
      {
        registrar: 'Example sp. z o.o.',
        created_at: '1999-10-27T13:00:00',
        name_servers: ['dns1.example.pl', 'dns2.example.pl'],
      },
    ],
    [
      'the domain itself where other registries have a name server (Punktum)',
      lines(
        'Domain:               example.dk\nDNS:                  example.dk',
        'Registered:           1999-01-10\n\nNameservers\nHostname:             ns1.example.net',
      ),
      { created_at: '1999-01-10', name_servers: ['ns1.example.net'] },
    ],
  ])('is read as %s', (_, text, expected) => {
    expect(fromWhois([text])).toMatchObject({ registered: true, ...expected })
    expect(fromWhois([text.replaceAll('\n', '\r\n')])).toEqual(fromWhois([text]))
  })

  it.each([
    'Domain: example.de\nStatus: free',
    'Domain Status: No Object Found\nTERMS OF USE: You are not authorized to query too often',
    '%ERROR:103: Domain is not registered',
    'example.ca is available.',
    'query_status: 220 Available',
    'No_Se_Encontro_El_Objeto/Object_Not_Found',
    '*** Nothing found for this query.',
    'Domain not found.\nTerms: do not send too many queries; >>> Last update: 2024-01-01 <<<',
    'We do not have an entry in our database matching your query.',
  ])('says of a free domain that it is free: %j', (text) => {
    expect(fromWhois([text])).toMatchObject({ registered: false, created_at: null })
  })

  it.each([
    '% Too many requests...\n\n% No entries found in the database.',
    'WHOIS LIMIT EXCEEDED - SEE THE TERMS',
    'The query quota for 192.0.2.1 has been exceeded',
    'query_status: 440 Request Denied',
  ])('of a server that refuses is not one of a free domain: %j', (text) => {
    expect(fromWhois([text])).toMatchObject({ problem: 'refused' })
  })

  it('that says nothing of the domain is neither of a free nor of a registered one', () => {
    expect(fromWhois(['Hello\nAll rights reserved'])).toEqual({ problem: 'unreadable', line: 'Hello' })
    expect(fromWhois([''])).toEqual({ problem: 'unreadable', line: '' })
  })

  it('says that nobody can register a reserved name', () => {
    expect(fromWhois(['This name is reserved by the registry'])).toMatchObject({
      registered: true,
      status: ['reserved'],
    })
  })

  it('of the registry decides, and one of a registrar completes it', () => {
    const registry = 'Domain Name: EXAMPLE.COM\nRegistrar: A\nCreation Date: 1995-08-14T04:00:00Z'
    expect(fromWhois([registry, 'No match'])).toMatchObject({ registered: true, registrar: 'A' })
    expect(fromWhois([registry, 'Registrar: A, Inc.\nName Server: ns.example.net'])).toMatchObject({
      registrar: 'A, Inc.',
      created_at: '1995-08-14T04:00:00.000Z',
      name_servers: ['ns.example.net'],
    })
  })
})

describe('a date of a WHOIS server', () => {
  it.each([
    ['2018-05-19 12:18:44.329522', '2018-05-19T12:18:44.329'],
    ['2002-12-04 00:00:00+02', '2002-12-03T22:00:00.000Z'],
    ['2009-07-01 12:44:02 (GMT+0:00)', '2009-07-01T12:44:02.000Z'],
    ['Mar 25 01:57:22 PDT 2009', '2009-03-25T08:57:22.000Z'],
    ['2nd April, 2001', '2001-04-02'],
    ['2001-Aug-23.', '2001-08-23'],
    ['2007. 03. 02.', '2007-03-02'],
    ['19990518 #162310', '1999-05-18'],
    ['ann AT example.com 20170517 (Changed)', '2017-05-17'],
    ['before Aug-1996', 'before Aug-1996'],
    ['13-09-2024 5:00 PM', '13-09-2024 5:00 PM'],
    ['2023-02-30', '2023-02-30'],
    ['0000-00-00', null],
    ['see at www.example.bg', null],
  ])('%j is %j', (text, date) => {
    expect(whoisDate(text, false)).toBe(date)
  })

  it('has the month first only where another one of the answer must have it', () => {
    const text = 'Created: 02/03/2004\nExpires: 02/28/2030\nRegistrar: A'
    expect(fromWhois([text])).toMatchObject({ created_at: '2004-02-03', expires_at: '2030-02-28' })
    expect(fromWhois([text.replace('28', '05')])).toMatchObject({ created_at: '2004-03-02' })
  })
})
