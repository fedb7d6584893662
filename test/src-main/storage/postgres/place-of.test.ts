import { describe, expect, it } from 'vitest'
import { placeOf } from '../../../../src-main/storage/postgres/place-of.ts'

const FILE = import.meta.filename
const of = (url: string) => placeOf(url, 'toolgate')

describe('the address of a database', () => {
  it('names a host, or the folder of a socket', () => {
    expect(of('postgres://me:a%40b@[::1]/money')).toEqual({
      ...{ host: '::1', port: 5432, user: 'me', password: 'a@b', database: 'money', schema: 'toolgate' },
      ssl: false,
    })
    expect(of('postgresql://me@/money?host=/run/postgresql')).toMatchObject({
      ...{ host: '/run/postgresql', database: 'money', ssl: false },
    })
  })

  it('asks another machine for a certificate that names it, unless it says otherwise', () => {
    expect(of('postgres://me@db.test/money').ssl).toEqual({ servername: 'db.test' })
    expect(of(`postgres://me@10.0.0.1/money?sslrootcert=${FILE}`).ssl).toEqual({
      ca: expect.stringContaining('the address of a database') as string,
    })
    expect(of('postgres://me@db.test/money?sslmode=require').ssl).toMatchObject({
      rejectUnauthorized: false,
    })
    expect(of('postgres://me@db.test/money?sslmode=disable').ssl).toBe(false)
    expect(of('postgres://me@127.0.0.1/money?sslmode=verify-full').ssl).toEqual({})
  })

  it.each([
    ['mysql://me:hunter2@db.test/money', 'begins with postgres://'],
    ['me:hunter2@db.test/money', 'postgres://'],
    ['postgres://me:hunter2@db.test', 'names its user'],
    ['postgres://:hunter2@db.test/money', 'names its user'],
    ['postgres://me:hunter2@/money', 'This is not the address'],
    ['postgres://me:hunter2%@db.test/money', '%25'],
    ['postgres://me:hunter2@db.test:port/money', 'This is not the address'],
    ['postgres://me:hunter2@db.test/money?sslmode=prefer', 'sslmode'],
    ['postgres://me:hunter2@db.test/money?sslrootcert=/no/such', 'cannot be read'],
    ['postgres://me:hunter2@db.test/money?options=-c', 'does not know options'],
  ])('is refused without being repeated: %s', (url, message) => {
    const refused = (): unknown => of(url)
    expect(refused).toThrow(message)
    expect(refused).not.toThrow('hunter2')
  })

  it.each(['', 'Money', '1st', 'pg_money', 'a"b', 'x'.repeat(49)])('has no schema %j', (schema) => {
    expect(() => placeOf('postgres://me@db.test/money', schema)).toThrow('A schema is named')
  })
})
