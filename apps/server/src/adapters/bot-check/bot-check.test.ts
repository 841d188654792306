import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { createAltcha } from './altcha.ts'
import { createBotCheck } from './index.ts'
import { createRecaptcha } from './recaptcha.ts'

const here = '198.51.100.7'

describe('work of our own', () => {
  const altcha = createAltcha({ secret: 'a secret of the tests' })
  async function proofFrom(check = altcha) {
    const offer = await check.offer()
    if (offer.kind !== 'altcha') throw new Error(offer.kind)
    const challenge = JSON.parse(offer.challenge)
    return { challenge, solution: (await solveChallenge({ challenge, deriveKey }))! }
  }

  test('is taken once it is done, and has one name', async () => {
    const proof = JSON.stringify(await proofFrom())
    const name = await altcha.identify(proof, here)
    expect(name).toEqual(expect.any(String))
    expect(await altcha.identify(proof, here)).toBe(name)
    expect(await altcha.identify(JSON.stringify(await proofFrom()), here)).not.toBe(name)
  })

  test('is not taken where it was not done, not asked for by us, made lighter or written by hand', async () => {
    const { challenge, solution } = await proofFrom()
    const theirs = await proofFrom(createAltcha({ secret: 'another secret' }))
    const lighter = { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution }
    const longer = { challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } }, solution }
    for (const proof of [
      { challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } },
      theirs,
      lighter,
      longer,
      { challenge },
      [],
      null,
    ])
      expect(await altcha.identify(JSON.stringify(proof), here)).toBeUndefined()
    expect(await altcha.identify('{', here)).toBeUndefined()
  })
})

describe('a service elsewhere', () => {
  const keys = { key: 'site', secret: 'secret', version: 'v3', host: 'tickets.example' } as const
  const saying = (reply: unknown) => createRecaptcha(keys, async () => reply)
  const person = { success: true, score: 0.9, hostname: 'tickets.example' }

  test('is told what it needs', async () => {
    const asked: [string, string][] = []
    const recaptcha = createRecaptcha(keys, async (url, form) => (asked.push([url, form.toString()]), person))
    expect(await recaptcha.identify('proof', here)).toEqual(expect.any(String))
    expect(asked).toEqual([['https://www.google.com/recaptcha/api/siteverify', `secret=secret&response=proof&remoteip=${here}`]])
    expect(await recaptcha.offer()).toEqual({ kind: 'recaptcha', key: 'site', version: 'v3' })
  })

  test.each([
    ['a robot', { ...person, score: 0.1 }],
    ['a proof from another site', { ...person, hostname: 'evil.example' }],
    ['a refusal', { success: false }],
    ['a service without a score', { success: true, hostname: 'tickets.example' }],
    ['nonsense', 'yes'],
  ])('lets in nobody after %s', async (_what, reply) => {
    expect(await saying(reply).identify('proof', here)).toBeUndefined()
  })

  test('lets in nobody while it can not be asked', async () => {
    const away = createRecaptcha(keys, () => Promise.reject(new Error('away')))
    expect(await away.identify('proof', here)).toBeUndefined()
  })
})

test('there may be none', () => {
  expect(createBotCheck({ kind: 'none' })).toBeUndefined()
})
