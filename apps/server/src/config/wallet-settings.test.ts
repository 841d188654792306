import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSelfSigned } from '#adapters/wallet/testing'
import { readWallets } from './wallet-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'wallets-'))
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
afterAll(() => rmSync(folder, { recursive: true }))

let apple: Parameters<typeof readWallets>[0]
beforeAll(() => {
  const { certificate, key, wwdr } = createSelfSigned()
  apple = {
    APPLE_PASS_TYPE: 'pass.org.playhouse.test',
    APPLE_TEAM: 'PLAYHOUSE1',
    APPLE_PASS_CERTIFICATE: file('own.pem', certificate),
    APPLE_PASS_KEY: file('own.key', key),
    APPLE_WWDR_CERTIFICATE: file('wwdr.pem', wwdr),
  }
})

it('needs no wallet', () => {
  expect(readWallets({})).toEqual({ settings: {}, complaints: [] })
})

it('accepts keys that belong together', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = { client_email: 'passes@playhouse.example', private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
  const google = { GOOGLE_WALLET_ISSUER: '3388000000012345678', GOOGLE_WALLET_KEY: file('google.json', JSON.stringify(account)) }
  const { settings, complaints } = readWallets({ ...apple, ...google })
  expect(complaints).toEqual([])
  expect(settings).toMatchObject({ apple: { team: 'PLAYHOUSE1' }, google: { account: 'passes@playhouse.example' } })
})

it('reports at the start keys that make passes invalid', () => {
  const complaint = (settings: Parameters<typeof readWallets>[0]): string => readWallets(settings).complaints.join(' ')
  expect(complaint({ APPLE_TEAM: 'PLAYHOUSE1' })).toMatch(/APPLE_PASS_TYPE.* is missing/)
  const otherCertificate = createSelfSigned()
  expect(complaint({ ...apple, APPLE_PASS_KEY: file('other.key', otherCertificate.key) })).toMatch(/the key is not of this certificate/)
  expect(complaint({ ...apple, APPLE_WWDR_CERTIFICATE: file('other.pem', otherCertificate.wwdr) })).toMatch(/did not issue it/)
  expect(complaint({ ...apple, APPLE_PASS_KEY: join(folder, 'nowhere') })).toMatch(/ENOENT/)
  expect(complaint({ GOOGLE_WALLET_ISSUER: '12345', GOOGLE_WALLET_KEY: file('no.json', '{}') })).toMatch(/no JSON key of a service account/)
})
