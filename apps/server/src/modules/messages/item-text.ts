import type { OrderItem } from '@playhouse/api-client/contract'
import type { Brand, Locale } from '@playhouse/domain/brand'
import { formatDate, formatDateAndTime, formatTime, formatWhen } from '@playhouse/domain/calendar'
import type { DetailedItem } from '@playhouse/domain/item-detail'
import type { ItemKind } from '@playhouse/domain/item-kind'
import { foodDeadline, servedAt } from '@playhouse/domain/menu'
import { sittingStart, tableDeadline } from '@playhouse/domain/sitting'
import type { RenewableTerm } from '@playhouse/domain/membership-renewal'
import { formatMoney, type Money } from '@playhouse/domain/money'
import { addressLines, type PostalAddress } from '@playhouse/domain/postal-address'
import { isPosted } from '@playhouse/domain/postage'
import type { ChargeMeans } from '@playhouse/domain/recurring-charge'
import { maskVoucher } from '@playhouse/domain/voucher'
import de from '@playhouse/shop-ui/words/de/item.json' with { type: 'json' }
import en from '@playhouse/shop-ui/words/en/item.json' with { type: 'json' }
import enUs from '@playhouse/shop-ui/words/en-us/item.json' with { type: 'json' }
import es from '@playhouse/shop-ui/words/es/item.json' with { type: 'json' }
import ht from '@playhouse/shop-ui/words/ht/item.json' with { type: 'json' }
import sv from '@playhouse/shop-ui/words/sv/item.json' with { type: 'json' }
import { type BrandMessages, createMessages } from './messages.ts'

const itemWords = createMessages('item', { en, 'en-us': enUs, sv, de, es, ht })
type ItemWords = ReturnType<typeof itemWords>

const names: Readonly<Record<ItemKind, (t: ItemWords, name: string) => string>> = {
  donation: (t, name) => t('donation', { name }),
  membership: (t, name) => t('membership', { name }),
  'gift-membership': (t, name) => t('gift-membership', { name }),
  'refund-protection': (t) => t('refund-protection'),
  'gift-voucher': (t) => t('gift-voucher'),
  'voucher-top-up': (t) => t('voucher-top-up'),
  product: (t, name) => t('product', { name }),
  food: (t, name) => t('food', { name }),
  table: (t, name) => t('table', { name }),
  'flex-subscription': (t, name) => t('flex-subscription', { name }),
}

/** The name of a product or a menu in a language; undefined where it has no translation. */
const translatedName = (detail: object | null | undefined, locale: Locale): string | undefined =>
  detail && 'names' in detail ? (detail.names as Partial<Record<Locale, string>> | undefined)?.[locale] : undefined

/** How a product is delivered. */
const deliveryTexts = { 'at-performance': 'atPerformance', collect: 'collect', post: 'post' } as const

/** The name of an item in a mail, on a receipt or on a payment page, with its quantity where that is more than one. */
export function itemName(
  brand: BrandMessages,
  locale: Locale,
  {
    kind,
    name,
    quantity,
    detail,
  }: { readonly kind: ItemKind; readonly name: string; readonly quantity: number; readonly detail?: object | null },
): string {
  const t = itemWords(brand, locale)
  const shownName = translatedName(detail, locale) ?? name
  if (kind === 'food') return t('foodGuests', { name: shownName, count: quantity })
  if (kind === 'table') return t('tableGuests', { name: shownName, count: quantity })
  const group = detail && 'group' in detail ? (detail as { readonly group?: string }).group : undefined
  const text = group === undefined ? names[kind](t, shownName) : t('groupDeposit', { name: group })
  return quantity === 1 ? text : t('quantity', { count: quantity, name: text })
}

/**
 * The text by which a member agrees to automatic renewals.
 * @param renewal.price minor units
 * @param renewal.on ISO date of the first charge
 */
export function renewalConsentText(
  brand: BrandMessages & Pick<Brand, 'currency'>,
  locale: Locale,
  {
    name,
    price,
    months,
    on,
    isDebit,
  }: Pick<RenewableTerm, 'name' | 'price' | 'months'> & { readonly on: string; readonly isDebit: boolean },
): string {
  const day = formatDate(`${on}T12:00:00Z`, 'UTC', locale)
  const values = { name, count: months, day, amount: formatMoney(price, brand.currency, locale) }
  return itemWords(brand, locale)(isDebit ? 'renewalByDebit' : 'renewalByCard', values)
}

/**
 * The text by which a donor agrees to a monthly gift.
 * @param gift.amount minor units
 * @param gift.day the day of the month
 * @param gift.on ISO date of the first charge
 */
export function monthlyConsentText(
  brand: BrandMessages & Pick<Brand, 'currency'>,
  locale: Locale,
  {
    name,
    amount,
    day,
    on,
    means,
  }: { readonly name: string; readonly amount: Money; readonly day: number; readonly on: string; readonly means: ChargeMeans },
): string {
  const values = { name, day, first: formatDate(`${on}T12:00:00Z`, 'UTC', locale), amount: formatMoney(amount, brand.currency, locale) }
  return itemWords(brand, locale)(means === 'direct-debit' ? 'monthlyByDebit' : 'monthlyByCard', values)
}

