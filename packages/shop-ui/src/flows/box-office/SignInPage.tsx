import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useWords } from '#i18n'
import { StatusRegion } from '#ui/announce'
import { LanguageChooser } from '#ui/LanguageChooser'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { CodeStep } from './CodeStep.tsx'
import { EnrolStep } from './EnrolStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'

/** The page after the sign-in. Only paths within the box office are accepted from the URL. */
export const redirectTarget = (next: string | null): string =>
  next !== null && /^\/smart\/[\w/-]*(\?[\w=&%,-]*)?$/.test(next) && !next.startsWith('/smart/sign-in') ? next : '/smart/customer/search'

/** Staff users sign in with two factors, and set up the second one at the first sign-in. */
export function SignInPage() {
  const t = useWords('box-office')
  const brand = useBrand()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [step, setStep] = useState<'password' | 'code' | 'enrol'>('password')
  const continueToTarget = (): void => void navigate(redirectTarget(search.get('next')), { replace: true })
  return (
    <div className={styles['office']}>
      <header className={styles['bar']}>
        <span className={styles['house']}>{brand.name}</span>
        <LanguageChooser locales={brand.locales} />
      </header>
      <main id="main" tabIndex={-1}>
        <Page width="reading">
          <PageHeading>{t('signIn.title', { house: brand.name })}</PageHeading>
          {step === 'password' && <PasswordStep onVerified={setStep} />}
          {step === 'code' && <CodeStep onVerified={continueToTarget} onRestart={() => setStep('password')} />}
          {step === 'enrol' && <EnrolStep onDone={continueToTarget} onRestart={() => setStep('password')} />}
        </Page>
      </main>
      <StatusRegion />
    </div>
  )
}
