import { expect, it } from 'vitest'
import { transact } from '#db'
import { savePreferences } from '#modules/consent'
import { customerOf, openTestTheatre } from '#testing'
import { cardsToOffer, keepCard, listCards, preferCard, removeCard } from './index.ts'

const actor = { name: 'test' }

it('saves a card once, prefers one at a time, and deletes removed cards at the provider', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const [mine, theirs] = [await customerOf(theatre), await customerOf(theatre)]
  const address = { line1: '1 Globe Lane', line2: null, city: 'London', postcode: 'SE1 9PH', country: 'GB' }
  const card = (token: string) => ({ token, brand: 'visa', masked: '•••• 4242', cardholder: 'Ada Quill', expires: '2031-04', address })
  for (const token of ['one', 'two', 'one']) await transact(db, (trx) => keepCard(trx, mine.id, 'sandbox', card(token)))
  const { cards } = await listCards(db, mine.id)
  expect(cards.map(({ isPreferred }) => isPreferred)).toEqual([true, false])
  for (const each of cards) expect(each).toMatchObject({ brand: 'visa', address })
  expect(await preferCard(db, theirs.id, cards[1]!.id, actor)).toBe(false)
  expect(await removeCard(db, theirs.id, cards[1]!.id, actor)).toBe(false)
  expect(await preferCard(db, mine.id, cards[1]!.id, actor)).toBe(true)
  expect(await removeCard(db, mine.id, cards[1]!.id, actor)).toBe(true)
  expect((await listCards(db, mine.id)).cards).toMatchObject([{ id: cards[0]!.id, isPreferred: true }])
  const messages = await db.selectFrom('outbox').select('payload').where('topic', '=', 'payment.forget-card').execute()
  expect(messages.map(({ payload }) => payload)).toEqual([{ provider: 'sandbox', token: 'two' }])
})

it('offers a provider only its own cards of a customer, the preferred one first, and none of a guest', async () => {
  await using theatre = await openTestTheatre()
  const { db } = theatre
  const { id } = await customerOf(theatre)
  const card = (token: string) => ({ token, masked: '•••• 4242', cardholder: 'Ada Quill', expires: '2031-04' })
  expect(await cardsToOffer(db, id, 'sandbox')).toEqual([])
  for (const token of ['one', 'two']) await transact(db, (trx) => keepCard(trx, id, 'sandbox', card(token)))
  await transact(db, (trx) => keepCard(trx, id, 'another', card('three')))
  const [, two] = (await listCards(db, id)).cards.filter(({ isPreferred }) => !isPreferred)
  expect(await preferCard(db, id, two!.id, actor)).toBe(true)
  expect(await cardsToOffer(db, id, 'sandbox')).toEqual(['two', 'one'])
  await db.updateTable('customer').set({ is_guest: true }).where('id', '=', id).execute()
  expect(await cardsToOffer(db, id, 'sandbox')).toBeUndefined()
})

it('stores each permission as immutable evidence', async () => {
  await using theatre = await openTestTheatre()
  const { id } = await customerOf(theatre)
  const { wording } = theatre.brand.account.permissions
  for (const isAllowed of [true, false]) {
    const permissions = [{ purpose: 'whats-on', channel: 'email', isAllowed }] as const
    expect((await savePreferences(theatre, id, { wording, permissions, source: 'account' })).ok).toBe(true)
  }
  const rows = await theatre.db.selectFrom('contact_permission').select(['is_allowed', 'wording', 'source']).orderBy('said_at').execute()
  expect(rows).toEqual([true, false].map((is_allowed) => ({ is_allowed, wording, source: 'account' })))
  for (const [db, refusal] of [
    [theatre.db, 'permission denied'],
    [theatre.database.owner, 'never changed'],
  ] as const) {
    await expect(db.updateTable('contact_permission').set({ is_allowed: true }).execute()).rejects.toThrow(refusal)
    await expect(db.deleteFrom('contact_permission').execute()).rejects.toThrow(refusal)
  }
})
