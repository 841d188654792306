import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Brand } from '@playhouse/domain/brand'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { LanguageChooser } from '@playhouse/shop-ui/ui/LanguageChooser'
import { Link } from '@playhouse/shop-ui/ui/Link'
import { usePrefetch } from '@playhouse/shop-ui/browser'
import { useBrand, useSession } from '@playhouse/shop-ui/server-state'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './Header.module.css'
import { navLinks } from './nav-links.ts'

const fetchMenu = () => import('./Menu.tsx')
/** Prefetches the menu where its button is visible: see Header.module.css. */
const prefetchMenu = async (): Promise<unknown> => matchMedia('(max-width: 75rem)').matches && fetchMenu()
const Menu = lazy(async () => ({ default: (await fetchMenu()).Menu }))

/** Logo, navigation, account, basket and language; on a phone logo, basket and a menu. */
export function Header({ isBuilt }: { readonly isBuilt: (path: string) => boolean }) {
  const t = useWords('shell')
  const brand = useBrand()
  const { customer, basket } = useSession()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [pathname])
  usePrefetch(prefetchMenu)

  const account = customer ? { to: '/account', name: t('account') } : { to: '/login', name: t('signIn') }
  const links = [...navLinks(brand.nav, isBuilt, t).filter(({ to }) => !to.startsWith('/account')), account]
  const linkTo = ({ to, name }: { to: string; name: string }) => (
    <Link key={to} to={to} className={classNames(styles.link)} aria-current={pathname === to ? 'page' : undefined}>
      {name}
    </Link>
  )
  return (
    <header className={classNames(styles.header)}>
      <div className={styles.row}>
        <BrandLogo brand={brand} label={t('home')} />
        <nav aria-label={t('nav')} className={styles.links}>
          <div className={classNames(styles.links, styles.wide)}>{links.map(linkTo)}</div>
          <Link to="/checkout/basket" className={classNames(styles.link)}>
            {t('basket')}
            {basket.count + basket.items > 0 && (
              <>
                <span className={styles.count} aria-hidden="true">
                  {basket.count + basket.items}
                </span>
                {basket.count > 0 && <span className="visually-hidden">, {t('part:tickets', { count: basket.count })}</span>}
                {basket.items > 0 && <span className="visually-hidden">, {t('part:items', { count: basket.items })}</span>}
              </>
            )}
          </Link>
        </nav>
        <div className={styles.wide}>
          <LanguageChooser locales={brand.locales} />
        </div>
        <div className={styles.menu}>
          <Button look="quiet" onPress={() => setOpen(true)}>
            {t('menu')}
          </Button>
        </div>
      </div>
      {open && (
        <Suspense>
          <Menu onClose={() => setOpen(false)}>{links.map(linkTo)}</Menu>
        </Suspense>
      )}
    </header>
  )
}

/** The brand's name in its display font, beside its logo in its colour. */
const BrandLogo = ({ brand, label }: { readonly brand: Brand; readonly label: string }) => (
  <Link to="/" className={classNames(styles.house)} aria-label={label}>
    <span className={styles.mark} style={{ '--logo': `url("/brand/${brand.logo}")` } as CSSProperties} aria-hidden="true" />
    {brand.name}
  </Link>
)
