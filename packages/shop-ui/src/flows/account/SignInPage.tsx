import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useWords } from '#i18n'
import { Button } from '#parts/Button'
import { Page } from '#parts/Page'
import { PageHeading } from '#parts/PageHeading'
import { pathAfter } from '#parts/CheckoutSteps'
import { useBrand, useSession } from '#session'
import { EmailForm } from './EmailForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import styles from './SignInPage.module.css'
import { keepEmail, recallEmail } from './typed-email.ts'
import { wayOn } from './way-on.ts'

type Stage = 'email' | 'password' | 'register'

/** Signing in by two steps, or registering; at `/login`, `/register` and inside the checkout. Those signed in go on. */
export function SignInPage() {
  const t = useWords('account')
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { steps } = useBrand()
  const { customer } = useSession()
  const inCheckout = pathname.startsWith('/checkout/')
  const [first] = useState<Stage>(pathname === '/register' ? 'register' : 'email')
  const [stage, setStage] = useState<Stage>()
  const shown = stage ?? first
  const isReached = stage !== undefined
  const [email, setEmail] = useState(recallEmail)

  if (customer) return <Navigate to={inCheckout ? pathAfter('account', steps) : wayOn(search.get('next'))} replace />

  const knowEmail = (known: string) => {
    keepEmail(known)
    setEmail(known)
    setStage('password')
  }
  const form = (
    <>
      <PageHeading>{t(shown === 'register' ? 'register.title' : 'signIn.title')}</PageHeading>
      <p className={styles.lead}>{t(`${shown}Lead`)}</p>
      {shown === 'email' && <EmailForm email={email} isReached={isReached} onKnown={knowEmail} />}
      {shown === 'password' && <PasswordForm email={email} onOther={() => setStage('email')} onRegister={() => setStage('register')} />}
      {shown === 'register' && (
        <>
          <RegisterForm email={email} isReached={isReached} />
          <section className={styles.other}>
            <h2>{t('register.known')}</h2>
            <Button onPress={() => setStage(email ? 'password' : 'email')}>{t('signIn.submit')}</Button>
          </section>
        </>
      )}
    </>
  )
  return inCheckout ? form : <Page width="reading">{form}</Page>
}
