import { z } from 'zod'
import { COORDINATES } from './lib/coordinates.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const MAX_POSITIONS = 50_000

const position = z.tuple(
  [z.number().min(-180).max(180).describe('Longitude'), z.number().min(-90).max(90).describe('Latitude')],
  z.number().describe('An altitude, which changes nothing'),
)
const ring = z.array(position).min(3).max(MAX_POSITIONS)
const rings = z.array(ring).min(1).max(1_000)

// GeoJSON allows further members everywhere (RFC 7946, 6.1), such as bbox.
const polygon = z.looseObject({
  type: z.literal('Polygon').describe('A single area'),
  coordinates: rings.describe('The outline, then its holes, as [longitude, latitude]'),
})
const multiPolygon = z.looseObject({
  type: z.literal('MultiPolygon').describe('Several areas'),
  coordinates: z.array(rings).min(1).max(1_000).describe('One list of rings per area'),
})

// The outline of the polygons of RFC 7946, appendix A.3.
const SQUARE: [number, number][] = [
  [100, 0],
  [101, 0],
  [101, 1],
  [100, 1],
  [100, 0],
]

export default defineTool({
  slug: 'geo-point-in-polygon',
  title: 'Point in polygon',
  summary: 'Whether a coordinate is inside, on the edge of or outside a GeoJSON polygon with its holes.',
  searchWords: [
    'geofence',
    'inside an area',
    'within a region',
    'delivery zone',
    'boundary',
    'map area',
    'contains',
    'in the zone',
    'inside a shape',
    'service area',
    'district',
    'territory',
    'is a location inside',
    'gis',
    'city limits',
    'within a zone',
    'map shape',
    'is an address in an area',
    'inside a border',
    'is a spot in the park',
  ],
  category: 'Geo & Enrich',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  related: ['geo-coordinates-distance'],
  takes: { point: ['coordinates'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    point: COORDINATES.describe('The point to check'),
    polygon: z
      .discriminatedUnion('type', [
        polygon,
        multiPolygon,
        z
          .looseObject({
            type: z.literal('Feature').describe('An area with other members, which change nothing'),
            geometry: z.discriminatedUnion('type', [polygon, multiPolygon]).describe('Its area'),
          })
          .describe('A feature'),
      ])
      .describe(
        'A GeoJSON geometry (RFC 7946) or a feature that has one, at most 50,000 positions. Edges are straight in degrees; ' +
          'split an area at the date line as in section 3.1.9. Open rings are closed',
      ),
  }),
  output: z.strictObject({
    inside: z.boolean().describe('Inside or on the edge'),
    on_edge: z.boolean().describe('Exactly on the edge of the outline or of a hole'),
    positions: z.int().min(3).describe('Number of positions of the polygon'),
  }),

  // The polygons of RFC 7946 with points that can be placed by eye.
  examples: [
    {
      title: 'In the square',
      input: {
        point: { latitude: 0.5, longitude: 100.5 },
        polygon: {
          type: 'Polygon',
          coordinates: [SQUARE],
        },
      },
      output: { inside: true, on_edge: false, positions: 5 },
    },
    {
      title: 'In its hole',
      input: {
        point: { latitude: 0.5, longitude: 100.5 },
        polygon: {
          type: 'Polygon',
          coordinates: [
            SQUARE,
            [
              [100.8, 0.8],
              [100.8, 0.2],
              [100.2, 0.2],
              [100.2, 0.8],
              [100.8, 0.8],
            ],
          ],
        },
      },
      output: { inside: false, on_edge: false, positions: 10 },
    },
    {
      title: 'On the edge',
      input: {
        point: { latitude: 0, longitude: 100.25 },
        polygon: {
          type: 'Polygon',
          coordinates: [
            [
              [100, 0],
              [101, 0],
              [101, 1],
            ],
          ],
        },
      },
      output: { inside: true, on_edge: true, positions: 3 },
    },
  ],

  handler: async ({ point, polygon: sent }) => {
    const { booleanPointInPolygon } = await import('@turf/boolean-point-in-polygon')
    const { type, coordinates } = sent.type === 'Feature' ? sent.geometry : sent
    const areas = type === 'Polygon' ? [coordinates] : coordinates
    const positions = areas.flat().reduce((sum, { length }) => sum + length, 0)
    if (positions > MAX_POSITIONS)
      throw new InvalidInput('polygon', `The polygon has more than ${MAX_POSITIONS} positions; simplify it`)
    const place = [point.longitude, point.latitude]
    const shape = { type: 'MultiPolygon' as const, coordinates: areas.map((area) => area.map(closed)) }
    const inside = booleanPointInPolygon(place, shape)
    return {
      inside,
      on_edge: inside && !booleanPointInPolygon(place, shape, { ignoreBoundary: true }),
      positions,
    }
  },
})

type Position = z.output<typeof position>

function closed(positions: Position[]): Position[] {
  const [first, last] = [positions[0]!, positions.at(-1)!]
  return first[0] === last[0] && first[1] === last[1] ? positions : [...positions, first]
}
