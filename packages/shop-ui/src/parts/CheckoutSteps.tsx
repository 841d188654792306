import { Check } from 'lucide-react'
import type { CheckoutStep } from '@playhouse/domain/brand'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Link } from './Link.tsx'
import styles from './CheckoutSteps.module.css'

/** Steps that have a screen. Staying in touch is asked when registering, until it has one of its own. */
export const walkedSteps = (steps: readonly CheckoutStep[]): CheckoutStep[] => steps.filter((step) => step !== 'contact-preferences')

/** Where a step lives. */
export const stepPath = (step: CheckoutStep): string => `/checkout/${step}`

/** Where the step after this one lives. An account step is left to its guard, which passes over it for those signed in. */
export function pathAfter(step: CheckoutStep, steps: readonly CheckoutStep[]): string {
  const walked = walkedSteps(steps)
  return stepPath(walked[walked.indexOf(step) + 1] ?? 'payment')
}

/** Where the step before this one lives, if there is one to go back to. */
export function pathBefore(step: CheckoutStep, steps: readonly CheckoutStep[]): string | undefined {
  const before = walkedSteps(steps).filter((other) => other !== 'account')
  const index = before.indexOf(step)
  return index > 0 ? stepPath(before[index - 1]!) : undefined
}

export type CheckoutStepsProps = {
  readonly steps: readonly CheckoutStep[]
  readonly current: CheckoutStep
  /** Whether a step may be gone to now; others are only named. */
  readonly mayOpen: (step: CheckoutStep) => boolean
}

/** How far the order is, by name. On a phone the step we are at, and how many there are. */
export function CheckoutSteps({ steps, current, mayOpen }: CheckoutStepsProps) {
  const t = useWords('checkout')
  const walked = walkedSteps(steps)
  const at = walked.indexOf(current)
  return (
    <nav aria-label={t('steps.label')} className={styles.steps}>
      <p className={styles.short}>{t('steps.progress', { number: at + 1, count: walked.length, name: t(`steps.${current}`) })}</p>
      <div aria-hidden="true" className={styles.bar}>
        {walked.map((step, index) => (
          <span key={step} className={classNames(index < at && styles.done, step === current && styles.current)} />
        ))}
      </div>
      <ol role="list">
        {walked.map((step, index) => (
          <li key={step} className={classNames(index < at && styles.done, step === current && styles.current)}>
            {step === current ? (
              <span aria-current="step">{t(`steps.${step}`)}</span>
            ) : mayOpen(step) ? (
              <Link to={stepPath(step)}>
                {index < at && <Check aria-hidden="true" />}
                {t(`steps.${step}`)}
              </Link>
            ) : (
              <span>
                {index < at && <Check aria-hidden="true" />}
                {t(`steps.${step}`)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
