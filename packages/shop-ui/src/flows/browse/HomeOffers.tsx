import { flexListPath } from '@playhouse/domain/flex-path'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { productsPathOf } from '@playhouse/domain/product-path'
import { useBrand } from '#server-state'
import { useNameText } from '#ticketing/ProductText'
import { classNames } from '#theme'
import styles from './HomeOffers.module.css'

/** The sections beside the programme, by the paths under which a brand's navigation may have them, with the key of their texts. */
const offers = {
  '/contributions/memberships': 'memberships',
  '/packages': 'packages',
  [flexListPath]: 'flex',
  '/gift-vouchers': 'giftVouchers',
  '/gift-certificates': 'giftCertificates',
  '/contributions/donations': 'donations',
} as const

const isOffer = (path: string): path is keyof typeof offers => Object.hasOwn(offers, path)

/**
 * Links to memberships, packages, gift vouchers, donations and products, as far as the brand's navigation has them and `isBuilt` accepts their
 * path. Flexible subscriptions are linked where the brand sells them: the navigation has no room for them.
 */
export function HomeOffers({ isBuilt }: { readonly isBuilt: (path: string) => boolean }) {
  const t = useWords('browse')
  const { nav, productTypes = [], defaultLocale, flexSubscriptions } = useBrand()
  const nameText = useNameText(defaultLocale)
  const paths = [...nav.map(({ to }) => to), ...(flexSubscriptions ? [flexListPath] : [])]
  const sections = paths.flatMap((path) => {
    const offer = isOffer(path) ? offers[path] : undefined
    const soldType = productTypes.find(({ type }) => productsPathOf(type) === path)
    if (!isBuilt(path) || (!offer && !soldType)) return []
    return [{ path, offer: offer ?? 'products', typeName: soldType && nameText(soldType) }]
  })
  if (sections.length === 0) return null
  return (
    <section aria-labelledby="offers-title" className={classNames(styles.section)}>
      <h2 id="offers-title">{t('home.offers.title')}</h2>
      <ul role="list" className={styles.offers}>
        {sections.map(({ path, offer, typeName }) => (
          <li key={path} className={styles.offer}>
            <h3>
              <Link to={path}>
                {typeName === undefined ? t(`home.offers.${offer}.title`) : <span lang={typeName.lang}>{typeName.text}</span>}
              </Link>
            </h3>
            <p>{t(`home.offers.${offer}.body`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
