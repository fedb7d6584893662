/** The words of registries: RFC 3912 gives WHOIS answers no form. Names are as whoisEntries gives them. */

/** The names of facts. */
export const KEYS = {
  registrar:
    /^(?:(?:current|sponsoring) )?regist(?:rar|ar)(?: (?:name|organi[sz]ation))?$|^(?:registration service provider|authorized agency)$/,
  created_at:
    /^(?:(?:date|domain|entry|first|name|record) )*(?:activat(?:ed|ion)|approved|assigned|commencement|created?|creation|dateregistered|regist(?:ered|ration))(?: (?:date|on|start|time))*$|^(?:date de création|fecha de (?:creaci[oó]n|registro))$/,
  updated_at:
    /^(?!changed$)(?:(?:date|domain|entry|last|record) )*(?:changed?|datelastmodified|modif(?:ied|ication)|updated?)(?: (?:date|on))*$|^(?:fecha de|ultima) actualizaci[oó]n$/,
  expires_at:
    /^(?:(?:currently|date|domain|record|registrar|registration|registry|will) )*(?:datebilleduntil|exp|expir(?:ation|ed?|es|y)|paid till|registered until|renewal|valid(?:ity)?)(?: (?:at|date|due|on|time|until))*$|^fecha de (?:expiraci[oó]n|vencimiento)$/,
  status:
    /^(?:(?:delegation|domain|epp|query|registration) )*(?:status|state)$|^(?:domaintype|eppstatus|estado|estatus del dominio)$/,
  dnssec: /^(?:domain )?(?:dnssec|signed)(?: signed)?$/,
} as const
/** The names of name servers, and the headings over them. */
const NAME_SERVER =
  /\b(?:name ?servers?|nservers?|ns\d*|dns\d*|domain servers?|host ?names?|(?:primary|secondary) server|servidor(?:es)?(?: es)? de nombres?)\b|^servers?$|네임서버|호스트이름/
/** What else registries say of a server. */
export const NO_SERVER = /\b(?:address|ds|fax|handle|id|ip\w*|key|netaddress|mx|sec|url|whois)\b/
/** Headings of people and firms, whose dates and states are their own. */
export const OTHERS =
  /^(?:.*\bcontacts?\b.*|administrative|billing|holder|key|keyset|mntner|nic hdl(?: br)?|nsset|organization using domain name|owner|person.*|registrant|registrar|role|tech\w*|whois)$/

/** That a domain is not registered. */
export const FREE =
  /\bno(?: such| matching| data| exact)? (?:match|entr(?:y|ies)|records?|results?|objects?|domains?(?: name| records?)?|data|information available)\b|\b(?:nothing|not?|nor) (?:be )?found\b|\b0 objects\b|\bnot (?:been )?regist(?:e?red)\b|\b(?:does not|do not|could not|did not) (?:exist|find|have an entry)\b|\bno existe\b|\bis (?:free|available)(?:[.!]|[ \t]*$| for (?:registration|purchase)\b)|\bnot (?:known|assigned|available in our)\b|^[ \t]*available\b/im
/** States of a domain that is not registered. */
export const FREE_STATUS =
  /^(?:\d{3} )?(?:available|free|no object found|not assigned|not found|not registered|unassigned|unregistered)\b/i
/** That a server does not answer for now; not in the words of terms of use, which speak of limits too. */
export const REFUSED =
  /\b(?:limit|quota)\b(?: for \S+)?(?: has been)? exceeded\b(?!\. Reduced)|\bexceeded\b[^.]{0,30}\b(?:limit|quota)\b|\btoo (?:many (?:requests|connections|queries)|busy)\b|\b(?:connection|access|request) (?:control limit|limit reached|refused|denied|failed)\b|\btry again later\b|\bplease (?:wait|go away|slow down)\b|\bgrace period(?: of|,) |\baddress (?:is )?(?:blocked|blacklisted)\b|\bcurrently (?:down|unavailable)\b|\btemporarily (?:unavailable|blocked|denied)\b/i
/** That nobody can register a domain. */
export const RESERVED =
  /\breserved by\b|\b(?:name|domain)\b[^.\n]{0,40}\b(?:reserved|restricted|prohibited|not available|blocked)\b|^[ \t]*not available\b/im

/** Whether a name, or a heading, is that of name servers. */
export function isServer(name: string): boolean {
  return NAME_SERVER.test(name) && !NO_SERVER.test(name)
}
