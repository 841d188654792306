import { List, Map as MapSign, Tag } from 'lucide-react'
import { useCallback } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { prefetchMessages, useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { usePrefetch } from '#browser'
import { planQuery, queryClient, useBrand } from '#server-state'
import { classNames } from '#theme'
import styles from './InstancePage.module.css'

/** Three ways to choose the same seats at the same prices. */
export function SeatSelectionLinks({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const { limits, contact } = useBrand()
  const seats = `/events/${instance.event}/${instance.id}/syos/all`
  usePrefetchMap(instance)
  return (
    <section aria-labelledby="ways-title" className={classNames(styles.ways)}>
      <h2 id="ways-title">{t('ways.title')}</h2>
      <p className={styles.actions}>
        <LinkButton look="primary" large to={seats}>
          <MapSign aria-hidden="true" />
          {t('ways.map')}
        </LinkButton>
        <LinkButton large to={`${seats}?list`}>
          <List aria-hidden="true" />
          {t('ways.list')}
        </LinkButton>
        <LinkButton large to={`/events/${instance.event}/${instance.id}/price-selection`}>
          <Tag aria-hidden="true" />
          {t('ways.byPrice')}
        </LinkButton>
      </p>
      <p className={styles.soft}>
        {t('ways.equal')} {t('ways.limit', { count: limits.ticketsPerOrder })}{' '}
        <a href={`mailto:${contact.groupSales}`}>{contact.groupSales}</a>
      </p>
    </section>
  )
}

/** Prefetches the hall, the map's code and its texts. */
function usePrefetchMap({ hall, planVersion }: Instance): void {
  const fetchMap = useCallback(
    () => Promise.all([import('@playhouse/seatmap'), prefetchMessages('seat'), queryClient.prefetchQuery(planQuery(hall, planVersion))]),
    [hall, planVersion],
  )
  usePrefetch(fetchMap)
}
