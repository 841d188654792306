import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { createAltcha } from './altcha.ts'
import { createBotCheck } from './index.ts'
import { createRecaptcha } from './recaptcha.ts'

const visitorAddress = '198.51.100.7'

describe('a proof of work', () => {
  const altcha = createAltcha({ secret: 'a secret of the tests' })
  async function proofFrom(check = altcha) {
    const offer = await check.offer()
    if (offer.kind !== 'altcha') throw new Error(offer.kind)
    const challenge = JSON.parse(offer.challenge)
    return { challenge, solution: (await solveChallenge({ challenge, deriveKey }))! }
  }

  test('is accepted when solved, and always has the same id', async () => {
    const proof = JSON.stringify(await proofFrom())
    const id = await altcha.identify(proof, visitorAddress)
    expect(id).toEqual(expect.any(String))
    expect(await altcha.identify(proof, visitorAddress)).toBe(id)
    expect(await altcha.identify(JSON.stringify(await proofFrom()), visitorAddress)).not.toBe(id)
  })

  test('is rejected if it is wrong, incomplete, of a foreign or changed challenge, or malformed', async () => {
    const { challenge, solution } = await proofFrom()
    const foreign = await proofFrom(createAltcha({ secret: 'another secret' }))
    const lighter = { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution }
    const longer = { challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } }, solution }
    for (const proof of [
      { challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } },
      foreign,
      lighter,
      longer,
      { challenge },
      [],
      null,
    ])
      expect(await altcha.identify(JSON.stringify(proof), visitorAddress)).toBeUndefined()
    expect(await altcha.identify('{', visitorAddress)).toBeUndefined()
  })
})

describe('reCAPTCHA', () => {
  const keys = { key: 'site', secret: 'secret', version: 'v3', host: 'tickets.example' } as const
  const createReplying = (reply: unknown) => createRecaptcha(keys, async () => reply)
  const person = { success: true, score: 0.9, hostname: 'tickets.example' }

  test('receives the secret, the proof and the address of the visitor', async () => {
    const requests: [string, string][] = []
    const recaptcha = createRecaptcha(keys, async (url, form) => (requests.push([url, form.toString()]), person))
    expect(await recaptcha.identify('proof', visitorAddress)).toEqual(expect.any(String))
    expect(requests).toEqual([
      ['https://www.google.com/recaptcha/api/siteverify', `secret=secret&response=proof&remoteip=${visitorAddress}`],
    ])
    expect(await recaptcha.offer()).toEqual({ kind: 'recaptcha', key: 'site', version: 'v3' })
  })

  test.each([
    ['a robot', { ...person, score: 0.1 }],
    ['a proof from another site', { ...person, hostname: 'evil.example' }],
    ['a refusal', { success: false }],
    ['a service without a score', { success: true, hostname: 'tickets.example' }],
    ['nonsense', 'yes'],
  ])('rejects a visitor after %s', async (_name, reply) => {
    expect(await createReplying(reply).identify('proof', visitorAddress)).toBeUndefined()
  })

  test('rejects every visitor while the service cannot be reached', async () => {
    const unreachable = createRecaptcha(keys, () => Promise.reject(new Error('unreachable')))
    expect(await unreachable.identify('proof', visitorAddress)).toBeUndefined()
  })
})

test('an installation may have no bot check', () => {
  expect(createBotCheck({ kind: 'none' })).toBeUndefined()
})
