import { generateKeyPairSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createLocalJWKSet, exportJWK, importSPKI, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { locales } from '@playhouse/domain/brand'
import { readBrand } from '#modules/catalogue'
import { passOf, type PassTicket, type Wallets } from '#modules/wallet'
import { createWallets, readPassIcons } from './index.ts'
import { readPass, createSelfSigned } from './testing/index.ts'

const folder = fileURLToPath(new URL('../../../../../brands/bridge/', import.meta.url))
const brand = await readBrand(folder)
const order = {
  number: 'BR7K2M9Q',
  placedAt: '2026-05-01T10:05:00Z',
  customerName: 'Zoë <b>Adeyemi</b>',
  address: '3 Potters Fields Park, London',
  tickets: [
    {
      id: '0198c1d2-0000-7000-8000-000000000001',
      instance: 'the-tempest-2026-07-01',
      title: 'The Tempest',
      startsAt: '2026-07-01T18:30:00Z',
      timeZone: 'Europe/London',
      runningTime: 150,
      hallName: 'Main House',
      area: 'Stalls',
      row: 'F',
      number: '12',
      entrance: 'Door 2',
      priceTypeName: 'Standard',
      price: 45_00 as never,
      qr: '99123456789012345678',
    },
  ],
}
const ticketIn = (locale: (typeof locales)[number] = 'en'): PassTicket => passOf({ brand, locale, order, ticket: order.tickets[0]!.id })!

const google = generateKeyPairSync('rsa', { modulusLength: 2048 })
let wallets: Wallets
beforeAll(async () => {
  const account = {
    issuer: '3388000000012345678',
    account: 'passes@playhouse.iam.example',
    key: google.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
  wallets = createWallets({ apple: createSelfSigned(), google: account }, { brand, icons: await readPassIcons(folder) })
})

it('names what is shown at the door with a ticket', () => {
  const [first] = order.tickets
  const proofAtDoor = { text: 'a student card', translations: { de: 'Studierendenausweis' } }
  const pass = (locale: 'en' | 'de') =>
    passOf({ brand, locale, order: { ...order, tickets: [{ ...first!, proofAtDoor }] }, ticket: first!.id })!
  expect(pass('en').notes).toContainEqual({ key: 'proof', name: 'Bring to the door', value: 'a student card' })
  expect(pass('de').notes).toContainEqual(expect.objectContaining({ value: 'Studierendenausweis' }))
  expect(ticketIn().notes.map(({ key }) => key)).not.toContain('proof')
})

it.each(locales)('a pass of a test shop states in %s that it is not a valid ticket', async (locale) => {
  const ticket = passOf({ brand: { ...brand, isTestShop: true }, locale, order, ticket: order.tickets[0]!.id })!
  const { pass } = readPass((await wallets.applePass(ticket))!)
  const { eventTicket } = pass as { eventTicket: Record<string, { value: string }[]> }
  expect(eventTicket['primaryFields']).toMatchObject([{ value: expect.stringMatching(/^(TEST|TÈS|PRUEBA): The Tempest$/) as string }])
  expect(eventTicket['secondaryFields']!.map(({ value }) => value)).toContain(ticket.warning)
  expect(ticket.warning).toMatch(/^(TEST|TÈS|PRUEBA): ./)
  const [, payload = ''] = (await wallets.googleLink(ticket))!.split('.').slice(-3)
  expect(Buffer.from(payload, 'base64url').toString()).toMatch(/(TEST|TÈS|PRUEBA): The Tempest/)
  expect(JSON.stringify(ticketIn(locale))).not.toMatch(/(TEST|TÈS|PRUEBA):/)
})

describe('a pass for Apple Wallet', () => {
  it('has a signed checksum of every file, and the fields that a phone shows', async () => {
    const { files, pass } = readPass((await wallets.applePass(ticketIn()))!)
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['pass.json', 'icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'signature']),
    )
    expect(pass).toMatchObject({
      formatVersion: 1,
      serialNumber: order.tickets[0]!.id,
      passTypeIdentifier: 'pass.org.playhouse.test',
      teamIdentifier: 'PLAYHOUSE1',
      organizationName: 'Bridge Theatre',
      relevantDate: '2026-07-01T18:30:00.000Z',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: '99123456789012345678', altText: '9912 3456 7890 1234 5678' }],
    })
    const { eventTicket } = pass as { eventTicket: Record<string, { label: string; value: string }[]> }
    expect(eventTicket['primaryFields']).toMatchObject([{ value: 'The Tempest' }])
    expect(eventTicket['auxiliaryFields']!.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Level Stalls',
      'Row F',
      'Seat 12',
      'Entrance Door 2',
    ])
    // The price is left out: others at the door can see the screen.
    expect(JSON.stringify(pass)).not.toMatch(/45\.00|4500/)
  })

  it('fails verification when a file of it is changed', async () => {
    const pass = Buffer.from((await wallets.applePass(ticketIn()))!)
    const at = pass.indexOf('The Tempest')
    pass.write('THE TEMPEST', at)
    expect(() => readPass(pass)).toThrow(/pass\.json/)
  })

  it.each(locales)('has a text for every field in %s', async (locale) => {
    const { pass } = readPass((await wallets.applePass(ticketIn(locale)))!)
    expect(JSON.stringify(pass)).not.toMatch(/field\.|note\.|calendar\.|\{\{/)
  })
})

describe('a link to Google Wallet', () => {
  it('contains the signed ticket, and is short enough for a URL', async () => {
    const url = new URL((await wallets.googleLink(ticketIn()))!)
    expect(`${url.origin}${url.pathname}`).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/)
    const jwt = url.pathname.split('/').at(-1)!
    const key = await importSPKI(google.publicKey.export({ type: 'spki', format: 'pem' }) as string, 'RS256', { extractable: true })
    const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(key)), alg: 'RS256' }] })
    const { payload } = await jwtVerify(jwt, keys, { issuer: 'passes@playhouse.iam.example', audience: 'google', algorithms: ['RS256'] })
    expect(payload).toMatchObject({
      typ: 'savetowallet',
      payload: {
        eventTicketClasses: [{ id: '3388000000012345678.bridge-the-tempest-2026-07-01', reviewStatus: 'UNDER_REVIEW' }],
        eventTicketObjects: [{ state: 'ACTIVE', barcode: { type: 'QR_CODE', value: '99123456789012345678' } }],
      },
    })
    expect(jwt.length).toBeLessThan(1_800)
  })
})

it('offers only wallets that are configured', async () => {
  const noWallets = createWallets({}, { brand, icons: {} })
  expect(noWallets.offeredWallets).toEqual([])
  expect([await noWallets.applePass(ticketIn()), await noWallets.googleLink(ticketIn())]).toEqual([undefined, undefined])
  expect(wallets.offeredWallets).toEqual(['apple', 'google'])
  expect(passOf({ brand, locale: 'en', order, ticket: 'somebody else’s' })).toBeUndefined()
})
