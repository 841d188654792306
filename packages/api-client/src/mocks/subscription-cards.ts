import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import type { StoredCardBatches } from '@playhouse/domain/card-batch'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { printedCard } from '@playhouse/domain/subscription-card'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockIssuedCard } from './mock-catalogue.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'
import { isMockCardInEffect, isMockCardUsed } from './subscriptions.ts'

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newCardNumber = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => alphabet[byte % alphabet.length]).join('')

/** Mock handlers of the cards of flexible subscriptions, for staff. */
export function subscriptionCardHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['subscriptionCards']> {
  const isKnown = (flex: string): boolean => programme().things['flex-subscription'].has(flex)
  const ofBatch = (batch: string): MockIssuedCard[] => shop.issuedCards.filter((card) => card.batch?.id === batch)
  const inEffect = (flex: string): StoredCardBatches => programme().things['subscription-cards'].get(flex)?.value ?? {}
  return {
    batches: ({ params: { flex } }) => {
      if (!isKnown(flex)) return fail(problem('page-not-found'))
      const own = shop.issuedCards.flatMap((card) => (card.flex === flex && card.batch ? card.batch : []))
      const batches = [...new Map(own.map((batch) => [batch.id, batch])).values()].filter(({ id }) => id in inEffect(flex))
      return ok({
        batches: batches.toReversed().map(({ id, at, by }) => {
          const cards = ofBatch(id)
          const linked = cards.filter(({ subscription }) => subscription !== null)
          const cancelled = cards.filter((card) => card.subscription === null && !isMockCardInEffect(shop, card)).length
          const used = linked.filter((card) => isMockCardUsed(shop, card)).length
          return { batch: id, issuedAt: at, by, cards: cards.length, linked: linked.length, used, cancelled }
        }),
      })
    },
    issue: ({ params: { flex }, body: { count, reason }, visit }) => {
      if (!isKnown(flex)) return fail(problem('page-not-found'))
      const by = changerName(counter, visit)
      const batch = { id: crypto.randomUUID(), at: new Date(shop.now()).toISOString(), by }
      const cards = Array.from({ length: count }, (): MockIssuedCard => ({
        ...{ number: newCardNumber(), flex, batch, cancellations: [], subscription: null },
      }))
      shop.issuedCards.push(...cards)
      const change = (current: StoredCardBatches | undefined): StoredCardBatches => ({ ...current, [batch.id]: { issued: count } })
      const applied = programme().apply({ by, kind: 'issue-subscription-cards', reason }, [
        { subject: 'subscription-cards', id: flex, version: 'any', change },
      ])
      if (!applied.ok) return applied
      return ok({ batch: batch.id, numbers: cards.map(({ number }) => printedCard(number)), changeSet: applied.value.changeSet! })
    },
    cancel: ({ params: { flex, batch }, body: { reason }, visit }) => {
      if (!(batch in inEffect(flex))) return fail(problem('page-not-found'))
      const open = ofBatch(batch).filter((card) => card.subscription === null && isMockCardInEffect(shop, card))
      if (open.length === 0) return ok({ cancelled: 0, changeSet: null })
      const id = crypto.randomUUID()
      for (const { cancellations } of open) cancellations.push(id)
      const change = (current: StoredCardBatches | undefined): StoredCardBatches => ({ ...current, [id]: { cancelled: open.length } })
      const applied = programme().apply({ by: changerName(counter, visit), kind: 'cancel-subscription-cards', reason }, [
        { subject: 'subscription-cards', id: flex, version: 'any', change },
      ])
      return applied.ok ? ok({ cancelled: open.length, changeSet: applied.value.changeSet }) : applied
    },
  }
}

/** Makes the batches of changed subscriptions count. */
export function showCardBatches(shop: MockShop, rows: readonly ChangeRow[]): void {
  for (const { before, after } of rows) {
    for (const batch of Object.keys(before ?? {})) shop.cardBatches.delete(batch)
    for (const batch of Object.keys(after ?? {})) shop.cardBatches.add(batch)
  }
}

/** The linked cards that changes have issued. */
export function cardDependents(shop: MockShop, rows: readonly ChangeRow[]): ChangeDependent[] {
  const added = rows.flatMap(({ before, after }) => Object.keys(after ?? {}).filter((batch) => !(batch in ((before ?? {}) as object))))
  const count = shop.issuedCards.filter(({ batch, subscription }) => batch && added.includes(batch.id) && subscription !== null).length
  return count > 0 ? [{ kind: 'reference', id: 'subscription_card', count }] : []
}
