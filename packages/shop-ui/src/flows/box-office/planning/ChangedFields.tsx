import { type FieldChange, isSameValue } from '@playhouse/domain/change'
import type { Money } from '@playhouse/domain/money'
import type { NamedCode } from '@playhouse/domain/named-code'
import { priceOfField, seatsByBand, type TicketPrice } from '@playhouse/domain/price-list-plan'
import type { PerformancePlan } from '@playhouse/domain/performance-plan'
import type { PriceList, PriceType } from '@playhouse/domain/pricing'
import type { SaleWindow } from '@playhouse/domain/sale-window'
import type { Production, ProductionImage, RichText } from '@playhouse/domain/season'
import type { Locale } from '@playhouse/domain/brand'
import { localeNames, useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'
import styles from '../BoxOffice.module.css'
import { textOfSynopsis } from './synopsis-text.ts'
import { usePriceTypeText } from './usePriceTypeText.ts'
import { useWallClock } from './wall-clock.ts'
import { useWindowText } from './useWindowText.ts'

const plainTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Words of fields that are not under `field`. */
const wordsOf: Readonly<Record<string, string>> = {
  'image.alt.text': 'field.imageText',
  'image.focus.x': 'image.focus.x',
  'image.focus.y': 'image.focus.y',
  'poster.hue': 'form.hue',
  'poster.motif': 'form.motif',
  copyLanguage: 'form.copyLanguage',
}

type Props = {
  readonly fields: readonly FieldChange[]
  /** The price types that prices name; without one, its id is shown. */
  readonly types?: readonly PriceType[]
  /** The name and the value of a field; those of the programme where undefined. */
  readonly nameOf?: (field: string) => string | undefined
  readonly textOf?: (field: string, value: unknown) => string | undefined
}

/** Fields with their values before and after; fields of an object one by one, except prices. */
export function ChangedFields({ fields, types, nameOf: ownName, textOf: ownText }: Props) {
  const t = useWords('planning')
  const valueText = useValueText()
  const textOf = (field: string, value: unknown): string => ownText?.(field, value) ?? valueText(field, value)
  const nameOf = (field: string): string => {
    const own = ownName?.(field)
    if (own !== undefined) return own
    const price = priceOfField(field)
    if (price)
      return t('prices.cell', { band: t(`band.${price.band}`), type: types?.find(({ id }) => id === price.type)?.name ?? price.type })
    // A text in another language: `translations.de.title`, `names.de`, `image.alt.translations.de`.
    const [, locale, text] = /^translations\.([^.]+)\.(.+)$/.exec(field) ?? []
    if (text !== undefined) return `${nameOf(text)} (${localeNames[locale as Locale]})`
    const [, named] = /^names\.([^.]+)$/.exec(field) ?? []
    if (named !== undefined) return `${nameOf('name')} (${localeNames[named as Locale]})`
    const [, described] = /^image\.alt\.translations\.([^.]+)$/.exec(field) ?? []
    if (described !== undefined) return `${nameOf('image.alt.text')} (${localeNames[described as Locale]})`
    return t(wordsOf[field] ?? `field.${field}`, { defaultValue: field })
  }
  return (
    <ul className={styles['their']}>
      {fields.flatMap(flatten).map(({ field, before, after }) => (
        <li key={field}>
          {t('change.field', {
            field: nameOf(field),
            before: textOf(field, before),
            after: textOf(field, after),
          })}
        </li>
      ))}
    </ul>
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A change of an object as the changes of its fields. */
function flatten({ field, before, after }: FieldChange): FieldChange[] {
  if (field === 'image') return flattenImage(before, after)
  if (priceOfField(field) || (!isObject(before) && !isObject(after))) return [{ field, before, after }]
  const [from, to] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => !isSameValue(from[name], to[name]))
    .flatMap((name) => flatten({ field: `${field}.${name}`, before: from[name] ?? null, after: to[name] ?? null }))
}

/** Another image as its size, since an id means nothing to people; then its focal point and its texts. */
function flattenImage(before: unknown, after: unknown): FieldChange[] {
  const [from, to] = [before, after].map((image) => (image ?? null) as ProductionImage | null)
  const sizeOf = (image: ProductionImage | null | undefined): string | null => (image ? `${image.width} × ${image.height}` : null)
  return [
    ...(from?.id === to?.id ? [] : [{ field: 'image', before: sizeOf(from), after: sizeOf(to) }]),
    ...flatten({ field: 'image.focus', before: from?.focus ?? null, after: to?.focus ?? null }),
    ...flatten({ field: 'image.alt', before: from?.alt ?? null, after: to?.alt ?? null }),
  ]
}

/** Returns a value of a production or a performance as a text. */
function useValueText(): (field: string, value: unknown) => string {
  const t = useWords('planning')
  const { list, money } = useFormats()
  const { textOf: windowText } = useWindowText()
  const typeText = usePriceTypeText()
  const { when } = useWallClock()
  const { memberships: levels } = useBrand()
  return (field, value) => {
    if (priceOfField(field)) {
      if (!value) return t('prices.notSold')
      const { price, fee } = value as TicketPrice
      return fee > 0 ? t('prices.withFee', { price: money(price), fee: money(fee) }) : money(price)
    }
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return t('change.nothing')
    if (typeof value === 'boolean') return t(value ? 'choice.yes' : 'choice.no')
    if (field === 'rule.discount.amount' || field === 'rule.discount.price') return money(value as Money)
    if (field === 'priority')
      return list(
        (value as PerformancePlan['priority']).map(({ from, memberships: ids }) =>
          t('priority.period', { from: when(from), levels: list(ids.map((id) => levels.find((level) => level.id === id)?.name ?? id)) }),
        ),
      )
    if (field === 'codes')
      return list(
        (value as readonly NamedCode[]).map(({ code, label, maxUses, endsAt }) =>
          [code, label, maxUses === null ? undefined : `≤ ${maxUses}`, endsAt === null ? undefined : when(endsAt)]
            .filter((part) => part !== undefined)
            .join(' · '),
        ),
      )
    if (field === 'windows') return list((value as readonly SaleWindow[]).map((window) => windowText(window)))
    if (field === 'seatBands')
      return list(
        seatsByBand(value as PriceList['seatBands']).map(({ band, seats }) =>
          t('prices.bandSeats', { band: t(`band.${band}`), seats: t('prices.seats', { count: seats }) }),
        ),
      )
    if (field === 'gallery') return list((value as readonly ProductionImage[]).map(({ alt }) => alt.text))
    if (field === 'performers') return list((value as NonNullable<Production['performers']>).map(({ name }) => name))
    if (field === 'poster.motif') return t(`form.motifs.${String(value)}`)
    if (field === 'copyLanguage') return localeNames[value as Locale]
    if (field === 'priceTypes') return list((value as readonly PriceType[]).map((type) => typeText(type)))
    if (field === 'synopsis' || field.endsWith('.synopsis')) return textOfSynopsis(value as RichText)
    if (field === 'state' || field === 'web.sale') return t(`state.${String(value)}`)
    if (Array.isArray(value)) return list(value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))))
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return plainTime.test(text) ? when(text) : text
  }
}
