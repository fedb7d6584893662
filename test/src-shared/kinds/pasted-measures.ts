import type { Pastes } from './pastes.ts'

/** Quantities, and texts of a few further kinds that people copy from programs. */
export const PASTED_MEASURES: Pastes = {
  quantity: {
    tools: ['math-unit-convert'],
    texts: [
      '5 kg',
      '72 °F',
      '26.2 miles',
      '1.5 GB',
      '100 km/h',
      '12 oz',
      '2,500 kcal',
      '10km',
      '37.5°C',
      '5 FT',
    ],
  },
  duration: {
    tools: ['math-unit-convert', 'date-add'],
    texts: [
      '1h 30m',
      '90 minutes',
      'PT1H30M',
      'P3DT4H',
      '2 hours, 15 minutes',
      '1.5h',
      '45 min',
      'P1Y2M',
      '2d 4h',
    ],
  },
  coordinates: {
    tools: ['geo-coordinates-distance', 'geo-point-in-polygon'],
    texts: [
      '47.3769, 8.5417',
      '40.7128° N, 74.0060° W',
      `51°30'26"N 0°7'39"W`,
      '-33.8688,151.2093',
      'geo:37.786971,-122.399677',
      '(35.6895, 139.6917)',
    ],
  },
  'http-headers': {
    tools: ['security-header-audit'],
    texts: [
      'HTTP/2 200\ncontent-type: text/html\nstrict-transport-security: max-age=31536000',
      "Content-Security-Policy: default-src 'self'\nX-Content-Type-Options: nosniff",
      'cache-control: no-store\nset-cookie: a=b; HttpOnly\nserver: nginx',
    ],
  },
  'password-hash': {
    tools: ['crypto-password-verify'],
    texts: [
      '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW',
      '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG',
    ],
  },
  phones: {
    tools: ['text-extract-phones'],
    texts: [
      'Call me at +41 44 668 18 00 or +1 415 555 0132 tomorrow.',
      'Ring the office on +44 20 7946 0958 before five.',
    ],
  },
  'json-path': { tools: ['text-json-path'], texts: ['$.store.book[*].author', '$..price', "$['a'][0].b"] },
  identifier: {
    tools: ['text-case-convert'],
    texts: ['user_account_settings', 'getUserAccountById', 'MAX_RETRY_COUNT'],
  },
}
