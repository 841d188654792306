import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessOf, applyAccess, readAccess, saveAccessCards } from '#modules/access'
import { applyRetention } from '#modules/retention'
import { customerOf, openTestTheatre } from '#testing'
import { changeAccessCards, listAccessCards } from './access-cards.ts'
import { undoChange } from './undo.ts'

let theatre: Awaited<ReturnType<typeof openTestTheatre>>
beforeAll(async () => {
  theatre = await openTestTheatre()
})
afterAll(() => theatre[Symbol.asyncDispose]())

const manager = { staff: null, actor: { name: 'test' } }
const card = { lastName: null, types: ['hearing' as const], isWithdrawn: false, version: null }
const change = (...cards: Parameters<typeof changeAccessCards>[2]['cards']) => changeAccessCards(theatre, manager, { cards })
const valueOf = <Value>(result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown }): Value => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const undo = (changeSet: string | null) => undoChange(theatre, manager, changeSet!, undefined)
const dependent = (id: string) => ({
  error: { code: 'change-has-dependents', params: { dependents: expect.arrayContaining([{ kind: 'reference', id, count: 1 }]) } },
})

it('ends the needs of an account while its card is withdrawn, and keeps a card that an account has', async () => {
  const { db } = theatre
  const { id } = await customerOf(theatre)
  const created = valueOf(await change({ ...card, accessId: 'held' }))
  valueOf(await applyAccess(db, { id, lastName: 'Any' }, 'HELD', { name: 'test' }))
  const held = async () => (await sql<{ types: string[] | null }>`select ${accessOf(id)} as types`.execute(db)).rows[0]!.types
  expect(await held()).toEqual(['hearing'])
  const withdrawn = valueOf(await change({ ...card, accessId: 'HELD', isWithdrawn: true, version: 1 }))
  expect([await held(), await readAccess(db, id)]).toEqual([null, { accessId: null, types: [] }])
  expect(await undo(created.changeSet)).toMatchObject(dependent('access_grant'))
  valueOf(await undo(withdrawn.changeSet))
  expect(await held()).toEqual(['hearing'])
})

it('adds a card once when two people add it at once, and none of several where one is refused', async () => {
  const both = await Promise.all(['hearing', 'visual'].map((type) => change({ ...card, accessId: 'ONCE', types: [type as 'hearing'] })))
  expect(both.map((result) => (result.ok ? 'ok' : result.error.code)).toSorted()).toEqual(['id-taken', 'ok'])
  expect(await change({ ...card, accessId: 'ALONE' }, { ...card, accessId: 'ONCE' })).toMatchObject({ error: { code: 'id-taken' } })
  expect((await listAccessCards(theatre.db, 'alone')).cards).toEqual([])
  const { rows } = await sql`select from access_card_revision where access_id = 'ALONE'`.execute(theatre.db)
  expect(rows).toEqual([])
})

it('deletes a former content thirty days after its end, and refuses an undo that needs it', async () => {
  const { db } = theatre
  const { changeSet: first } = valueOf(await change({ ...card, accessId: 'OLD', lastName: 'Before' }))
  const { changeSet: second } = valueOf(await change({ ...card, accessId: 'OLD', lastName: 'After', version: 1 }))
  const age = () => sql`update access_card_revision set used_until = now() - interval '31 days' where access_id = 'OLD'`.execute(db)
  await applyRetention(db)
  valueOf(await undo(second))
  const redone = valueOf(await change({ ...card, accessId: 'OLD', lastName: 'After', version: 3 }))
  await age()
  expect((await applyRetention(db)).get('former contents of access cards')).toBe(2)
  expect(await undo(redone.changeSet)).toMatchObject(dependent('access_card_revision'))
  expect((await listAccessCards(db, 'aft')).cards).toMatchObject([{ accessId: 'OLD', lastName: 'After', version: 4 }])
  expect((await undo(first)).ok).toBe(false)
})

it('changes a card that a file of the command has changed meanwhile only with its new version', async () => {
  const { db } = theatre
  valueOf(await change({ ...card, accessId: 'FILE' }))
  expect(await saveAccessCards(db, [{ accessId: 'file', lastName: 'Quill', types: ['visual'] }], { name: 'operator' })).toBe(0)
  expect(await change({ ...card, accessId: 'FILE', version: 1 })).toMatchObject({ error: { code: 'changed-meanwhile' } })
  const { cards } = await listAccessCards(db, 'quill')
  expect(cards).toMatchObject([{ accessId: 'FILE', types: ['visual'], version: 2 }])
})
