import { useQuery } from '@tanstack/react-query'
import { packagePathOf } from '@playhouse/domain/package-path'
import { useWords } from '#i18n'
import { packagesQuery, useBrand } from '#server-state'
import { useTheatreText } from '#ticketing/TheatreText'
import { Link } from '#ui/Link'
import { classNames } from '#theme'
import styles from './EventPage.module.css'

/** The packages and fixed series that a production can be chosen in. Renders nothing without any, or if they can't be loaded. */
export function PackagesOfEvent({ event }: { readonly event: string }) {
  const t = useWords('browse')
  const textOf = useTheatreText(useBrand().defaultLocale)
  const { data } = useQuery(packagesQuery)
  const packages = data?.packages.filter(({ isOnSale, events }) => isOnSale && events.includes(event)) ?? []
  if (packages.length === 0) return null
  return (
    <section aria-labelledby="packages-title" className={classNames(styles.packages)}>
      <h2 id="packages-title">{t('inPackages')}</h2>
      <ul>
        {packages.map((each) => {
          const [name, summary] = [textOf(each.name), textOf(each.summary)]
          return (
            <li key={each.package}>
              <Link to={packagePathOf(each)} lang={name.lang}>
                {name.text}
              </Link>{' '}
              <span lang={summary.lang}>{summary.text}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
