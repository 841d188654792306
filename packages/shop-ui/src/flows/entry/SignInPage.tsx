import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { pathAfter } from '#ticketing/CheckoutSteps'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useBrand, useSession } from '#server-state'
import { EmailForm } from './EmailForm.tsx'
import { firstStage, type Stage } from './first-stage.ts'
import { GuestForm } from './GuestForm.tsx'
import { MagicLinkForm } from './MagicLinkForm.tsx'
import { OtherBasketNotice } from './OtherBasketNotice.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import styles from './SignInPage.module.css'
import { saveEmail, savedEmail } from './saved-email.ts'
import { redirectTarget } from './redirect-target.ts'

/**
 * Sign-in in the brand's style (two steps, one page, as a guest, by a link) or registration; at `/login`, `/register` and in the
 * checkout. Redirects signed-in customers, and guests in the checkout only.
 */
export function SignInPage() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { steps } = useBrand()
  const { customer, otherBasket } = useSession()
  const [other, setOther] = useState(otherBasket)
  if (otherBasket && !other) setOther(otherBasket)
  const inCheckout = pathname.startsWith('/checkout/')
  const frame = (content: ReactNode) => (inCheckout ? content : <Page width="reading">{content}</Page>)

  if (!customer || (customer.isGuest && !inCheckout)) return frame(<SignInStages pathname={pathname} />)
  const to = inCheckout ? pathAfter('account', steps) : redirectTarget(search.get('next'))
  if (!other) return <Navigate to={to} replace />
  return frame(<OtherBasketStage other={other} to={to} />)
}

function OtherBasketStage(props: Parameters<typeof OtherBasketNotice>[0]) {
  const t = useWords('entry')
  return (
    <>
      <PageHeading>{t('other.title')}</PageHeading>
      <OtherBasketNotice {...props} />
    </>
  )
}

function SignInStages({ pathname }: { readonly pathname: string }) {
  const t = useWords('entry')
  const { login } = useBrand()
  const first = firstStage(login.style, pathname)
  const [reachedStage, setStage] = useState<Stage>()
  const [isUnknown, setUnknown] = useState(false)
  const [email, setEmail] = useState(savedEmail)
  const stage = reachedStage ?? first
  const isReached = reachedStage !== undefined

  const goOn =
    (to: Stage, isNobody = false) =>
    (email: string) => {
      saveEmail(email)
      setEmail(email)
      setUnknown(isNobody)
      setStage(to)
    }
  const signInStage: Stage = login.style === 'two-step' ? (email && !isUnknown ? 'password' : 'email') : 'standard'
  const other = (question: string, linkLabel: string, to: Stage) => (
    <section className={styles.other}>
      <h2>{t(question)}</h2>
      <Button onPress={() => goOn(to)(savedEmail())}>{t(linkLabel)}</Button>
    </section>
  )
  return (
    <>
      <PageHeading>{t(`${stage}.title`)}</PageHeading>
      {isUnknown && stage === 'register' ? (
        <Notice tone="info" role="status" title={t('unknown.title')}>
          <p>{t('unknown.text', { email })}</p>
        </Notice>
      ) : (
        <p className={styles.lead}>{t(`${stage}.lead`)}</p>
      )}
      {stage === 'email' && <EmailForm email={email} isReached={isReached} onKnown={goOn('password')} onUnknown={goOn('register', true)} />}
      {stage === 'password' && <PasswordForm email={email} isReached onOther={() => setStage('email')} />}
      {stage === 'standard' && <PasswordForm email={email} isReached={isReached} />}
      {stage === 'guest' && <GuestForm email={email} />}
      {stage === 'link' && <MagicLinkForm isReached={isReached} />}
      {stage === 'register' && <RegisterForm email={email} isReached={isReached} />}

      {stage === 'guest' && other('ask.known', 'ask.signIn', 'standard')}
      {stage === 'standard' && first === 'guest' && other('ask.noAccount', 'ask.guest', 'guest')}
      {stage === 'standard' && login.style === 'streamlined' && other('ask.noPassword', 'ask.link', 'link')}
      {stage === 'link' && other('ask.rather', 'ask.password', 'standard')}
      {(stage === 'password' || stage === 'standard' || stage === 'link') && other('ask.newHere', 'ask.register', 'register')}
      {stage === 'register' && other('ask.known', 'ask.signIn', login.style === 'streamlined' ? 'link' : signInStage)}
    </>
  )
}
