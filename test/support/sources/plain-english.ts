/** A phrase that readers trip over, what to write instead, and a sentence that had it. */
export interface Phrase {
  readonly pattern: RegExp
  readonly instead: string
  readonly found: string
}

/** Phrases for no text of ours: titles, messages, comments, documents. Whoever meets another adds it. */
export const DIALECT: readonly Phrase[] = [
  {
    pattern: /(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b)/i,
    instead: '"is not a"',
    found: 'refuses what is no polygon, and more than it can look through',
  },
  {
    pattern: /(?<!\bthere )\b(is|are|was|were) none\b/i,
    instead: '"is not one", "is invalid", or what it is',
    found: 'says that this is none',
  },
  {
    pattern: /\banew\b/i,
    instead: '"again", "afresh", or a verb with re-',
    found: 'starts the gateway anew, signs in to it and loads the page again',
  },
  {
    pattern: /\bthat there (is|are)\b/i,
    instead: '"that exists"',
    found: 'that there is not is refused',
  },
  {
    pattern: /\b(is|are|was|were) not there\b/i,
    instead: '"is missing" or "does not exist"',
    found: 'names a file that is not there',
  },
  {
    pattern: /\bstands\b(?! for\b)/i,
    instead: '"is" or "appears"',
    found: 'shows what stands at the fault',
  },
  {
    pattern: /\bwhat is asked\b/i,
    instead: '"the question" or "the request"',
    found: 'what is asked of the gateway',
  },
  {
    pattern: /\bwhere (that|it) is asked for\b/i,
    instead: '"on request"',
    found: 'masks addresses of the web only where that is asked for',
  },
  {
    pattern: /\b(to|by|for|from|of) who\b/i,
    instead: 'whom it is about: "to a caller that"',
    found: 'is not sent again to who has it',
  },
  {
    pattern: /\b(some|any|no)thing else than\b/i,
    instead: '"anything but", or what differs',
    found: 'exports something else than the calls',
  },
  {
    pattern: /\botherwise than\b/i,
    instead: '"unlike", or what it does instead',
    found: 'writes a number otherwise than ECMAScript does',
  },
  {
    pattern: /\bthe own\b/i,
    instead: '"its own"',
    found: 'lists the own jobs, newest first',
  },
  {
    pattern: /\bcannot be meant\b/i,
    instead: '"makes no sense"',
    found: 'start with what cannot be meant',
  },
  {
    pattern: /\bmakes? of\b/i,
    instead: '"turns … into"',
    found: 'makes of a flood a few rows and a count',
  },
  {
    pattern: /\b(does|do) as\b/i,
    instead: '"follows"',
    found: 'does as RFC 6902 says',
  },
  {
    pattern: /\bwho(ever)? sent what\b/i,
    instead: 'one question at a time',
    found: 'arrive as they were sent, whoever sent what before',
  },
]

/** How a title sounds that tells what goes wrong. It has to tell what the product does. */
export const FAULTS: readonly Phrase[] = [
  {
    pattern: /\bbarriers\b/i,
    instead: '"is accessible"',
    found: 'has barriers before there was a call',
  },
  {
    pattern: /^(loses?|miss(es)?|overlooks?|mistakes?|stumbles?|throws?|lacks?|dies)\b(?! (no|nothing)\b)/i,
    instead: 'what it keeps, finds or does',
    found: 'loses a row that was moved',
  },
  {
    pattern: /^(is|are) (lost|charged twice)\b|^goes on (?!while\b)/i,
    instead: 'what it keeps, or where it ends',
    found: 'is charged twice when an answer is lost on its way',
  },
  {
    pattern: /, or ((does|do|is|are|has|have|cannot)\b|[a-z]+s (?!each\b))/i,
    instead: 'both promises, joined by "and"',
    found: 'grows too long, or forgets the newest',
  },
  {
    pattern: /\banother (\w+ )?\w+ than\b|\bother \w+ than\b/i,
    instead: '"exactly the", or "the same"',
    found: 'adds credits at another price than on the button',
  },
  {
    pattern: /\bneeds? more than\b/i,
    instead: '"fits"',
    found: 'needs more than a window of 320 px',
  },
  {
    pattern: /\bwithout end$|\bpiles? up\b/i,
    instead: 'the bound that it keeps',
    found: 'grows without end',
  },
  {
    pattern: /\balthough\b/i,
    instead: '"only if", "unless" or "even if"',
    found: 'is named in a tooltip although nothing answers to it',
  },
  {
    pattern: /^cannot be (used|opened|left|walked|brought back|taken back|done without|retried)\b/i,
    instead: '"can be"',
    found: 'cannot be used without a mouse',
  },
  {
    pattern: /\b(too late|late|wrongly)(:|,|$)/i,
    instead: '"at once", or "correctly"',
    found: 'shows the balance after a call of another client too late',
  },
  {
    pattern: /^(does|do) not (say|show|see|compile|count|hold|open|come|wait as)\b/i,
    instead: 'what it does',
    found: 'does not say that everything adds up',
  },
  {
    pattern: /^calls? (changed|rows|good|bad|a broken)\b/i,
    instead: 'what it finds: "finds", "refuses" or "accepts"',
    found: 'calls changed data verified',
  },
]
