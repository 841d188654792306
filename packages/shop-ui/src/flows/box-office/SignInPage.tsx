import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useWords } from '#i18n'
import { StatusRegion } from '#ui/announce'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { CodeStep } from './CodeStep.tsx'
import { EnrolStep } from './EnrolStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'

/** Where those go on who have signed in: somewhere within the box office, whatever the address says. */
export const redirectTarget = (next: string | null): string =>
  next !== null && /^\/smart\/[\w/-]*(\?[\w=&%,-]*)?$/.test(next) && !next.startsWith('/smart/sign-in') ? next : '/smart/customer/search'

/** Staff sign in with two factors; at the first time they choose the second one. */
export function SignInPage() {
  const t = useWords('box-office')
  const brand = useBrand()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [step, setStep] = useState<'password' | 'code' | 'enrol'>('password')
  const continueToTarget = (): void => void navigate(redirectTarget(search.get('next')), { replace: true })
  return (
    <main id="main" tabIndex={-1} className={styles['office']}>
      <Page width="reading">
        <PageHeading>{t('signIn.title', { house: brand.name })}</PageHeading>
        {step === 'password' && <PasswordStep onKnown={setStep} />}
        {step === 'code' && <CodeStep onProved={continueToTarget} onAnew={() => setStep('password')} />}
        {step === 'enrol' && <EnrolStep onDone={continueToTarget} onAnew={() => setStep('password')} />}
      </Page>
      <StatusRegion />
    </main>
  )
}
