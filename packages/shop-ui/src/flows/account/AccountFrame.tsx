import { type ReactNode, useState } from 'react'
import { Navigate, NavLink, useLocation, useNavigate } from 'react-router-dom'
import { useWords } from '#i18n'
import { Button } from '#parts/Button'
import { Page } from '#parts/Page'
import { ProblemNotice } from '#parts/ProblemNotice'
import { type AnsweredProblem, useDrafts, useLogout, useSession } from '#session'
import styles from './AccountFrame.module.css'

/** What every page of the account has: whose it is, its pages, the way out. Strangers sign in first and come back. */
export function AccountFrame({ children }: { readonly children: ReactNode }) {
  const t = useWords('account')
  const { customer } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const logout = useLogout()
  const [problem, setProblem] = useState<AnsweredProblem>()

  if (!customer) return <Navigate to={`/login?next=${encodeURIComponent(pathname)}`} replace />

  const signOut = async () => {
    const result = await logout.mutateAsync()
    if (!result.ok) return setProblem(result.error)
    useDrafts.getState().forgetAll()
    await navigate('/')
  }

  return (
    <Page>
      <div className={styles.account}>
        <nav aria-label={t('nav.label')} className={styles.nav} data-print="none">
          <p className={styles.who}>{t('nav.signedIn', { email: customer.email })}</p>
          <ul role="list">
            <li>
              <NavLink to="/account/your-orders">{t('nav.orders')}</NavLink>
            </li>
          </ul>
          <Button look="quiet" onPress={signOut} isPending={logout.isPending}>
            {t('nav.signOut')}
          </Button>
        </nav>
        <div className={styles.content}>
          {problem && <ProblemNotice problem={problem} />}
          {children}
        </div>
      </div>
    </Page>
  )
}
