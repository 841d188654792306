import { useQuery } from '@tanstack/react-query'
import { useFormats, useTexts, useWords } from '@playhouse/shop-ui/i18n'
import { Link } from '@playhouse/shop-ui/ui/Link'
import { LinkButton } from '@playhouse/shop-ui/ui/LinkButton'
import { Page } from '@playhouse/shop-ui/ui/Page'
import { PageHeading } from '@playhouse/shop-ui/ui/PageHeading'
import { Poster } from '@playhouse/shop-ui/ticketing/Poster'
import { eventsQuery } from '@playhouse/shop-ui/server-state'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './NotFoundPage.module.css'

/** The page for an unknown path, with links to upcoming events and the home page. */
export function NotFoundPage() {
  const t = useWords('shell')
  const { run } = useFormats()
  const textsOf = useTexts()
  const { data } = useQuery(eventsQuery)
  const upcoming =
    data?.events
      .filter(({ availability }) => availability !== 'passed' && availability !== 'cancelled')
      .slice(0, 4)
      .map(textsOf) ?? []
  return (
    <Page>
      <PageHeading>{t('notFound.title')}</PageHeading>
      <p>{t('notFound.body')}</p>
      <p>
        <LinkButton look="primary" to="/">
          {t('notFound.home')}
        </LinkButton>
      </p>
      {upcoming.length > 0 && (
        <section>
          <h2>{t('notFound.upcoming')}</h2>
          <ul role="list" className={classNames(styles.events)}>
            {upcoming.map((event) => (
              <li key={event.id}>
                <Link to={`/events/${event.id}`} className={classNames(styles.event)}>
                  <Poster title={event.title} poster={event.poster} image={event.image} listed />
                  <span className={styles.title} lang={event.langOf('title')}>
                    {event.title}
                  </span>
                  <span>{run(event.firstAt, event.lastAt, event.timeZone)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  )
}
