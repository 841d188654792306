import type { Basket, BasketItem, ItemToAdd } from '@playhouse/api-client/contract'
import { add, type Money, subtract } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { useItemName } from '#ticketing/ItemText'
import { useSeatName } from '#ticketing/SeatName'
import { useUndo } from '#client-state'
import type { ApiMutation } from '#mutation'
import { useAddItem, useBasket, useRemoveItem } from '#server-state'

type Seats = Pick<Basket, 'tickets'>

/** What the tickets that stay cost more, in minor units. */
const riseOf = (before: Seats, after: Seats): Money =>
  add(
    ...after.tickets.map(({ id, price }) => {
      const earlier = before.tickets.find((ticket) => ticket.id === id)
      return subtract(price, earlier?.price ?? price)
    }),
  )

/**
 * Returns a function that removes an item. If the tickets lose prices or seats with a membership, the page shows what changed,
 * with an Undo button that adds the membership again.
 */
export function useItemRemoval({ send }: ApiMutation): (item: BasketItem) => void {
  const t = useWords('basket')
  const { list, money } = useFormats()
  const nameOf = useItemName()
  const seatName = useSeatName()
  const basket = useBasket()
  const remove = useRemoveItem()
  const addItem = useAddItem()
  const { offer, dismiss } = useUndo.getState()

  const textOf = (item: BasketItem, after: Basket): string => {
    const rise = riseOf(basket, after)
    const released = basket.tickets.filter(({ id }) => after.tickets.every((ticket) => ticket.id !== id))
    return [
      t('items.removed', { item: nameOf(item) }),
      ...(rise > 0 ? [t('items.pricesBack', { amount: money(rise) })] : []),
      ...(released.length > 0 ? [t('items.seatsBack', { seats: list(released.map(seatName)) })] : []),
    ].join(' ')
  }
  const restore = (body: ItemToAdd, item: BasketItem) => {
    dismiss()
    return send(() => addItem.mutateAsync({ body }), { message: t('said.restored', { seat: nameOf(item) }) })
  }
  return (item) =>
    void send(() => remove.mutateAsync({ params: { id: item.id } }), {
      onSuccess: (after) => {
        if (item.kind !== 'membership' || textOf(item, after) === t('items.removed', { item: nameOf(item) })) return
        const { membership, upgradeFrom } = item.detail
        const body = { kind: 'membership', membership, ...(upgradeFrom !== null && { upgradeFrom }) } as const
        offer({ message: textOf(item, after), undo: () => restore(body, item) })
      },
      message: (after) => textOf(item, after),
    })
}
