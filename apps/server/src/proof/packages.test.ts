import type { AddressInfo } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import { describePackages, offeredPackages, offeredSeries, productionOfSeries, sellingBrand } from '@playhouse/api-client/suite'
import { createManualProvider } from '../modules/payment/testing/manual-provider.ts'
import { seedPackages } from '#modules/package'
import { addStaff, createSecretVault, setAuthenticator } from '#modules/staff'
import { addRuns, expectInvariants } from '#testing'
import { startTestServer } from './test-server.ts'

const [email, password] = ['petra@house.example', 'Rehearse-10-Lines-27']
const secret = new Secret({ size: 20 })

describePackages('the server', async () => {
  const manualProvider = createManualProvider()
  const server = await startTestServer({ change: sellingBrand, provider: manualProvider.provider })
  const { db, catalogue } = server.theatre
  await addRuns(db, ['the-importance-of-being-earnest', 'salt-water-choir', 'the-railway-children'], 3)
  await seedPackages(db, [...offeredPackages, offeredSeries([0, 1, 2].map((nth) => `${productionOfSeries}-${nth}`))])
  await addStaff(db, { email, name: 'Petra', role: 'programmer', password }, 'test')
  await setAuthenticator(db, createSecretVault(['a secret of the tests that is thirty-two long']), email, secret.base32)
  await catalogue.refresh()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    pay: async (redirectUrl) => manualProvider.end(redirectUrl.split('/s-').at(-1)!, 'succeeded'),
    signInProgrammer: async (client) => {
      await client.staff.signIn({ body: { email, password } })
      const proof = await client.staff.prove({ body: { code: new TOTP({ secret }).generate() } })
      if (!proof.ok) throw new Error(proof.error.code)
    },
    close: async () => {
      await expectInvariants({ db })
      await server.close()
    },
  }
})
