import { useWords } from '@playhouse/shop-ui/i18n'
import { Link } from '@playhouse/shop-ui/ui/Link'
import { useBrand } from '@playhouse/shop-ui/server-state'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './Footer.module.css'
import { navLinks } from './nav-links.ts'

/** Contact details of the box office in the same place on every page (WCAG 3.2.6), and the brand's footer links. */
export function Footer({ isBuilt }: { readonly isBuilt: (path: string) => boolean }) {
  const t = useWords('shell')
  const { name, tagline, legalName, contact, footer } = useBrand()
  return (
    <footer className={classNames(styles.footer)}>
      <div className={styles.columns}>
        <div>
          <p className={styles.house}>{name}</p>
          <p>{tagline}</p>
        </div>
        <section aria-labelledby="box-office">
          <h2 id="box-office">{t('footer.contact')}</h2>
          <address>
            <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</a>
            <br />
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
            <br />
            {contact.address}
          </address>
        </section>
        <section aria-labelledby="groups">
          <h2 id="groups">{t('footer.groups')}</h2>
          <a href={`mailto:${contact.groupSales}`}>{contact.groupSales}</a>
        </section>
        <nav aria-labelledby="more">
          <h2 id="more">{t('footer.more')}</h2>
          <ul role="list">
            {[...navLinks(footer, isBuilt, t), { to: '/accessibility', name: t('footer.statement') }].map((place) => (
              <li key={place.to}>
                <Link to={place.to}>{place.name}</Link>
              </li>
            ))}
          </ul>
          <p>© {legalName}</p>
        </nav>
      </div>
    </footer>
  )
}
