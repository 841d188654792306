import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { ApiClient } from '@playhouse/api-client/client'
import { describeSubscriptions, offeredCard, offeredSubscriptions, sellingBrand } from '@playhouse/api-client/suite'
import { createManualProvider } from '../modules/payment/testing/manual-provider.ts'
import { addStaff, createSecretVault, setAuthenticator } from '#modules/staff'
import { issueCards, seedFlexSubscriptions } from '#modules/subscription'
import { addRuns, expectInvariants } from '#testing'
import { startTestServer } from './test-server.ts'

const [email, programmer, password] = ['max@house.example', 'pia@house.example', 'Rehearse-10-Lines-27']
const secret = new Secret({ size: 20 })

describeSubscriptions('the server', async () => {
  const manualProvider = createManualProvider()
  const server = await startTestServer({ change: sellingBrand, provider: manualProvider.provider })
  const { db, catalogue } = server.theatre
  await addRuns(db, ['the-importance-of-being-earnest'], 3)
  await seedFlexSubscriptions(db, offeredSubscriptions)
  await issueCards(db, 'two-plays', [offeredCard.replaceAll('-', '')], { name: 'test' })
  await addStaff(db, { email, name: 'Max', role: 'manager', password }, 'test')
  await addStaff(db, { email: programmer, name: 'Pia', role: 'programmer', password }, 'test')
  const vault = createSecretVault(['a secret of the tests that is thirty-two long'])
  for (const each of [email, programmer]) await setAuthenticator(db, vault, each, secret.base32)
  const signIn = async (client: ApiClient, as: string): Promise<void> => {
    await client.staff.signIn({ body: { email: as, password } })
    const proof = await client.staff.prove({ body: { code: new TOTP({ secret }).generate() } })
    if (!proof.ok) throw new Error(proof.error.code)
  }
  await catalogue.refresh()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    pay: async (redirectUrl) => manualProvider.end(redirectUrl.split('/s-').at(-1)!, 'succeeded'),
    signInStaff: async (client) => signIn(client, email),
    signInProgrammer: async (client) => signIn(client, programmer),
    expireSubscriptions: async () => {
      await sql`update ticket_subscription set expires_on = issued_on - 2`.execute(db)
    },
    close: async () => {
      await expectInvariants({ db })
      await server.close()
    },
  }
})
