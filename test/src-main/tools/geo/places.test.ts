import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>
const place = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('geo-coordinates-distance', () => {
  // GeographicLib's documentation (JFK to LHR, Wellington to Salamanca), and half of a meridian of WGS 84.
  it.each([
    [place(40.6, -73.8), place(51.6, -0.5), 5_551_759.4],
    [place(-41.32, 174.81), place(40.96, -5.5), 19_959_679.267],
    [place(90, 0), place(-90, 0), 20_003_931.459],
  ])('measures the ellipsoid between %j and %j', async (from, to, meters) => {
    const answer = (await runTool('geo-coordinates-distance', { from, to })) as { ellipsoid_meters: number }
    expect(answer.ellipsoid_meters).toBeCloseTo(meters, 2)
  })

  // Great-circle distances as the Great Circle Mapper publishes them; on a sphere they differ by up to 0.5 %.
  it.each([
    ['New York to London', place(40.6398, -73.7789), place(51.4706, -0.4619), 5_555, 51.4],
    ['Sydney to Santiago', place(-33.9461, 151.1772), place(-33.393, -70.7858), 11_366, 146],
  ])('is right from %s', async (_name, from, to, kilometers, bearing) => {
    const answer = await run('geo-coordinates-distance', { from, to })
    expect(Math.abs(Number(answer.kilometers) / kilometers - 1)).toBeLessThan(0.005)
    expect(Math.abs(Number(answer.bearing) - bearing)).toBeLessThan(2)
  })

  it('is zero at the same place, and half the Earth’s girth to the opposite one', async () => {
    const here = place(48.2, 16.37)
    expect(await run('geo-coordinates-distance', { from: here, to: here })).toMatchObject({
      meters: 0,
      bearing: 0,
      final_bearing: 0,
    })
    const answer = await run('geo-coordinates-distance', { from: here, to: place(-48.2, -163.63) })
    expect(answer.meters).toBeCloseTo(20015114.44, 0)
  })
})

describe('geo-point-in-polygon', () => {
  const square = (from: number, to: number) => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ]
  const look = (latitude: number, longitude: number, coordinates: unknown, type = 'Polygon') =>
    run('geo-point-in-polygon', { point: place(latitude, longitude), polygon: { type, coordinates } })

  it('knows holes, islands in them, edges and corners', async () => {
    const areas = [[square(0, 10), square(2, 8)], [square(4, 6)]]
    expect(await look(1, 1, areas, 'MultiPolygon')).toMatchObject({ inside: true, on_edge: false })
    expect(await look(3, 3, areas, 'MultiPolygon')).toMatchObject({ inside: false })
    expect(await look(5, 5, areas, 'MultiPolygon')).toMatchObject({ inside: true })
    expect(await look(0, 0, areas, 'MultiPolygon')).toMatchObject({ inside: true, on_edge: true })
    expect(await look(2, 5, areas, 'MultiPolygon')).toMatchObject({ inside: true, on_edge: true })
    expect(await look(10.0001, 5, areas, 'MultiPolygon')).toMatchObject({ inside: false })
  })

  it('is not misled by a corner at the same latitude as the point', async () => {
    const diamond = [
      [
        [0, -1],
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ],
    ]
    expect(await look(0, 0, diamond)).toMatchObject({ inside: true, on_edge: false })
    expect(await look(0, -2, diamond)).toMatchObject({ inside: false })
    expect(await look(0, 2, diamond)).toMatchObject({ inside: false })
  })

  // RFC 7946, 3.1.1 and 6.1: a position may have an altitude, and every object further members.
  it('reads a feature, its box and its altitudes', async () => {
    const outline = square(0, 10).map((position) => [...position, 250])
    const geometry = { type: 'Polygon', bbox: [0, 0, 250, 10, 10, 250], coordinates: [outline] }
    const feature = { type: 'Feature', id: 7, properties: { name: 'Park' }, geometry }
    for (const polygon of [geometry, feature]) {
      const look = (latitude: number) => run('geo-point-in-polygon', { point: place(latitude, 5), polygon })
      expect(await look(5)).toEqual({ inside: true, on_edge: false, positions: 5 })
      expect(await look(10)).toMatchObject({ on_edge: true })
      expect(await look(11)).toMatchObject({ inside: false })
    }
  })

  it('refuses what is not a polygon, and more than it can examine', async () => {
    await expect(
      look(0, 0, [
        [
          [0, 0],
          [1, 1],
        ],
      ]),
    ).rejects.toMatchObject({ name: 'ZodError' })
    await expect(
      look(0, 0, [
        [
          [0, 91],
          [1, 1],
          [2, 2],
        ],
      ]),
    ).rejects.toMatchObject({ name: 'ZodError' })
    const ring = Array.from({ length: 26_000 }, (_, i) => [i / 1_000, (i % 2) / 10])
    await expect(look(0, 0, [ring, ring])).rejects.toBeInstanceOf(InvalidInput)
  })
})

