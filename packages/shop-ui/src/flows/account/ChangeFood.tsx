import type { Order } from '@playhouse/api-client/contract'
import { isFoodOpen } from '@playhouse/domain/menu'
import { useWords } from '#i18n'
import { FoodButton } from '#food'
import { useItemName } from '#ticketing/ItemText'
import { serverNow } from '#browser'
import { useSession } from '#server-state'
import styles from './AccountPage.module.css'

/** Changes food and drink of a paid order until the deadline, in the dialog that orders it. The server checks the deadline and the price. */
export function ChangeFood({ order: { number, state, items } }: { readonly order: Pick<Order, 'number' | 'state' | 'items'> }) {
  const t = useWords('profile')
  const { customer } = useSession()
  const itemName = useItemName()
  const open = items.flatMap((item) =>
    item.kind === 'food' && !item.isReturned && isFoodOpen(item.detail.performance.startsAt, item.detail, serverNow()) ? [item] : [],
  )
  // Changes need an account, as returns do.
  if (state !== 'confirmed' || open.length === 0 || customer === null || customer.isGuest) return null
  return (
    <section aria-labelledby="change-food" className={styles.section} data-print="none">
      <h2 id="change-food">{t('food.title')}</h2>
      {open.map((item) => (
        <div key={item.id}>
          <FoodButton
            instance={item.detail.performance.instance}
            label={t('food.change', { name: itemName(item) })}
            sold={{ number, item }}
          />
        </div>
      ))}
    </section>
  )
}
