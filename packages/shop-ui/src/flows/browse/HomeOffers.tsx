import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { useBrand } from '#server-state'
import { classNames } from '#theme'
import styles from './HomeOffers.module.css'

/** The sections beside the programme, by the paths under which a brand's navigation may have them, with the key of their texts. */
const offers = {
  '/contributions/memberships': 'memberships',
  '/gift-vouchers': 'giftVouchers',
  '/gift-certificates': 'giftCertificates',
  '/contributions/donations': 'donations',
  '/aux/merchandise': 'products',
} as const

const isOffer = (path: string): path is keyof typeof offers => Object.hasOwn(offers, path)

/** Links to memberships, gift vouchers, donations and products, as far as the brand's navigation has them and `isBuilt` accepts their path. */
export function HomeOffers({ isBuilt }: { readonly isBuilt: (path: string) => boolean }) {
  const t = useWords('browse')
  const paths = useBrand()
    .nav.map(({ to }) => to)
    .filter(isOffer)
    .filter(isBuilt)
  if (paths.length === 0) return null
  return (
    <section aria-labelledby="offers-title" className={classNames(styles.section)}>
      <h2 id="offers-title">{t('home.offers.title')}</h2>
      <ul role="list" className={styles.offers}>
        {paths.map((path) => (
          <li key={path} className={styles.offer}>
            <h3>
              <Link to={path}>{t(`home.offers.${offers[path]}.title`)}</Link>
            </h3>
            <p>{t(`home.offers.${offers[path]}.body`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