/**
 * What was chosen with an item, as short texts: how a donor is named, how long a membership lasts; and whether it was returned.
 * @param address where goods by post are sent; null where it is not known or not shown
 */
export function itemNotes(
  brand: BrandMessages & Pick<Brand, 'currency'>,
  locale: Locale,
  item: DetailedItem & Pick<OrderItem, 'isReturned'>,
  address: PostalAddress | null = null,
): string[] {
  const t = itemWords(brand, locale)
  const isSentTo = address !== null && item.kind === 'product' && isPosted(item)
  const sentTo = isSentTo ? [t('voucherPost', { address: addressLines(address).join(', ') })] : []
  const notes = notesOf(t, { locale, currency: brand.currency }, item)
  return [...(isSentTo ? notes.slice(0, -1) : notes), ...sentTo, ...(item.isReturned ? [t('returned')] : [])]
}

function notesOf(t: ItemWords, { locale, currency }: { readonly locale: Locale } & Pick<Brand, 'currency'>, item: DetailedItem): string[] {
  switch (item.kind) {
    case 'donation': {
      const { appealName, recognitionName, isAnonymous, tributeName, topUp } = item.detail
      return [
        ...(topUp === null ? [] : [t(`topUp.${topUp}`)]),
        ...(appealName === null ? [] : [t('appeal', { name: appealName })]),
        ...(recognitionName === null ? [] : [t('recognition', { name: recognitionName })]),
        ...(isAnonymous ? [t('anonymous')] : []),
        ...(tributeName === null ? [] : [t('tribute', { name: tributeName })]),
      ]
    }
    case 'membership': {
      const { months, startsOn, from } = item.detail
      return [
        t('months', { count: months }),
        ...(startsOn === null ? [] : [t('renewal', { day: formatDate(`${startsOn}T12:00:00Z`, 'UTC', locale) })]),
        ...(from === null ? [] : [t('upgrade', { name: from })]),
      ]
    }
    case 'gift-membership': {
      const { months, to, from, email, sendOn } = item.detail
      const day = sendOn === null ? '' : formatDate(`${sendOn}T12:00:00Z`, 'UTC', locale)
      return [
        t('months', { count: months }),
        t('voucherTo', { name: to }),
        ...(from === '' ? [] : [t('voucherFrom', { name: from })]),
        t(sendOn === null ? 'voucherMail' : 'voucherMailOn', { email, day }),
      ]
    }
    case 'refund-protection':
      return []
    case 'product': {
      const { performance, options, delivery } = item.detail
      const when = performance && formatDateAndTime(performance.startsAt, performance.timeZone, locale)
      return [
        ...(performance && when !== null ? [t('forPerformance', { name: performance.name, when })] : []),
        ...options.map(({ name, names: translations }) => translations[locale] ?? name),
        t(deliveryTexts[delivery]),
      ]
    }
    case 'food': {
      // Without the note on diets and allergies, which are health data.
      const { performance, pointName, pointNames, courses } = item.detail
      const { title, startsAt, timeZone } = performance
      const served = servedAt(startsAt, item.detail)
      const time = served === undefined ? '' : formatTime(new Date(served).toISOString(), timeZone, locale)
      const until = formatWhen(new Date(foodDeadline(startsAt, item.detail)).toISOString(), timeZone, locale)
      return [
        t('foodFor', { title, when: formatWhen(startsAt, timeZone, locale) }),
        t(served === undefined ? 'foodInterval' : 'foodAt', { point: pointNames?.[locale] ?? pointName, time }),
        ...courses.map((course) =>
          t('foodCourse', {
            course: course.names?.[locale] ?? course.name,
            dishes: course.dishes.map((dish) => t('quantity', { count: dish.count, name: dish.names?.[locale] ?? dish.name })).join(', '),
          }),
        ),
        t('foodUntil', { when: until }),
      ]
    }
    case 'table': {
      // Without the note, which may contain health data.
      const { performance, minutes } = item.detail
      const { title, startsAt, timeZone } = performance
      const at = sittingStart(startsAt, item.detail)
      const until = new Date(tableDeadline(startsAt, item.detail)).toISOString()
      return [
        t('foodFor', { title, when: formatWhen(startsAt, timeZone, locale) }),
        t('tableAt', {
          when: formatWhen(new Date(at).toISOString(), timeZone, locale),
          until: formatTime(new Date(at + minutes * 60_000).toISOString(), timeZone, locale),
        }),
        t('foodUntil', { when: formatWhen(until, timeZone, locale) }),
      ]
    }
    case 'gift-voucher': {
      const { to, from, email, sendOn, months, address, postage } = item.detail
      const day = sendOn === null ? '' : formatDate(`${sendOn}T12:00:00Z`, 'UTC', locale)
      const mailed = email === null ? t('voucherPrint') : t(sendOn === null ? 'voucherMail' : 'voucherMailOn', { email, day })
      return [
        ...(to === '' ? [] : [t('voucherTo', { name: to })]),
        ...(from === '' ? [] : [t('voucherFrom', { name: from })]),
        address ? t('voucherPost', { address: addressLines(address).join(', ') }) : mailed,
        ...(postage === undefined ? [] : [t('voucherPostage', { amount: formatMoney(postage, currency, locale) })]),
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
