import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { BasketItem } from '@playhouse/api-client/contract'
import { foodPathOf } from '@playhouse/domain/food-path'
import { productPathOf } from '@playhouse/domain/product-path'
import { zero } from '@playhouse/domain/money'
import { useFormats, useLocale, useTheatreLanguage, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { useItemName, useItemNotes } from '#ticketing/ItemText'
import { membershipOffersQuery, useBasket, useBrand } from '#server-state'
import styles from './BasketPage.module.css'
import own from './ItemGroup.module.css'

export type ItemGroupProps = {
  readonly kind: BasketItem['kind']
  readonly items: readonly BasketItem[]
  readonly busy: boolean
  readonly onRemove: (item: BasketItem) => void
}

/** The basket items of one kind, with details, amounts and removal. */
export function ItemGroup({ kind, items, busy, onRemove }: ItemGroupProps) {
  const t = useWords('basket')
  const { money } = useFormats()
  const nameOf = useItemName()
  const notesOf = useItemNotes()
  const count = useBasket().tickets.length
  const locale = useLocale()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  return (
    <section className={styles.group} aria-labelledby={`items-${kind}`}>
      <h2 id={`items-${kind}`}>{t(`items.${kind}`)}</h2>
      <ul role="list">
        {items.map((item) => (
          <li key={item.id} className={own.item}>
            <div>
              <h3
                lang={
                  (item.kind === 'product' || item.kind === 'food' || item.kind === 'table') && item.detail.names?.[locale] === undefined
                    ? lang
                    : undefined
                }
              >
                {item.kind === 'refund-protection'
                  ? t('part:tickets', { count })
                  : item.kind === 'product' || item.kind === 'food' || item.kind === 'table'
                    ? nameOf(item)
                    : item.name || nameOf(item)}
              </h3>
              {item.kind === 'donation' && item.detail.topUp !== null && (
                <p className={own.detail}>{t(`item:topUp.${item.detail.topUp}`)}</p>
              )}
              {notesOf(item).map((note) => (
                <p key={note} className={own.detail}>
                  {note}
                </p>
              ))}
              {item.kind === 'product' && (
                <Link to={productPathOf({ ...item.detail, ...(item.performance && { product: item.performance }) })} className={own.detail}>
                  {t('items.change', { item: item.detail.names[locale] ?? item.name })}
                </Link>
              )}
              {item.kind === 'food' && (
                <Link to={foodPathOf(item.detail.performance.event, item.detail.performance.instance)} className={own.detail}>
                  {t('items.change', { item: item.detail.names?.[locale] ?? item.name })}
                </Link>
              )}
              {item.kind === 'membership' && <Saving membership={item.detail.membership} />}
            </div>
            <p className={own.amount}>{money(item.amount)}</p>
            <Button look="icon" aria-label={t('items.remove', { item: nameOf(item) })} onPress={() => onRemove(item)} isDisabled={busy}>
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a membership of the basket saves on its tickets. */
function Saving({ membership }: { readonly membership: string }) {
  const t = useWords('basket')
  const { money } = useFormats()
  const { data } = useQuery(membershipOffersQuery)
  const saves = data?.memberships.find((offer) => offer.membership === membership)?.saves ?? zero
  return saves > 0 ? <p className={own.detail}>{t('items.saves', { amount: money(saves) })}</p> : null
}