describe('enrich-country-code', () => {
  // The official names of ISO 3166-1 in Debian's iso-codes.
  it.each([
    ['Italian Republic', 'IT'],
    ['Commonwealth of Australia', 'AU'],
    ['Lao PDR', 'LA'],
    ['Commonwealth of the Northern Mariana Islands', 'MP'],
    ['Federal Democratic Republic of Nepal', 'NP'],
    ['Rwandese Republic', 'RW'],
  ])('finds %s', async (country, alpha2) => {
    expect(await runTool('enrich-country-code', { country })).toMatchObject({ alpha2 })
  })

  it('finds every country by its official names in English and French', async () => {
    const file = new URL('../../../fixtures/standards/country-names.json', import.meta.url)
    const { countries } = JSON.parse(readFileSync(file, 'utf8')) as { countries: string[][] }
    const names = countries.flatMap(([alpha2, ...rest]) => rest.map((country) => ({ alpha2, country })))
    expect(names).toHaveLength(975)
    for (const { alpha2, country } of names)
      expect([country, await run('enrich-country-code', { country })]).toMatchObject([country, { alpha2 }])
  })

  // ISO 3166-1, short names as the standard orders their words.
  it.each([
    ['Korea (the Republic of)', 'KR'],
    ["Korea (the Democratic People's Republic of)", 'KP'],
    ['Congo (the Democratic Republic of the)', 'CD'],
    ['Congo (the)', 'CG'],
    ['Tanzania, the United Republic of', 'TZ'],
    ['Taiwan (Province of China)', 'TW'],
    ['Netherlands (Kingdom of the)', 'NL'],
    ['Virgin Islands (U.S.)', 'VI'],
    ['Saint Martin (French part)', 'MF'],
  ])('finds %s by the name in ISO 3166-1', async (country, alpha2) => {
    expect(await run('enrich-country-code', { country })).toMatchObject({ found: true, alpha2 })
  })

  // Unicode CLDR, which has other names than the ISO lists of the languages.
  it.each([
    ['Sonderverwaltungsregion Hongkong', 'HK'],
    ['Palästinensische Autonomiegebiete', 'PS'],
    ['Republik Moldau', 'MD'],
    // Languages in which the library has no names.
    ['జపాన్', 'JP'],
    ['ભારત', 'IN'],
    ['ಕೆನಡಾ', 'CA'],
    ['ဂျပန်', 'JP'],
    ['නෝර්වේ', 'NO'],
    ['i-Zambia', 'ZM'],
    // With and without the joiner of its letters.
    ['ප්\u200dරංශය', 'FR'],
    ['ප්රංශය', 'FR'],
  ])('finds %s by its name in CLDR', async (country, alpha2) => {
    expect(await run('enrich-country-code', { country })).toMatchObject({ alpha2 })
  })

  const find = (country: string, language = 'en') => run('enrich-country-code', { country, language })

  // ISO 3166-1.
  it.each([
    ['de', 'DE', 'alpha2'],
    ['DEU', 'DE', 'alpha3'],
    ['276', 'DE', 'numeric'],
    ['8', 'AL', 'numeric'],
    ['germany', 'DE', 'name'],
    ['The Netherlands', 'NL', 'name'],
    ['USA', 'US', 'alpha3'],
    ['U.S.A.', 'US', 'name'],
    ['Türkiye', 'TR', 'name'],
    ['Holland', 'NL', 'name'],
    ['Scotland', 'GB', 'name'],
    ['Burma', 'MM', 'name'],
    ['Vatican', 'VA', 'name'],
    ['East Timor', 'TL', 'name'],
    ['DR Congo', 'CD', 'name'],
    ['US Virgin Islands', 'VI', 'name'],
    ['臺灣', 'TW', 'name'],
    ['台灣', 'TW', 'name'],
    ['中國', 'CN', 'name'],
    ['Republic of China', 'TW', 'name'],
    ['Peoples Republic of China', 'CN', 'name'],
    ['People’s Republic of China', 'CN', 'name'],
    ['Lao Peoples Democratic Republic', 'LA', 'name'],
    ['Republic of Ireland', 'IE', 'name'],
    ['Éire', 'IE', 'name'],
    ['Suomi', 'FI', 'name'],
    ['Magyarország', 'HU', 'name'],
    ['Ελλάδα', 'GR', 'name'],
    ['ישראל', 'IL', 'name'],
    ['한국', 'KR', 'name'],
    ['St Kitts and Nevis', 'KN', 'name'],
    ['मालदीव', 'MV', 'name'],
    ['मलावी', 'MW', 'name'],
  ])('finds %s', async (country, alpha2, matched_by) => {
    expect(await find(country)).toMatchObject({ found: true, alpha2, matched_by })
  })

  it('finds the names of a language, and answers in it', async () => {
    expect(await find('Österreich', 'de')).toMatchObject({ alpha2: 'AT', name: 'Österreich', flag: '🇦🇹' })
    expect(await find('Austria', 'ja')).toMatchObject({ alpha2: 'AT', name: 'オーストリア' })
  })

  it('finds a name whose language is not that of the answer', async () => {
    expect(await find('Österreich')).toMatchObject({ alpha2: 'AT', name: 'Austria' })
    expect(await find('オーストリア', 'de')).toMatchObject({ alpha2: 'AT', name: 'Österreich' })
  })

  it('gives Kosovo no number, since ISO has none', async () => {
    expect(await find('XK')).toMatchObject({ found: true, numeric: null })
  })

  it.each(['__proto__', 'constructor', 'ZZ', 'ZZZ', '000', '!!', 'Prussia'])(
    'finds nothing for %s',
    async (country) => {
      expect(await find(country)).toMatchObject({ found: false, alpha2: null })
    },
  )
})
