import { describe, expect, it } from 'vitest'
import humanRights from '../../../fixtures/human-rights.json' with { type: 'json' }
import { runTool } from '../../../support/tools/run-tool.ts'

describe('text-language-detect', () => {
  const detect = async (text: string) =>
    (await runTool('text-language-detect', { text })) as { language: string | null; sure: boolean }

  it.each([
    ['en', 'The weather is nice today, and we are going to the beach with our friends.'],
    ['fr', "Je voudrais une baguette et deux croissants, s'il vous plaît, merci beaucoup."],
    ['de', 'Ich möchte gerne wissen, wann der nächste Zug nach München fährt.'],
    ['es', '¿Dónde está la biblioteca? Necesito estudiar para el examen de mañana.'],
    ['ru', 'Я не знаю, что сказать, но мне очень нравится эта книга.'],
    ['ja', '今日はとても天気がいいですね。'],
    ['zh', '今天天气很好,我们去公园吧。'],
    ['ko', '오늘 날씨가 정말 좋네요. 공원에 갑시다.'],
    ['ar', 'الطقس جميل اليوم ونحن ذاهبون إلى الشاطئ'],
    ['he', 'שלום עולם'],
    ['yi', 'וואָס מאַכסטו'],
    ['fa', 'من می توانم بدونِ احساس درد شيشه بخورم'],
  ])('knows %s and is sure of it', async (language, text) => {
    expect(await detect(text)).toMatchObject({ language, sure: true, note: null })
  })

  // The Universal Declaration of Human Rights, article 1.
  it.each([
    ['ca', 'Tots els éssers humans neixen lliures i iguals en dignitat i en drets.', true],
    ['hr', 'Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima.', false],
    ['sl', 'Vsi ljudje se rodijo svobodni in imajo enako dostojanstvo in enake pravice', true],
    ['sq', 'Të gjithë njerëzit lindin të lirë dhe të barabartë në dinjitet', true],
    ['eu', 'Gizon-emakume guztiak aske jaiotzen dira, duintasun eta eskubide berberak dituztela', true],
    ['ka', 'ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.', true],
    ['id', 'Aku bisa makan kaca dan itu tidak menyakitiku.', true],
  ])('knows %s, which one of the two detectors does not', async (language, text, sure) => {
    expect(await detect(text)).toMatchObject({ language, sure })
  })

  // The detectors say nothing of these: a question, names, single words.
  it.each([
    ['el', 'Πού είναι ο πλησιέστερος σταθμός;'],
    ['hy', 'Երևան'],
    ['th', 'กรุงเทพมหานคร'],
  ])('knows %s by its script', async (language, text) => {
    expect(await detect(text)).toMatchObject({ language })
  })

  // The Universal Declaration of Human Rights, article 1, as the United Nations publish it.
  it.each(Object.entries(humanRights))('knows %s by a sentence or two', async (language, text) => {
    expect(await detect(text)).toMatchObject({ language })
  })

  it('knows more than a hundred languages, as its summary says', async () => {
    const { default: tool } = await import('../../../../src-main/tools/text/text-language-detect.ts')
    expect(tool.summary).toContain('more than 100 languages')
    expect(Object.keys(humanRights).length).toBeGreaterThan(100)
  })

  // What is said in a restaurant, a station or a street: some detectors guess wildly at so few letters.
  it.each([
    ['fr', 'Je ne sais pas'],
    ['es', 'Hoy llueve mucho'],
    ['pt', 'Onde fica a estação?'],
    ['it', 'Ho fame'],
    ['de', 'Heute regnet es'],
    ['nl', 'Ik weet het niet'],
    ['sv', 'Jag är hungrig'],
    ['da', 'Hvor er stationen?'],
    ['no', 'Hvor er stasjonen?'],
    ['fi', 'Missä on asema?'],
    ['pl', 'Dzisiaj pada deszcz'],
    ['cs', 'Dnes večer jdeme do kina'],
    ['hu', 'Nem tudom'],
    ['tr', 'Hava bugün çok güzel'],
    ['ru', 'Спасибо за помощь'],
    ['uk', 'Дякую за допомогу'],
    ['ca', "On és l'estació?"],
    ['cy', 'Diolch am eich help'],
    ['mr', 'मला माहीत नाही'],
    ['ne', 'मलाई थाहा छैन'],
  ])('knows %s by a few words', async (language, text) => {
    expect(await detect(text)).toMatchObject({ language })
  })

  // Of each two, detectors know one alone, or take one for the other.
  it.each([
    ['nn', 'Eg veit ikkje kva dei skal gjere i morgon, men me kjem heim seinare.'],
    ['no', 'Jeg vet ikke hva de skal gjøre i morgen, men vi kommer hjem senere.'],
    ['ms', 'Beliau berkata bahawa syarikat itu akan dibuka selepas cuti kerana masalah wang.'],
    ['id', 'Ia mengatakan bahwa perusahaan itu akan dibuka setelah liburan karena masalah uang.'],
    ['bs', 'Tokom prošle sedmice univerzitet je u augustu primio hiljadu studenata.'],
    ['hr', 'Tijekom prošlog tjedna sveučilište je u kolovozu primilo tisuću studenata.'],
    ['sr', 'Tokom prošle nedelje univerzitet je u avgustu primio hiljadu studenata.'],
    ['as', 'সকলো মানুহ স্বাধীনভাৱে জন্ম গ্ৰহণ কৰে'],
    ['ckb', 'هەموو مرۆڤەکان بە ئازادی و بە یەکسانی لە دایک دەبن'],
    ['ug', 'ھەممە ئادەم زاتىدىنلا ئەركىن، ئىززەت-ھۆرمەت ۋە ھوقۇقتا باپباراۋەر بولۇپ تۇغۇلغان'],
    ['or', 'ସମସ୍ତ ମଣିଷ ଜନ୍ମରୁ ମୁକ୍ତ'],
    ['sq', 'Të gjithë njerëzit lindin të lirë dhe të barabartë'],
  ])('tells %s from its neighbours', async (language, text) => {
    expect(await detect(text)).toMatchObject({ language })
  })

  it('takes a clause that ends in a semicolon for words', async () => {
    const clause = 'Considérant que la reconnaissance de la dignité constitue le fondement de la liberté;'
    expect(await detect(clause)).toMatchObject({ language: 'fr', sure: true })
  })

  // What people try a detector with: the detectors took them for Norwegian, Italian, Portuguese, Serbian and others.
  it.each([
    ['en', 'Hello world'],
    ['en', 'Hello'],
    ['es', 'Hola mundo'],
    ['fi', 'Hei maailma'],
    ['ru', 'Здравствуй, мир'],
    ['ru', 'Как дела?'],
    ['no', 'Jeg elsker deg'],
    ['bg', 'Благодаря'],
    ['sr', 'Хвала'],
    ['zh', '北京'],
  ])('knows %s by a few words that are said first, and is not sure of it', async (language, text) => {
    expect(await detect(text)).toMatchObject({ language, sure: false })
  })

  it('names each language in English', async () => {
    const german = 'Ich möchte gerne wissen, wann der nächste Zug nach München fährt.'
    expect(await detect(german)).toMatchObject({ candidates: [{ code: 'de', name: 'German' }] })
  })

  // Catches: short English taken for Latin, and programs for Berber.
  it('knows a few English words, and does not take a program for a language', async () => {
    expect(await detect('The quick brown fox')).toMatchObject({ language: 'en' })
    expect(await detect('The quick brown fox jumps over the lazy dog')).toMatchObject({
      language: 'en',
      sure: true,
    })
    for (const code of [
      'import os\n\ndef main():\n    # The list of files\n    print(os.listdir("."))\n',
      'const a = 1; function b() { return a; }',
      '#include <stdio.h>\nint main(void) {\n  return 0;\n}',
      'SELECT name FROM users',
    ])
      expect(await detect(code)).toMatchObject({ language: null, sure: false, candidates: [] })
    expect(await detect('I went home; then I slept, and nobody called me.')).toMatchObject({
      language: 'en',
    })
  })

  it.each(['ok', 'Hola', 'asdf qwer zxcv', 'Jeg har en bil', '12 + 3', '😀', '   '])(
    'is not sure of %j',
    async (text) => {
      expect(await detect(text)).toMatchObject({ sure: false, note: expect.any(String) })
    },
  )
})
