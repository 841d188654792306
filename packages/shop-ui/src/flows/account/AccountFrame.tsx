import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Navigate, NavLink, useLocation, useNavigate } from 'react-router'
import { hasAccountPage } from '@playhouse/domain/account'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Page } from '#ui/Page'
import { ProblemNotice } from '#ui/ProblemNotice'
import { classNames } from '#theme'
import { useApiMutation } from '#mutation'
import { api, applySignIn, useBrand, useSession } from '#server-state'
import styles from './AccountFrame.module.css'

/** The frame of every account page: customer, navigation, sign-out. Anonymous visitors sign in first and return to the page. */
export function AccountFrame({ children }: { readonly children: ReactNode }) {
  const t = useWords('profile')
  const { customer } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { send, problem, isPending } = useApiMutation()

  // A customer who signs out here goes to the home page: the sign-in page is for visitors who came without an account.
  const [isSigningOut, setSigningOut] = useState(false)

  if (!customer) return isSigningOut ? null : <Navigate to={`/login?next=${encodeURIComponent(pathname)}`} replace />

  const signOut = async () => {
    setSigningOut(true)
    const result = await send(() => api.auth.logout(), { onSuccess: applySignIn })
    if (result.ok) await navigate('/')
    else setSigningOut(false)
  }

  return (
    <Page>
      <div className={styles.account}>
        <div className={styles.side} data-print="none">
          <p className={styles.who}>{t('nav.signedIn', { email: customer.email })}</p>
          <PageLinks key={pathname} isGuest={customer.isGuest ?? false} />
          <Button look="quiet" onPress={signOut} isPending={isPending}>
            {t('nav.signOut')}
          </Button>
        </div>
        <div className={styles.content}>
          {problem && <ProblemNotice problem={problem} />}
          {children}
        </div>
      </div>
    </Page>
  )
}

/** The pages of the brand's navigation: next to the page on a desktop, behind a button on a phone. Guests have only their orders. */
function PageLinks({ isGuest }: { readonly isGuest: boolean }) {
  const t = useWords('profile')
  const brand = useBrand()
  const [isOpen, setOpen] = useState(false)
  const pages = isGuest ? (['your-orders'] as const) : brand.account.nav.filter((page) => hasAccountPage(brand, page))
  return (
    <>
      <button type="button" className={styles.menu} aria-expanded={isOpen} aria-controls="account-pages" onClick={() => setOpen(!isOpen)}>
        <ChevronDown aria-hidden="true" />
        {t('nav.menu')}
      </button>
      <nav id="account-pages" aria-label={t('nav.label')} className={classNames(styles.nav, isOpen && styles.open)}>
        <ul role="list">
          {!isGuest && (
            <li>
              <NavLink to="/account/overview">{t('front.nav')}</NavLink>
            </li>
          )}
          {pages.map((page) => (
            <li key={page}>
              <NavLink to={`/account/${page}`}>{t(`page.${page}`)}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
