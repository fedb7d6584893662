import { z } from 'zod'
import { COORDINATES } from './lib/coordinates.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'geo-coordinates-distance',
  title: 'Distance between places',
  summary: 'Great-circle distance and compass bearing between two coordinates.',
  searchWords: [
    'how far',
    'haversine',
    'lat lon',
    'latitude longitude',
    'kilometres between',
    'miles between',
    'gps',
    'as the crow flies',
    'between two cities',
    'bearing',
    'direction',
    'nearest location',
    'how many km',
    'travel',
    'two points on a map',
    'kilometres between cities',
    'how far apart',
    'distance in miles',
  ],
  category: 'Geo & Enrich',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  related: ['geo-point-in-polygon', 'vision-image-metadata'],
  takes: { from: ['coordinates'] },
  firstFor: ['coordinates'],
  gives: 'number',
  mainOutput: 'meters',

  input: z.strictObject({
    from: COORDINATES.describe('The starting point'),
    to: COORDINATES.describe('The destination'),
  }),
  output: z.strictObject({
    ellipsoid_meters: z
      .number()
      .describe('The shortest way on the WGS 84 ellipsoid, as GPS measures, in metres (Karney 2013)'),
    meters: z
      .number()
      .describe(
        'Along the great circle of a sphere of 6,371,008.8 m; the real Earth differs by up to 0.5 %',
      ),
    kilometers: z.number().describe('The same in kilometres'),
    miles: z.number().describe('The same in miles'),
    nautical_miles: z.number().describe('The same in nautical miles'),
    bearing: z.number().describe('Initial direction, degrees clockwise from north, 0 to 360'),
    final_bearing: z.number().describe('Direction on arrival'),
  }),

  // The circumference of that sphere is 40,030,228.884 m: a degree is a 360th of it, pole to pole
  // is half.
  examples: [
    {
      title: 'One degree along the equator',
      input: { from: { latitude: 0, longitude: 0 }, to: { latitude: 0, longitude: 1 } },
      output: {
        ellipsoid_meters: 111319.491,
        meters: 111195.08,
        kilometers: 111.19508,
        miles: 69.0934,
        nautical_miles: 60.0405,
        bearing: 90,
        final_bearing: 90,
      },
    },
    {
      title: 'From pole to pole',
      input: { from: { latitude: 90, longitude: 0 }, to: { latitude: -90, longitude: 0 } },
      output: {
        ellipsoid_meters: 20003931.459,
        meters: 20015114.44,
        kilometers: 20015.11444,
        miles: 12436.8155,
        nautical_miles: 10807.2972,
        bearing: 180,
        final_bearing: 180,
      },
    },
    {
      title: 'Across the date line',
      input: { from: { latitude: 0, longitude: 179.5 }, to: { latitude: 0, longitude: -179.5 } },
      output: {
        ellipsoid_meters: 111319.491,
        meters: 111195.08,
        kilometers: 111.19508,
        miles: 69.0934,
        nautical_miles: 60.0405,
        bearing: 90,
        final_bearing: 90,
      },
    },
  ],

  handler: async ({ from, to }) => {
    const [{ distance }, { bearing }] = await Promise.all([
      import('@turf/distance'),
      import('@turf/bearing'),
    ])
    const [start, end] = [from, to].map(({ longitude, latitude }) => [longitude, latitude])
    // Both were created with two coordinates each.
    const [a, b] = [start!, end!]
    const meters = distance(a, b, { units: 'meters' })
    const { default: geographic } = await import('geographiclib-geodesic')
    const way = geographic.Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude)
    return {
      ellipsoid_meters: fixed(way.s12 ?? 0, 3),
      meters: fixed(meters, 2),
      kilometers: fixed(meters / 1_000, 5),
      miles: fixed(meters / 1_609.344, 4),
      nautical_miles: fixed(meters / 1_852, 4),
      bearing: compass(bearing(a, b)),
      // Who stays has not turned around.
      final_bearing: meters === 0 ? 0 : compass(bearing(a, b, { final: true })),
    }
  },
})

function fixed(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

function compass(degrees: number): number {
  return fixed((degrees + 360) % 360, 4) % 360
}
