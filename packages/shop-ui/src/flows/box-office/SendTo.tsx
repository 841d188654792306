import type { SoldOrder } from '@playhouse/api-client/contract'
import { isPosted } from '@playhouse/domain/postage'
import { AddressLines } from '#form/AddressLines'
import { useWords } from '#i18n'
import styles from './BoxOffice.module.css'

/** The address to which tickets or goods of an order are sent, as an entry of a list of facts; nothing where none are sent. */
export function SendTo({ order: { delivery, items } }: Pick<SoldOrder, 'order'>) {
  const t = useWords('box-office')
  const isSent = delivery.method === 'postal' || items.some((item) => isPosted(item) && !item.isReturned)
  if (!isSent || !delivery.address) return null
  return (
    <>
      <dt>{t('order.sendTo')}</dt>
      <dd className={styles['their']}>
        <AddressLines address={delivery.address} />
      </dd>
    </>
  )
}
