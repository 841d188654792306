import { formatDate, formatTime, formatWhen } from '@playhouse/domain/calendar'
import type { DetailedItem } from '@playhouse/domain/item-detail'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { foodDeadline, servedAt } from '@playhouse/domain/menu'
import { addressLines, type PostalAddress } from '@playhouse/domain/postal-address'
import { sittingStart, tableDeadline } from '@playhouse/domain/sitting'
import { maskVoucher } from '@playhouse/domain/voucher'
import { useFormats, useLocale, useWords } from '#i18n'

/** An item with what was chosen with it. */
export type ItemWithDetail = DetailedItem & { readonly isReturned?: boolean }
type NamedItem = { readonly kind: ItemKind; readonly name: string; readonly quantity?: number; readonly detail?: DetailedItem['detail'] }

/** Returns the display name of an item: a top-up differs from a donation to the same fund. The quantity is named where it is more than one. */
export function useItemName(): (item: NamedItem) => string {
  const t = useWords('item')
  const locale = useLocale()
  const names: Readonly<Record<ItemKind, (name: string) => string>> = {
    donation: (name) => t('donation', { name }),
    membership: (name) => t('membership', { name }),
    'gift-membership': (name) => t('gift-membership', { name }),
    'refund-protection': () => t('refund-protection'),
    'gift-voucher': () => t('gift-voucher'),
    'voucher-top-up': () => t('voucher-top-up'),
    product: (name) => t('product', { name }),
    food: (name) => t('food', { name }),
    table: (name) => t('table', { name }),
    'flex-subscription': (name) => t('flex-subscription', { name }),
  }
  return ({ kind, name, quantity = 1, detail }) => {
    const topUp = detail && 'topUp' in detail ? detail.topUp : null
    const shownName = (detail && 'names' in detail ? detail.names?.[locale] : undefined) ?? name
    if (kind === 'food') return t('foodGuests', { name: shownName, count: quantity })
    if (kind === 'table') return t('tableGuests', { name: shownName, count: quantity })
    if (detail && 'group' in detail && detail.group !== undefined) return t('groupDeposit', { name: detail.group })
    const text = topUp === null ? names[kind](shownName) : t('topUp.named', { name: names[kind](shownName), note: t(`topUp.${topUp}`) })
    return quantity === 1 ? text : t('quantity', { count: quantity, name: text })
  }
}

/** How a product is delivered. */
const deliveryTexts = { 'at-performance': 'atPerformance', collect: 'collect', post: 'post' } as const

/**
 * Returns what was chosen with an item, as short texts, and whether it was returned. `address`: where goods by post are sent; absent where
 * it is not known.
 */
