import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const slugOf = async (text: string, options: object = {}) =>
  ((await runTool('text-slugify', { text, ...options })) as { slug: string }).slug // By its output schema.

describe('text-slugify in other alphabets', () => {
  it.each([
    // Examples of resolution 55 of the Cabinet of Ministers of Ukraine, 2010.
    ['Алушта Андрій', 'alushta-andrii'],
    ['Згорани Розгон', 'zghorany-rozghon', 'і'],
    ['Єнакієве Гаєвич', 'yenakiieve-haievych'],
    ['Їжакевич Кадиївка', 'yizhakevych-kadyivka'],
    ['Йосипівка Стрий', 'yosypivka-stryi'],
    ['Щербухи Гоща', 'shcherbukhy-hoshcha', 'і'],
    ['Знам’янка Феодосія', 'znamianka-feodosiia'],
    ['Київ', 'kyiv'],
    // BGN/PCGN 1947.
    ['Щёкино объект Хабаровск', 'shchyokino-obekt-khabarovsk'],
    ['Юрий Цветаев', 'yuriy-tsvetaev'],
    // The Bulgarian transliteration act, 2009.
    ['България София Щъркел', 'balgaria-sofia-shtarkel'],
    ['Хасково Търново', 'haskovo-tarnovo'],
    ['Ђорђе Љубичић', 'djordje-ljubicic'],
    ['Ѓорѓи Ќосев', 'gjorgji-kjosev'],
    // Not one of these languages: as before.
    ['Қазақстан', 'qazaqstan'],
    // ELOT 743.
    ['Ευάγγελος', 'evangelos'],
    ['Αυτοκίνητο', 'aftokinito'],
    ['Γειά σου', 'geia-sou'],
    ['Μπάμπης', 'babis'],
    ['άυλος προϋπόθεση', 'aylos-proypothesi'],
    // BGN/PCGN 1981.
    ['Երևան Գարուն', 'yerevan-garun'],
  ])('writes %s as %s', async (text, slug, evidence = '') => {
    const written = await slugOf(`${text} ${evidence}`)
    expect(evidence === '' ? written : written.replace(/-i$/, '')).toBe(slug)
  })

  it('keeps capitals where it is asked to', async () => {
    expect(await slugOf('Щука ЩУКА', { lowercase: false })).toBe('Shchuka-SHCHUKA')
  })

  it('leaves signs of currencies out, and does not take them for letters', async () => {
    expect(await slugOf('€50 ¥100 ₽')).toBe('50-100')
  })
})
