/**
 * What languages call quarters, short and long: CLDR 48.2, gregorian calendar, format names (© 2025 Unicode, Inc.,
 * Unicode License v3, https://www.unicode.org/license.txt). # is the number, ~ the Roman number; else all four.
 */
const QUARTERS: Readonly<Record<string, string>> = {
  af: 'K#|1ste kwartaal,2de kwartaal,3de kwartaal,4de kwartaal',
  am: 'ሩብ#|#ኛው ሩብ',
  ar: 'الربع الأول,الربع الثاني,الربع الثالث,الربع الرابع|الربع الأول,الربع الثاني,الربع الثالث,الربع الرابع',
  as: '১মঃ তিঃ,২য়ঃ তিঃ,৩য়ঃ তিঃ,৪ৰ্থঃ তিঃ|প্ৰথম তিনিমাহ,দ্বিতীয় তিনিমাহ,তৃতীয় তিনিমাহ,চতুৰ্থ তিনিমাহ',
  az: '1-ci kv.,2-ci kv.,3-cü kv.,4-cü kv.|1-ci kvartal,2-ci kvartal,3-cü kvartal,4-cü kvartal',
  be: '1-шы кв.,2-гі кв.,3-ці кв.,4-ты кв.|1-шы квартал,2-гі квартал,3-ці квартал,4-ты квартал',
  bg: '#. трим.|#. тримесечие',
  bn: 'ত্রৈমাসিক,দ্বিতীয় ত্রৈমাসিক,তৃতীয় ত্রৈমাসিক,চতুর্থ ত্রৈমাসিক|ত্রৈমাসিক,দ্বিতীয় ত্রৈমাসিক,তৃতীয় ত্রৈমাসিক,চতুর্থ ত্রৈমাসিক',
  bs: 'KV#|Prvi kvartal,Drugi kvartal,Treći kvartal,Četvrti kvartal',
  ca: '#T|1r trimestre,2n trimestre,3r trimestre,4t trimestre',
  cs: 'Q#|#. čtvrtletí',
  cy: 'Ch#|chwarter 1af,2il chwarter,3ydd chwarter,4ydd chwarter',
  da: '#. kvt.|#. kvartal',
  de: 'Q#|#. Quartal',
  el: 'Τ#|#ο τρίμηνο',
  en: 'Q#|1st quarter,2nd quarter,3rd quarter,4th quarter',
  es: 'T#|1.er trimestre,2.º trimestre,3.er trimestre,4.º trimestre',
  et: 'K#|#. kvartal',
  eu: '#Hh|#. hiruhilekoa',
  fa: 'س‌م۱,س‌م۲,س‌م۳,س‌م۴|سه‌ماههٔ اول,سه‌ماههٔ دوم,سه‌ماههٔ سوم,سه‌ماههٔ چهارم',
  fi: '#. nelj.|#. neljännes',
  fil: 'Q#|ika-1 quarter,ika-2 quarter,ika-3 quarter,ika-4 na quarter',
  fr: 'T#|1er trimestre,2e trimestre,3e trimestre,4e trimestre',
  ga: 'R#|#ú ráithe',
  gl: 'T#|#.º trimestre',
  gu: 'Q#|1લો ત્રિમાસ,2જો ત્રિમાસ,3જો ત્રિમાસ,4થો ત્રિમાસ',
  he: 'Q#|רבעון #',
  hi: 'ति#|पहली तिमाही,दूसरी तिमाही,तीसरी तिमाही,चौथी तिमाही',
  hr: '#kv|#. kvartal',
  hu: '~. n.év|~. negyedév',
  hy: '1-ին եռմս.,2-րդ եռմս.,3-րդ եռմս.,4-րդ եռմս.|1-ին եռամսյակ,2-րդ եռամսյակ,3-րդ եռամսյակ,4-րդ եռամսյակ',
  id: 'K#|Kuartal ke-#',
  is: 'F#|#. fjórðungur',
  it: 'T#|#º trimestre',
  ja: 'Q#|第#四半期',
  ka: '~ კვ.|~ კვარტალი',
  kk: 'І тқс.,ІІ тқс.,ІІІ тқс.,IV тқс.|І тоқсан,ІІ тоқсан,ІІІ тоқсан,IV тоқсан',
  km: 'ត្រីមាសទី #|ត្រីមាសទី #',
  kn: 'ತ್ರೈ #|#ನೇ ತ್ರೈಮಾಸಿಕ',
  ko: '#분기|제 #/4분기',
  ky: '#-чей.|#-чейрек',
  lo: 'ຕມ#|ໄຕຣມາດ #',
  lt: '~ k.|~ ketvirtis',
  lv: '#. cet.|#. ceturksnis',
  mk: 'јан. – мар.,апр. – јун.,јул. – сеп.,окт. – дек.|прво тримесечје,второ тримесечје,трето тримесечје,четврто тримесечје',
  ml: 'ഒന്നാം പാദം,രണ്ടാം പാദം,മൂന്നാം പാദം,നാലാം പാദം|ഒന്നാം പാദം,രണ്ടാം പാദം,മൂന്നാം പാദം,നാലാം പാദം',
  mn: '~ улирал|#-р улирал',
  mr: 'ति१,ति२,ति३,ति४|प्रथम तिमाही,द्वितीय तिमाही,तृतीय तिमाही,चतुर्थ तिमाही',
  ms: 'S#|Suku pertama,Suku Ke-2,Suku Ke-3,Suku Ke-4',
  my: 'Q#|ပထမ သုံးလပတ်,ဒုတိယ သုံးလပတ်,တတိယ သုံးလပတ်,စတုတ္ထ သုံးလပတ်',
  nb: 'K#|#. kvartal',
  ne: 'पहिलो त्रैमासिक,दोस्रो त्रैमासिक,तेस्रो त्रैमासिक,चौथो त्रैमासिक|पहिलो त्रैमासिक,दोस्रो त्रैमासिक,तेस्रो त्रैमासिक,चौथो त्रैमासिक',
  nl: 'K#|#e kwartaal',
  nn: 'K#|#. kvartal',
  no: 'K#|#. kvartal',
  or: 'Q#|1ମ ତ୍ରୟମାସ,2ୟ ତ୍ରୟମାସ,3ୟ ତ୍ରୟମାସ,4ର୍ଥ ତ୍ରୟମାସ',
  pa: 'ਤਿਮਾਹੀ#|ਪਹਿਲੀ ਤਿਮਾਹੀ,ਦੂਜੀ ਤਿਮਾਹੀ,ਤੀਜੀ ਤਿਮਾਹੀ,ਚੌਥੀ ਤਿਮਾਹੀ',
  pl: '~ kw.|~ kwartał',
  ps: 'لومړۍ ربعه,۲مه ربعه,۳مه ربعه,۴مه ربعه|لومړۍ ربعه,۲مه ربعه,۳مه ربعه,۴مه ربعه',
  pt: 'T#|#º trimestre',
  ro: 'trim. ~|trimestrul I,trimestrul al II-lea,trimestrul al III-lea,trimestrul al IV-lea',
  ru: '#-й кв.|#-й квартал',
  sd: 'پهرين ٽماهي,ٻين ٽماهي,ٽين ٽماهي,چوٿين ٽماهي|پهرين ٽي ماهي,ٻين ٽي ماهي,ٽين ٽي ماهي,چوٿين ٽي ماهي',
  si: 'කාර්:#|# වන කාර්තුව',
  sk: 'Q#|#. štvrťrok',
  sl: '#. čet.|#. četrtletje',
  so: 'R#|Rubaca #aad',
  sq: 'tremujori ~|tremujori i parë,tremujori i dytë,tremujori i tretë,tremujori i katërt',
  sr: '#. кв.|први квартал,други квартал,трећи квартал,четврти квартал',
  'sr-Latn': '#. kv.|prvi kvartal,drugi kvartal,treći kvartal,četvrti kvartal',
  sv: 'K#|1:a kvartalet,2:a kvartalet,3:e kvartalet,4:e kvartalet',
  sw: 'Robo ya #|Robo ya #',
  ta: 'கா.#|முதல் காலாண்டு,இரண்டாம் காலாண்டு,மூன்றாம் காலாண்டு,நான்காம் காலாண்டு',
  te: 'త్రై#|#వ త్రైమాసికం',
  th: 'ไตรมาส #|ไตรมาส #',
  tk: '#Ç|#-nji çärýek',
  tr: 'Ç#|#. çeyrek',
  uk: '#-й кв.|#-й квартал',
  ur: 'پہلی سہ ماہی,دوسری سہ ماہی,تیسری سہ ماہی,چوتهی سہ ماہی|پہلی سہ ماہی,دوسری سہ ماہی,تیسری سہ ماہی,چوتهی سہ ماہی',
  uz: '#-ch|#-chorak',
  vi: 'Q#|Quý #',
  yo: 'Ìdámẹ́rin kíní,Ìdámẹ́rin Kejì,Ìdámẹ́rin Kẹta,Ìdámẹ́rin Kẹrin|Ìdámẹ́rin kíní,Ìdámẹ́rin Kejì,Ìdámẹ́rin Kẹta,Ìdámẹ́rin Kẹrin',
  zh: '#季度|第一季度,第二季度,第三季度,第四季度',
  zu: 'Q#|ikota yesi-#',
  'es-MX': 'T#|#.º trimestre',
  'es-US': 'T#|1er trimestre,2.º trimestre,3er trimestre,4.º trimestre',
  'es-419': 'T#|#.º trimestre',
  'pt-PT': 'T#|#.º trimestre',
  'zh-Hant': '第#季|第#季',
  'zh-Hant-HK': 'Q#|第#季',
}
const ROMAN = ['I', 'II', 'III', 'IV'] as const

/**
 * The name of a quarter.
 * @param locale a language as in BCP 47
 * @param quarter 1 to 4
 * @returns null for a language that is not known here
 */
export function quarterName(locale: string, quarter: number, width: 'short' | 'long'): string | null {
  const { language, script = '', region = '' } = new Intl.Locale(locale).maximize()
  const tags = [
    `${language}-${script}-${region}`,
    `${language}-${region}`,
    `${language}-${script}`,
    language,
  ]
  const names = tags.flatMap((tag) => QUARTERS[tag] ?? [])[0]?.split('|')[width === 'short' ? 0 : 1]
  if (names === undefined) return null
  const four = names.split(',')
  if (four.length > 1) return four[quarter - 1] ?? null
  return names.replace('#', String(quarter)).replace('~', ROMAN[quarter - 1] ?? '')
}