export function useItemNotes(): (item: ItemWithDetail, address?: PostalAddress | null) => readonly string[] {
  const t = useWords('item')
  const locale = useLocale()
  const { dateAndTime, money } = useFormats()
  const notesOf = (item: ItemWithDetail, address: PostalAddress | null): readonly string[] => {
    switch (item.kind) {
      case 'donation': {
        // A top-up is part of the name.
        const { appealName, recognitionName, isAnonymous, tributeName } = item.detail
        return [
          ...(appealName === null ? [] : [t('appeal', { name: appealName })]),
          ...(recognitionName === null ? [] : [t('recognition', { name: recognitionName })]),
          ...(isAnonymous ? [t('anonymous')] : []),
          ...(tributeName === null ? [] : [t('tribute', { name: tributeName })]),
        ]
      }
      case 'membership':
        return [
          t('months', { count: item.detail.months }),
          ...(item.detail.startsOn === null ? [] : [t('renewal', { day: formatDate(`${item.detail.startsOn}T12:00:00Z`, 'UTC', locale) })]),
          ...(item.detail.from === null ? [] : [t('upgrade', { name: item.detail.from })]),
        ]
      case 'gift-membership': {
        const { months, to, from, message, email, sendOn } = item.detail
        const day = sendOn === null ? '' : formatDate(`${sendOn}T12:00:00Z`, 'UTC', locale)
        return [
          t('months', { count: months }),
          t('voucherTo', { name: to }),
          ...(from === '' ? [] : [t('voucherFrom', { name: from })]),
          ...(message === '' ? [] : [t('voucherMessage', { message })]),
          t(sendOn === null ? 'voucherMail' : 'voucherMailOn', { email, day }),
        ]
      }
      case 'refund-protection':
        return []
      case 'product': {
        const { performance, options, delivery, returned } = item.detail
        return [
          ...(performance ? [t('forPerformance', { name: performance.name, when: dateAndTime(performance) })] : []),
          ...options.map(({ name, names }) => names[locale] ?? name),
          delivery === 'post' && address ? t('voucherPost', { address: addressLines(address).join(', ') }) : t(deliveryTexts[delivery]),
          ...(returned === undefined ? [] : [t('returnedPieces', { count: returned })]),
        ]
      }
      case 'food': {
        const { performance, pointName, pointNames, courses, note } = item.detail
        const { title, startsAt, timeZone } = performance
        const served = servedAt(startsAt, item.detail)
        const time = served === undefined ? '' : formatTime(new Date(served).toISOString(), timeZone, locale)
        const until = formatWhen(new Date(foodDeadline(startsAt, item.detail)).toISOString(), timeZone, locale)
        return [
          t('foodFor', { title, when: formatWhen(startsAt, timeZone, locale) }),
          t(served === undefined ? 'foodInterval' : 'foodAt', { point: pointNames?.[locale] ?? pointName, time }),
          ...courses.map(({ name, names, dishes }) =>
            t('foodCourse', {
              course: names?.[locale] ?? name,
              dishes: dishes.map((dish) => t('quantity', { count: dish.count, name: dish.names?.[locale] ?? dish.name })).join(', '),
            }),
          ),
          ...(note === '' ? [] : [t('foodNote', { note })]),
          t('foodUntil', { when: until }),
        ]
      }
      case 'table': {
        const { performance, minutes, note } = item.detail
        const { title, startsAt, timeZone } = performance
        const at = sittingStart(startsAt, item.detail)
        const until = new Date(tableDeadline(startsAt, item.detail)).toISOString()
        return [
          t('foodFor', { title, when: formatWhen(startsAt, timeZone, locale) }),
          t('tableAt', {
            when: formatWhen(new Date(at).toISOString(), timeZone, locale),
            until: formatTime(new Date(at + minutes * 60_000).toISOString(), timeZone, locale),
          }),
          ...(note === '' ? [] : [t('tableNote', { note })]),
          t('foodUntil', { when: formatWhen(until, timeZone, locale) }),
        ]
      }
      case 'gift-voucher': {
        const { to, from, message, email, sendOn, months, address: sentTo, postage } = item.detail
        const day = sendOn === null ? '' : formatDate(`${sendOn}T12:00:00Z`, 'UTC', locale)
        const mailed = email === null ? t('voucherPrint') : t(sendOn === null ? 'voucherMail' : 'voucherMailOn', { email, day })
        return [
          ...(to === '' ? [] : [t('voucherTo', { name: to })]),
          ...(from === '' ? [] : [t('voucherFrom', { name: from })]),
          ...(message === '' ? [] : [t('voucherMessage', { message })]),
          sentTo ? t('voucherPost', { address: addressLines(sentTo).join(', ') }) : mailed,
          ...(postage === undefined ? [] : [t('voucherPostage', { amount: money(postage) })]),
          t('voucherMonths', { count: months }),
        ]
      }
      case 'flex-subscription': {
        const { vouchers, validMonths, validUntil } = item.detail
        return [
          t('flexVouchers', { count: vouchers }),
          validUntil === null
            ? t('flexMonths', { count: validMonths ?? 0 })
            : t('flexUntil', { day: formatDate(`${validUntil}T12:00:00Z`, 'UTC', locale) }),
        ]
      }
      case 'voucher-top-up': {
        const { hint, months, group } = item.detail
        if (group !== undefined) return [hint]
        return [t('voucherCode', { code: maskVoucher(hint) }), ...(months === null ? [] : [t('topUpMonths', { count: months })])]
      }
    }
  }
  return (item, address = null) => [...notesOf(item, address), ...(item.isReturned ? [t('returned')] : [])]
}
