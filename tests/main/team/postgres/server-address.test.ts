import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../../src/shared/failure.ts'
import { needsTls, parseServerAddress } from '../../../../src/main/team/postgres/server-address.ts'

describe('parseServerAddress', () => {
  it('reads login, password, host, port and database', () => {
    expect(parseServerAddress(' postgresql://ann:p%40ss@db.example.com:6543/team?sslmode=require ')).toEqual({
      host: 'db.example.com',
      port: 6_543,
      database: 'team',
      login: 'ann',
      password: 'p@ss',
    })
  })

  it('takes the usual port, and an IPv6 host without its brackets', () => {
    expect(parseServerAddress('postgres://a:b@[::1]/t')).toMatchObject({ host: '::1', port: 5_432 })
  })

  it.each([
    ['https://a:b@host/team', 'full address'],
    ['team server', 'full address'],
    ['postgres://a:secret@host/team?sslrootcert=x', 'option sslrootcert'],
    ['postgres://host/team', 'login and the password'],
    ['postgres://a@host/team', 'login and the password'],
    ['postgres://a:secret@/team', 'full address'],
    ['postgres://a:secret@host', 'name of the database'],
    ['postgres://a:secret@host/team/more', 'name of the database'],
    ['postgres://a:50%secret@host/team', '%25'],
  ])('refuses %s with a sentence, without its password', (address, why) => {
    const parse = () => parseServerAddress(address)
    expect(parse).toThrow(Refusal)
    try {
      parse()
    } catch (error) {
      const text = JSON.stringify(error instanceof Refusal ? error.failure : error)
      expect(text).toContain(why)
      expect(text).not.toContain('secret')
    }
  })
})

describe('needsTls', () => {
  it.each([
    ['127.0.0.1', false],
    ['127.8.0.1', false],
    ['localhost', false],
    ['::1', false],
    ['10.0.0.1', true],
    ['localhost.example.com', true],
    ['2001:db8::1', true],
  ])('is %s: %s', (host, expected) => {
    expect(needsTls({ host })).toBe(expected)
  })
})
