import { setImmediate } from 'node:timers/promises'
import countries from 'i18n-iso-countries'
import { plainName } from './plain-name.ts'

/** Of Unicode CLDR: the library has names in simplified Chinese alone. */
const TRADITIONAL = ['zh-Hant', 'zh-Hant-HK']
/** Of Unicode CLDR: languages that the library has no names in. */
const FURTHER =
  'as ceb fo fy gd gu ha hsb ig jv kn kok ku lb lo mai mi mt my ne or pa ps rm rw sd si so su te tg ti tk wo xh yo zu'.split(
    ' ',
  )

let codes: Promise<ReadonlyMap<string, string>> | undefined

/** The country with a plain name in any of more than 100 languages; read when it is first asked for. */
export async function foreignName(name: string): Promise<string | undefined> {
  return (await (codes ??= readNames())).get(name)
}

// A turn of the event loop for each language, as all of them take long.
async function readNames(): Promise<ReadonlyMap<string, string>> {
  const read = new Map<string, string>()
  const add = (name: string, alpha2: string) => {
    const plain = plainName(name)
    if (plain !== '' && !read.has(plain)) read.set(plain, alpha2)
  }
  const alpha2s = Object.keys(countries.getAlpha2Codes())
  // What it has no name for is its code.
  const addRegions = (language: string) => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    for (const alpha2 of alpha2s) add(names.of(alpha2) ?? '', alpha2)
  }
  for (const language of TRADITIONAL) {
    addRegions(language)
    await setImmediate()
  }
  for (const language of countries.getSupportedLanguages()) {
    for (const alpha2 of alpha2s)
      for (const name of countries.getName(alpha2, language, { select: 'all' }) ?? []) add(name, alpha2)
    await setImmediate()
  }
  // Those of Unicode CLDR come last: where the two differ, an answer stays what it was.
  const ofUnicode = [...new Set([...countries.getSupportedLanguages(), ...FURTHER])]
  for (const language of Intl.DisplayNames.supportedLocalesOf(ofUnicode)) {
    addRegions(language)
    await setImmediate()
  }
  return read
}
