import type { CheckoutStep } from '@playhouse/domain/brand'
import { useWords } from '#i18n'
import { ProgressSteps } from '#ui/ProgressSteps'

/** Path of a checkout step. */
export const stepPath = (step: CheckoutStep): string => `/checkout/${step}`

/** Path of the next step. The guard of the account step skips it for signed-in visitors. */
export function pathAfter(step: CheckoutStep, steps: readonly CheckoutStep[]): string {
  return stepPath(steps[steps.indexOf(step) + 1] ?? 'payment')
}

/** Path of the previous step; the account step is never one. */
export function pathBefore(step: CheckoutStep, steps: readonly CheckoutStep[]): string | undefined {
  const before = steps.filter((other) => other !== 'account' || other === step)
  const previous = before[before.indexOf(step) - 1]
  return previous && stepPath(previous)
}

export type CheckoutStepsProps = {
  readonly steps: readonly CheckoutStep[]
  readonly current: CheckoutStep
  /** Whether a step may be opened now; others are shown without a link. */
  readonly mayOpen: (step: CheckoutStep) => boolean
  /** Whether the step `upsells` offers what the brand lists, and not a donation alone. */
  readonly hasUpsellList: boolean
}

/** Progress of the checkout, by the names of the brand's steps. */
export function CheckoutSteps({ steps, current, mayOpen, hasUpsellList }: CheckoutStepsProps) {
  const t = useWords('checkout')
  const nameOf = (step: CheckoutStep): string => t(step === 'upsells' && hasUpsellList ? 'upsells.title' : `steps.${step}`)
  const namedSteps = steps.map((step) => ({ id: step, name: nameOf(step), ...(mayOpen(step) ? { to: stepPath(step) } : {}) }))
  return <ProgressSteps steps={namedSteps} current={current} />
}
