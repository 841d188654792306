import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '@playhouse/api-client/client'
import { openBasket } from '#modules/basket'
import { addTickets } from '#modules/hold'
import { expectInvariants, fullPriceSeats } from '#testing'
import { startTestServer, type TestServer } from '../../proof/test-server.ts'
import { createRun, publish, read } from './testing/runs.ts'
import { planOf, problemIn, staffClientOf, value } from './testing/staff-client.ts'

let server: TestServer
let programmer: ApiClient
let other: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  programmer = await staffClientOf(server, 'programmer')
  other = await staffClientOf(server, 'administrator')
})
afterAll(() => server.close())

it('a change set lists who changed what, and is undone, as an undo is', async () => {
  const created = value(await programmer.planning.createProduction({ body: { production: planOf('cymbeline'), reason: 'new season' } }))
  const body = { version: created.version, production: planOf('cymbeline', 'Cymbeline') }
  value(await programmer.planning.editProduction({ params: { event: 'cymbeline' }, body }))
  const list = async () => value(await programmer.planning.changes({ query: { subject: 'production', id: 'cymbeline' } })).changes
  const [edit, creation] = await list()
  expect(edit).toMatchObject({ kind: 'edit-production', by: 'A programmer', undoneBy: null, undoes: null })
  expect(edit!.rows).toEqual([
    {
      subject: 'production',
      id: 'cymbeline',
      ...{ name: 'Cymbeline', startsAt: null },
      effect: 'changed',
      fields: [{ field: 'title', before: 'King Lear', after: 'Cymbeline' }],
    },
  ])
  expect(creation).toMatchObject({ kind: 'create-production', reason: 'new season', rows: [{ effect: 'created' }] })
  const undo = (change: string) => other.planning.undo({ params: { change }, body: { reason: 'mistake' } })
  expect(problemIn(await undo(creation!.id))).toMatchObject({
    code: 'change-has-dependents',
    params: {
      dependents: [
        {
          ...{ kind: 'change', id: edit!.id, count: 1, named: { name: 'Cymbeline', startsAt: null } },
          change: { kind: 'edit-production', at: edit!.at, by: 'A programmer' },
        },
      ],
    },
  })
  const undone = value(await undo(edit!.id)).changeSet
  expect((await read(programmer, 'cymbeline')).production.title).toBe('King Lear')
  expect((await list()).map(({ kind, undoneBy }) => [kind, undoneBy])).toEqual([
    ['undo', null],
    ['edit-production', undone],
    ['create-production', null],
  ])
  expect(problemIn(await undo(edit!.id)).code, 'twice').toBe('change-has-dependents')
  value(await undo(undone))
  expect((await read(programmer, 'cymbeline')).production.title).toBe('Cymbeline')
  expect(problemIn(await undo(crypto.randomUUID())).code).toBe('page-not-found')
})

it('a change is not undone where seats were sold on it, and lists them', async () => {
  const { id, startsAt } = (await createRun(programmer, 'coriolanus')).performances[0]!
  await publish(programmer, 'coriolanus')
  await server.theatre.catalogue.refresh()
  const basket = await openBasket(server.theatre.db, server.theatre.brand)
  await addTickets(server.theatre, basket, { name: 'guest' }, id, fullPriceSeats('B.1', 'B.2'))
  const [publication] = value(await programmer.planning.changes({ query: { subject: 'performance', id } })).changes
  expect(publication!.kind).toBe('publish-production')
  const { code, params } = problemIn(await programmer.planning.undo({ params: { change: publication!.id }, body: {} }))
  expect(code).toBe('change-has-dependents')
  expect(params['dependents']).toContainEqual({ kind: 'basket', id, count: 2, named: { name: 'King Lear', startsAt } })
  await expectInvariants(server.theatre)
})

it('the list keeps the names of what an undo removed, and an undo is refused where it would add performances whose production is gone', async () => {
  const { startsAt } = (await createRun(programmer, 'pericles', { from: 50 })).performances[0]!
  const list = async () => value(await programmer.planning.changes({ query: { find: 'pericles' } })).changes
  const undo = async (change: string) => programmer.planning.undo({ params: { change }, body: {} })
  const [run, creation] = await list()
  const undone = value(await undo(run!.id)).changeSet
  value(await undo(creation!.id))
  expect((await list()).map(({ kind, undoesKind, rows: [row] }) => [kind, undoesKind, row!.name, row!.startsAt])).toEqual([
    ['undo', 'create-production', 'King Lear', null],
    ['undo', 'create-performances', 'King Lear', startsAt],
    ['create-performances', null, 'King Lear', startsAt],
    ['create-production', null, 'King Lear', null],
  ])
  expect(problemIn(await undo(undone))).toMatchObject({
    ...{ code: 'change-has-dependents', params: { dependents: [{ kind: 'missing', id: 'production', count: 1 }] } },
  })
})

it('a change set is written once: the server may neither change nor delete it', async () => {
  for (const change of [sql`update change_set set reason = 'other'`, sql`delete from change_row`])
    await expect(change.execute(server.theatre.db)).rejects.toThrow(/permission denied/)
})
