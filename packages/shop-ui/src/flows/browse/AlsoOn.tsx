import { useQuery } from '@tanstack/react-query'
import { useWords } from '#i18n'
import { eventsQuery } from '#server-state'
import { classNames } from '#theme'
import { EventCard } from './EventCard.tsx'
import styles from './HomePage.module.css'

/** A few productions with tickets, as alternatives to an unavailable one. Renders nothing if they can't be loaded. */
export function AlsoOn({ excludedProduction = '' }: { readonly excludedProduction?: string }) {
  const t = useWords('browse')
  const { data } = useQuery(eventsQuery)
  const events = data?.events.filter((event) => event.next && event.id !== excludedProduction).slice(0, 4) ?? []
  if (events.length === 0) return null
  return (
    <section aria-labelledby="also-on-title" className={classNames(styles.section)}>
      <h2 id="also-on-title">{t('home.whatsOn')}</h2>
      <ul role="list" className={styles.posters}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}
