/** A line of a WHOIS answer. */
export interface WhoisEntry {
  /** The heading that it is under, such as `registrar`; empty if none. */
  readonly section: string
  /** What is before the colon, in small letters and digits with single spaces; empty if nothing does. */
  readonly key: string
  readonly value: string
  /** The number of blank lines before it. */
  readonly paragraph: number
}

/** Objects of registries in the manner of RIPE that are not the domain; a paragraph begins with such a key. */
const OTHER_OBJECTS = new Set([
  'contact',
  'key',
  'keyset',
  'mntner',
  'nic hdl',
  'nic hdl br',
  'nsset',
  'person',
  'person loc',
  'personname',
  'role',
  'server name',
])
/** Headings without a colon. */
const HEADINGS =
  /^(?:(?:admin\w*|billing|bill|tech\w*|zone|owner|registrant|holder|abuse) )?contacts?(?: agent| information)?$|^(?:holder|organization using domain name|registrant|registrar|(?:(?:domain|primary|secondary) )?(?:name ?servers?|dns)(?: information)?(?: in (?:the )?listed order)?)$/
const COMMENT = /^(?:[%#;]|>>>|--|==)/
// JPRS and MYNIC: a. [Domain Name]   EXAMPLE.CO.JP
const IN_BRACKETS = /^(?:[a-z]\.? )?\[([^[\]]{1,60})\](?:\s+(.*))?$/
// Record expires on 2019-11-09
const IN_WORDS =
  /^((?:record|domain|registration)(?: last)? (?:created|registered|activated|updated|modified|changed|expires|expired) on) (.*\d.*)$/i
// A name has no gap in it: what lies before the colons of an IPv6 address can have one.
const WITH_COLON = /^([\p{L}\d](?:[^:\s]|\s(?!\s+[^:\s])){0,80}):(?!\/\/)\s*(.*)$/u
// Domain-name         example.sk
const WITH_GAP = /^([A-Za-z][\w-]{1,30})(?: {2,}|\t+)(\S.*)$/
// Registrar#. . . . . . . . example
const DOTTED = /[#:]?(?: ?\.){3,} ?:?/

/**
 * The entries of a WHOIS answer (RFC 3912 gives it no form). Read are `key: value`, `key....: value`,
 * `[key] value` and lines under a heading; comments are left out.
 */
export function whoisEntries(text: string): WhoisEntry[] {
  const entries: WhoisEntry[] = []
  let heading = noHeading()
  let last = { key: '', indent: 0 }
  let afterBlank = true
  let paragraph = 0
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const content = line.trim().replace(/^(?:\*+|-) +/, '')
    if (content === '') {
      afterBlank = true
      paragraph++
    }
    if (content === '' || COMMENT.test(content)) continue
    const indent = line.search(/\S/)
    // A blank line ends what is under a heading, unless it comes right after that or the lines are indented.
    if (afterBlank && heading.hasValues && indent <= heading.indent) heading = noHeading()
    const { key, value } = partsOf(content)
    const isHeading = key === '' ? afterBlank && HEADINGS.test(nameOf(value)) : value === ''
    if (isHeading) heading = { name: key === '' ? nameOf(value) : key, indent, hasValues: false }
    else if (afterBlank && OTHER_OBJECTS.has(key)) heading = { name: key, indent, hasValues: true }
    else heading.hasValues = true
    // A value goes on in lines that are further in than its name.
    const goesOn = key === '' && !afterBlank && indent > last.indent
    if (!isHeading) entries.push({ section: heading.name, key: goesOn ? last.key : key, value, paragraph })
    if (isHeading || key !== '') last = { key: isHeading ? '' : key, indent }
    afterBlank = false
  }
  return entries
}

function noHeading() {
  return { name: '', indent: 0, hasValues: false }
}

function partsOf(content: string): { key: string; value: string } {
  const text = content.replace(DOTTED, ':')
  const found =
    IN_BRACKETS.exec(text) ?? IN_WORDS.exec(text) ?? WITH_COLON.exec(text) ?? WITH_GAP.exec(text)
  const [, key = '', value = ''] = found ?? []
  return nameOf(key) === '' ? { key: '', value: content } : { key: nameOf(key), value: unquoted(value) }
}

// Answers in YAML have quotes.
function unquoted(value: string): string {
  return value.trim().replace(/^"(.*)"$/, '$1')
}

// Of `Data de registo / Creation Date (dd/mm/yyyy)` the words after the slash.
function nameOf(key: string): string {
  return key
    .replace(/^.* \/ |\([^()]*\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
