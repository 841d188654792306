import { expect, it } from 'vitest'
import { configureWaitingRoom } from '#modules/queue'
import { browser, enter, openQueueTheatre, openServer, pollOptions } from './waiting-room.fixture.ts'

it('reports to a visitor that their turn has lapsed, and gives them another queue ticket', async () => {
  const theatre = await openQueueTheatre({})
  const allow = (seconds: number) => configureWaitingRoom(theatre.db, 'tonight', { patience: seconds }, 'operator')
  const [firstServer, secondServer] = [await openServer(theatre), await openServer(theatre)]
  const who = browser()
  await who.join(firstServer)
  await expect.poll(async () => (await who.place(secondServer))['state'], pollOptions).toBe('admitted')
  expect(await who.place(firstServer)).toMatchObject({ until: expect.any(String), askAgainIn: expect.any(Number) })
  await allow(1)
  // Each process learns the change of the waiting room by itself.
  for (const server of [secondServer, firstServer])
    await expect.poll(async () => who.place(server), pollOptions).toMatchObject({ state: 'outside', hasLapsed: true, isMoved: false })
  expect(await who.enter(firstServer), 'too late').toMatchObject({ state: 'outside', hasLapsed: true })
  await who.join(firstServer)
  await allow(600)
  await expect.poll(async () => (await who.place(secondServer))['state'], pollOptions).toBe('admitted')
  expect(await who.enter(secondServer)).toMatchObject({ state: 'inside' })
  expect(await who.hold(firstServer, 'A.1')).toBe('held')
})

it('admits a visitor to every performance of a production that has one waiting room', async () => {
  const theatre = await openQueueTheatre({ isOfProduction: true })
  const [firstServer, secondServer] = [await openServer(theatre), await openServer(theatre)]
  const who = browser()
  const holdTomorrow = async () => {
    const seats = [{ seat: 'stalls.A.1', priceType: 'full' }]
    const { status, body } = await who.ask(secondServer, 'POST', '/basket/tickets', { instance: 'tomorrow', seats })
    return status === 200 ? 'held' : body['code']
  }
  expect(await holdTomorrow()).toBe('queue-required')
  await enter(who, firstServer)
  expect((await who.ask(secondServer, 'GET', '/queue/tomorrow')).body).toMatchObject({ state: 'inside' })
  expect(await holdTomorrow()).toBe('held')
  expect(await who.hold(secondServer, 'A.2')).toBe('held')
})
