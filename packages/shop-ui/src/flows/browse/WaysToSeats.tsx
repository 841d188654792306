import { List, Map as MapSign } from 'lucide-react'
import { useEffect } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { LinkButton } from '#parts/LinkButton'
import { planQuery, queryClient, useBrand } from '#session'
import { classNames } from '#theme'
import styles from './InstancePage.module.css'

/** Two ways to the same seats at the same prices. */
export function WaysToSeats({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const { limits, contact } = useBrand()
  const seats = `/events/${instance.event}/${instance.id}/syos/all`
  useMapInAdvance(instance)
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
      </p>
      <p className={styles.soft}>
        {t('ways.limit', { count: limits.ticketsPerOrder })} <a href={`mailto:${contact.groupSales}`}>{contact.groupSales}</a>
      </p>
    </section>
  )
}

/** Fetches the hall and the map's code while nothing else happens, unless the visitor saves data. */
function useMapInAdvance({ hall, planVersion }: Instance): void {
  useEffect(() => {
    const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
    if (connection?.saveData) return
    const fetchMap = (): void => {
      void import('@playhouse/seatmap')
      void queryClient.prefetchQuery(planQuery(hall, planVersion))
    }
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchMap, 1_500)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(fetchMap)
    return () => cancelIdleCallback(idle)
  }, [hall, planVersion])
}
