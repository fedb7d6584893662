/** With more words the detectors have enough to go by. */
const MOST_WORDS = 4

/** What is said first in a language: words of greetings, thanks and leave, and the smallest words beside them. */
const WORDS: Readonly<Record<string, string>> = {
  bg: 'благодаря ви добро утро добър ден вечер здравей здравейте свят как си да не',
  cs: 'ahoj světe dobrý den dobré ráno děkuji díky prosím ano ne na shledanou',
  da: 'hej verden tak godmorgen godaften jeg elsker dig mig ja nej farvel goddag',
  de: 'hallo welt guten tag morgen abend gute nacht danke schön bitte ja nein tschüss auf wiedersehen wie geht es dir',
  en: 'hello hi hey world good morning evening afternoon night thanks thank you please yes sorry welcome bye goodbye how are the is my friend',
  es: 'hola mundo buenos buenas días noches tardes muchas gracias por favor sí adiós amigo qué tal cómo estás',
  fi: 'hei moi maailma kiitos hyvää huomenta päivää iltaa yötä kyllä näkemiin anteeksi',
  fr: 'bonjour bonsoir salut monde le merci beaucoup oui non au revoir ça va s il vous plaît',
  hu: 'szia helló világ köszönöm szépen jó reggelt napot estét igen nem viszlát',
  id: 'halo dunia selamat pagi siang malam terima kasih ya tidak apa kabar',
  it: 'ciao mondo grazie mille buongiorno buonasera buona notte prego sì arrivederci come stai',
  nl: 'hallo wereld goedemorgen goedemiddag goedenavond dank bedankt je wel ja nee tot ziens alsjeblieft',
  no: 'hei verden takk god morgen kveld jeg elsker deg meg ja nei ha det skal du',
  pl: 'cześć witaj świecie dzień dobry dziękuję bardzo tak nie proszę do widzenia dobranoc',
  pt: 'olá mundo obrigado obrigada muito bom boa dia noite tarde tchau sim não tudo bem',
  ro: 'bună salut lume ziua dimineața seara mulțumesc da nu la revedere',
  ru: 'привет мир здравствуй здравствуйте спасибо доброе утро добрый день вечер пока как дела пожалуйста да нет большое',
  sr: 'здраво хвала добро јутро добар дан вече свете како си да не молим',
  sv: 'hej världen tack så mycket god morgon kväll jag älskar dig mig ja nej hejdå',
  tr: 'merhaba selam dünya günaydın iyi geceler teşekkürler teşekkür ederim evet hayır nasılsın lütfen',
  uk: 'привіт світ світе дякую добрий день ранок вечір як справи так ні будь ласка',
  vi: 'xin chào thế giới cảm ơn bạn tạm biệt vâng không',
}

let known: readonly (readonly [code: string, words: ReadonlySet<string>])[] | undefined

/** The one language that most of a few words are said in; null for more words, and where languages share them. */
export function languageOfFirstWords(text: string): string | null {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  if (words.length === 0 || words.length > MOST_WORDS) return null
  known ??= Object.entries(WORDS).map(([code, list]) => [code, new Set(list.split(' '))] as const)
  const hits = known.map(([code, list]) => ({ code, count: words.filter((word) => list.has(word)).length }))
  const [first, second] = hits.toSorted((a, b) => b.count - a.count)
  if (!first || first.count * 2 <= words.length || first.count === second?.count) return null
  return first.code
}
