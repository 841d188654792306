import type { AddressInfo } from 'node:net'
import { describeSubscriptions, offeredCard, offeredSubscriptions, sellingBrand } from '@playhouse/api-client/suite'
import { createManualProvider } from '../modules/payment/testing/manual-provider.ts'
import { issueCards, seedFlexSubscriptions } from '#modules/subscription'
import { addRuns, expectInvariants } from '#testing'
import { startTestServer } from './test-server.ts'

describeSubscriptions('the server', async () => {
  const manualProvider = createManualProvider()
  const server = await startTestServer({ change: sellingBrand, provider: manualProvider.provider })
  const { db, catalogue } = server.theatre
  await addRuns(db, ['the-importance-of-being-earnest'], 3)
  await seedFlexSubscriptions(db, offeredSubscriptions)
  await issueCards(db, 'two-plays', [offeredCard.replaceAll('-', '')], { name: 'test' })
  await catalogue.refresh()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    pay: async (redirectUrl) => manualProvider.end(redirectUrl.split('/s-').at(-1)!, 'succeeded'),
    close: async () => {
      await expectInvariants({ db })
      await server.close()
    },
  }
})
