import type { CheckoutStep } from '@playhouse/domain/brand'
import { useWords } from '#i18n'
import { ProgressSteps } from '#ui/ProgressSteps'

/** Where a step lives. */
export const stepPath = (step: CheckoutStep): string => `/checkout/${step}`

/** Where the step after this one lives. An account step is left to its guard, which passes over it for those signed in. */
export function pathAfter(step: CheckoutStep, steps: readonly CheckoutStep[]): string {
  return stepPath(steps[steps.indexOf(step) + 1] ?? 'payment')
}

/** Where the step before this one lives; nobody goes back to signing in. */
export function pathBefore(step: CheckoutStep, steps: readonly CheckoutStep[]): string | undefined {
  const before = steps.filter((other) => other !== 'account' || other === step)
  const previous = before[before.indexOf(step) - 1]
  return previous && stepPath(previous)
}

export type CheckoutStepsProps = {
  readonly steps: readonly CheckoutStep[]
  readonly current: CheckoutStep
  /** Whether a step may be gone to now; others are only named. */
  readonly mayOpen: (step: CheckoutStep) => boolean
}

/** How far the order is, by the names of the brand's steps. */
export function CheckoutSteps({ steps, current, mayOpen }: CheckoutStepsProps) {
  const t = useWords('checkout')
  const named = steps.map((step) => ({ id: step, name: t(`steps.${step}`), ...(mayOpen(step) ? { to: stepPath(step) } : {}) }))
  return <ProgressSteps steps={named} current={current} />
}
