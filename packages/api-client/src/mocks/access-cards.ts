import {
  type AccessCardContent,
  isAccessCardFound,
  isSameContent,
  mostListedAccessCards,
  normalAccessCard,
  repeatedAccessIds,
  type StoredAccessCard,
} from '@playhouse/domain/access-card'
import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { ListedAccessCard } from '#contract'
import { holderOfAccessId } from './account.ts'
import { changerName, type MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop } from './mock-shop.ts'
import type { PlannedProgramme } from './planned-programme.ts'

/** Mock handlers of the cards of the access scheme. */
export function accessCardHandlers(
  shop: MockShop,
  counter: MockCounter,
  programme: () => PlannedProgramme,
): MockHandlers<Contract['accessCards']> {
  const listed = (accessId: string): ListedAccessCard => {
    const { value, version } = programme().things['access-card'].get(accessId)!
    const { lastName, types } = shop.accessCardContents.get(accessId)![value.revision - 1]!
    const isHeld = holderOfAccessId(shop, accessId) !== undefined
    return { accessId, lastName, types: [...types], isWithdrawn: value.isWithdrawn, isHeld, version }
  }
  return {
    all: ({ query: { find = '' } }) => {
      const ids = [...programme().things['access-card'].keys()].toSorted()
      const found = ids.map(listed).filter((card) => isAccessCardFound(card, find))
      return ok({ cards: found.slice(0, mostListedAccessCards), hasMore: found.length > mostListedAccessCards })
    },
    change: ({ body: { cards, reason }, visit }) => {
      const repeated = repeatedAccessIds(cards)
      if (repeated.length > 0) return fail(problem('invalid-input', { fields: repeated }))
      const normal = cards.map(normalAccessCard)
      const stored = (accessId: string): readonly AccessCardContent[] => shop.accessCardContents.get(accessId) ?? []
      const added = new Map<string, AccessCardContent>()
      const wanted = normal.map(({ accessId, version, lastName, types, isWithdrawn }) => ({
        ...{ subject: 'access-card' as const, id: accessId, version: version ?? ('new' as const) },
        change: (current: StoredAccessCard | undefined): StoredAccessCard => {
          const content = { lastName, types }
          if (current && isSameContent(stored(accessId)[current.revision - 1]!, content)) return { ...current, isWithdrawn }
          added.set(accessId, content)
          return { revision: stored(accessId).length + 1, isWithdrawn }
        },
      }))
      const applied = programme().apply({ by: changerName(counter, visit), kind: 'edit-access-cards', reason }, wanted, {
        check: () => {
          for (const [accessId, content] of added) shop.accessCardContents.set(accessId, [...stored(accessId), content])
          return undefined
        },
      })
      if (!applied.ok) return applied
      return ok({ cards: normal.map(({ accessId }) => listed(accessId)), changeSet: applied.value.changeSet })
    },
  }
}

/** The cards with which a mock shop begins. */
export const firstAccessCards = (shop: Pick<MockShop, 'accessCards'>) =>
  new Map(shop.accessCards.map(({ accessId }) => [accessId, { value: { revision: 1, isWithdrawn: false }, version: 1 }]))

/** Makes changed cards count: for accounts that add one, and for those that have its ID. */
export function showAccessCards(shop: MockShop, rows: readonly ChangeRow[], cards: PlannedProgramme['things']['access-card']): void {
  for (const { id } of rows.filter(({ subject }) => subject === 'access-card')) {
    const stored = cards.get(id)?.value
    const content = stored && !stored.isWithdrawn ? shop.accessCardContents.get(id)![stored.revision - 1]! : undefined
    shop.replaceAccessCard(id, content)
    const holder = holderOfAccessId(shop, id)
    if (holder) holder.access = content?.types
  }
}

/** The accounts that have the ID of a card which a change has added. */
export const accessCardDependents = (shop: MockShop, rows: readonly ChangeRow[]): ChangeDependent[] => {
  const count = rows.filter(({ id, before }) => before === null && holderOfAccessId(shop, id) !== undefined).length
  return count > 0 ? [{ kind: 'reference', id: 'access_grant', count }] : []
}
